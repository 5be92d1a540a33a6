"""The local page of `zenkai serve`: a server on this machine, and the page that it hands out.

settings.py     what the server allows, frozen
folder.py       the server's folder: one server at a time, and the mark of what may be removed
connections.py  how many connections are open, and how long one may say nothing
guard.py        who may ask: Host, cookie, key, origin, size and kind of a body, headers of every answer
app.py          what can be asked, by address
helpers.py      processes that read texts and sets, so that the server's own never waits; helper.py is one
reading.py      from any text that zenkai reads to what the editors need
sheets.py       sheets of genres: what may be entered, the instance that was, what is drawn
checking.py     what a board that a person has entered breaks
pages.py        the gallery of genres
browsing.py     sets of solutions that are looked at
jobs.py         one child process per solve, its readers, its end; the queue
child.py        the child process
shelf.py        named puzzles on disk
static/         the page
"""
