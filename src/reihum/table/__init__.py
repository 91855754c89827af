"""One live game, without network, disk or clock: who sits where, what was decided, who may hear what.

The log of a table is the truth (`log.py`); a `LiveTable` is what comes of reading it. A request is judged
first (`asking.py`), which changes nothing and gives an entry for the log or says what is wrong; the entry is
put on disk by whoever runs the table, and only then applied. Time comes in as a number of seconds.
"""
