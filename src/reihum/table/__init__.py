"""One live game, without network, disk or clock: who sits where, what was decided, who may hear what.

The log of a table is the truth (`log.py`); a `LiveTable` is what follows from reading it. A request is judged
first (`judge.py`): that changes nothing, and gives either an entry for the log or what is wrong. Whoever runs
the table puts the entry on disk, and only then applies it. Time is passed in as a number of seconds.
"""
