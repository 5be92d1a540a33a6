"""The local page of `zenkai serve`: a server on this machine, and the page that it hands out.

settings.py   what the server allows, frozen
guard.py      who may ask: Host, cookie, origin, size and kind of a body, headers of every answer
app.py        what can be asked, by address
reading.py    from any text that zenkai reads to what the editors need
jobs.py       one child process per solve, its readers, its end
child.py      the child process
pages.py      any page of a solutions file, without reading what is before it twice
shelf.py      named puzzles on disk
static/       the page
"""
