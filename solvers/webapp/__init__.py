"""The local page of `zenkai serve`: a server on this machine, and the page that it hands out.

settings.py     what the server allows, frozen
folder.py       the server's folder: one server at a time, and the mark of what may be removed
connections.py  how many connections may be open, and how long one may stay silent
guard.py        which requests are answered: by Host, cookie, key, origin, size and type of the body
app.py          the addresses, and what each answers
helpers.py      processes that read texts and sets, so that the server does not wait; helper.py is one
reading.py      from any text that zenkai reads to what the editors need
sheets.py       sheets of genres: what may be entered, the instance that results, what is drawn
candidates.py   which values each cell has in some solution
live.py         a process for each tab that asks for them at each change
generating.py   the options of the generators
exporting.py    a puzzle as a file, or as a link of another program
checking.py     which rules an entered board breaks
pages.py        the gallery of genres
browsing.py     sets of solutions that the page shows
jobs.py         one child process per search, its readers, its end; the queue
child.py        the child process
shelf.py        named puzzles on disk
static/         the page
"""
