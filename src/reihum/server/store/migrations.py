"""The numbered steps that bring a database from nothing, or from an older Reihum, up to date.

A step that has been released is never changed; a new one is added at the end. Each is one transaction.
"""

from __future__ import annotations

from typing import Final

from reihum.server.store import Unavailable

SQLITE_STEPS: Final = (
    (
        "CREATE TABLE players (id TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID",
        """CREATE TABLE tables (id TEXT PRIMARY KEY, code TEXT, listed INTEGER NOT NULL,
            status TEXT NOT NULL, changed REAL NOT NULL, card BLOB NOT NULL) WITHOUT ROWID""",
        "CREATE UNIQUE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL",
        "CREATE INDEX tables_listed ON tables (changed) WHERE listed",
        """CREATE TABLE entries (table_id TEXT NOT NULL, number INTEGER NOT NULL, line BLOB NOT NULL,
            PRIMARY KEY (table_id, number)) WITHOUT ROWID""",
        """CREATE TABLE seats (player TEXT NOT NULL, table_id TEXT NOT NULL,
            PRIMARY KEY (player, table_id)) WITHOUT ROWID""",
        "CREATE INDEX seats_by_table ON seats (table_id)",
        """CREATE TABLE leases (table_id TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL)
            WITHOUT ROWID""",
    ),
    (
        "CREATE TABLE keys (id TEXT PRIMARY KEY, player TEXT NOT NULL, at REAL NOT NULL) WITHOUT ROWID",
        """CREATE TABLE handovers (code TEXT PRIMARY KEY, player TEXT NOT NULL, until REAL NOT NULL)
            WITHOUT ROWID""",
        "CREATE INDEX handovers_by_end ON handovers (until)",
    ),
    (
        """CREATE TABLE contacts (id TEXT PRIMARY KEY, player TEXT NOT NULL, kind TEXT NOT NULL,
            address TEXT NOT NULL, keys TEXT NOT NULL, lang TEXT NOT NULL, origin TEXT NOT NULL,
            failures INTEGER NOT NULL, at REAL NOT NULL) WITHOUT ROWID""",
        "CREATE INDEX contacts_by_player ON contacts (player)",
        """CREATE TABLE called (player TEXT NOT NULL, table_id TEXT NOT NULL, stage INTEGER NOT NULL,
            at REAL NOT NULL, PRIMARY KEY (player, table_id)) WITHOUT ROWID""",
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    ),
    (
        "ALTER TABLE handovers ADD COLUMN carried BLOB NOT NULL DEFAULT x''",
        "ALTER TABLE seats ADD COLUMN finished INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN changed REAL NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN game TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN size INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN company TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN counted INTEGER",
        "ALTER TABLE seats ADD COLUMN won INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN shared INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN place INTEGER",
        "ALTER TABLE seats ADD COLUMN score INTEGER",
        "ALTER TABLE seats ADD COLUMN began REAL",
        """UPDATE seats SET finished = status = 'over', changed = tables.changed,
            game = CASE WHEN json_valid(CAST(card AS TEXT))
                THEN coalesce(json_extract(CAST(card AS TEXT), '$.shown.game'), '') ELSE '' END
            FROM tables WHERE id = table_id""",
        """CREATE INDEX seats_by_time ON seats
            (player, finished, changed DESC, table_id DESC, game, company)""",
        "CREATE INDEX seats_uncounted ON seats (table_id) WHERE finished = 1 AND counted IS NULL",
    ),
    (
        """CREATE TABLE reviews (table_id TEXT PRIMARY KEY, player TEXT NOT NULL, asked REAL NOT NULL,
            owner TEXT NOT NULL, until REAL NOT NULL, done REAL NOT NULL, made BLOB) WITHOUT ROWID""",
        "CREATE INDEX reviews_wanted ON reviews (asked, table_id) WHERE made IS NULL",
    ),
    (
        """CREATE TABLE exercises (player TEXT NOT NULL, table_id TEXT NOT NULL, number INTEGER NOT NULL,
            seat INTEGER NOT NULL, game TEXT NOT NULL, size INTEGER NOT NULL, at REAL NOT NULL,
            made TEXT NOT NULL, answers BLOB NOT NULL, box INTEGER NOT NULL, due INTEGER NOT NULL,
            tries INTEGER NOT NULL, solved INTEGER NOT NULL, added REAL NOT NULL,
            PRIMARY KEY (player, table_id, number)) WITHOUT ROWID""",
        """CREATE TABLE collected (player TEXT NOT NULL, table_id TEXT NOT NULL,
            PRIMARY KEY (player, table_id)) WITHOUT ROWID""",
    ),
    (
        "ALTER TABLE tables ADD COLUMN people INTEGER NOT NULL DEFAULT 1",
        """UPDATE tables SET people = 0 WHERE NOT EXISTS (
            SELECT 1 FROM json_tree(CASE WHEN json_valid(CAST(card AS TEXT)) THEN CAST(card AS TEXT)
                ELSE '{"players":["?"]}' END) AS part
            WHERE part.path IN ('$.players', '$.absent') AND part.value <> '')""",
        "CREATE INDEX tables_by_age ON tables (status, people, changed)",
        "CREATE INDEX keys_by_player ON keys (player)",
        """CREATE TABLE chores (name TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL)
            WITHOUT ROWID""",
        """CREATE TABLE forgotten (player TEXT PRIMARY KEY, alias TEXT NOT NULL, at REAL NOT NULL)
            WITHOUT ROWID""",
        """CREATE TABLE muted (kind TEXT NOT NULL, who TEXT NOT NULL, until REAL NOT NULL,
            PRIMARY KEY (kind, who)) WITHOUT ROWID""",
        """CREATE TABLE orders (id TEXT PRIMARY KEY, what TEXT NOT NULL, table_id TEXT NOT NULL,
            at REAL NOT NULL) WITHOUT ROWID""",
    ),
    ("CREATE INDEX leases_left ON leases (until) WHERE owner = ''",),
)

POSTGRES_STEPS: Final = (
    (
        "CREATE TABLE players (id text PRIMARY KEY, at double precision NOT NULL)",
        """CREATE TABLE tables (id text PRIMARY KEY, code text, listed boolean NOT NULL,
            status text NOT NULL, changed double precision NOT NULL, card bytea NOT NULL)""",
        "CREATE UNIQUE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL",
        "CREATE INDEX tables_listed ON tables (changed) WHERE listed",
        """CREATE TABLE entries (table_id text NOT NULL, number integer NOT NULL, line bytea NOT NULL,
            PRIMARY KEY (table_id, number))""",
        "CREATE TABLE seats (player text NOT NULL, table_id text NOT NULL, PRIMARY KEY (player, table_id))",
        "CREATE INDEX seats_by_table ON seats (table_id)",
        """CREATE TABLE leases (table_id text PRIMARY KEY, owner text NOT NULL,
            until double precision NOT NULL)""",
        """CREATE UNLOGGED TABLE present (table_id text NOT NULL, owner text NOT NULL,
            seats integer[] NOT NULL, until double precision NOT NULL, PRIMARY KEY (table_id, owner))""",
    ),
    (
        "CREATE TABLE keys (id text PRIMARY KEY, player text NOT NULL, at double precision NOT NULL)",
        """CREATE TABLE handovers (code text PRIMARY KEY, player text NOT NULL,
            until double precision NOT NULL)""",
        "CREATE INDEX handovers_by_end ON handovers (until)",
    ),
    (
        """CREATE TABLE contacts (id text PRIMARY KEY, player text NOT NULL, kind text NOT NULL,
            address text NOT NULL, keys text NOT NULL, lang text NOT NULL, origin text NOT NULL,
            failures integer NOT NULL, at double precision NOT NULL)""",
        "CREATE INDEX contacts_by_player ON contacts (player)",
        """CREATE TABLE called (player text NOT NULL, table_id text NOT NULL, stage integer NOT NULL,
            at double precision NOT NULL, PRIMARY KEY (player, table_id))""",
        "CREATE TABLE secrets (name text PRIMARY KEY, value text NOT NULL)",
        "ALTER TABLE present ADD COLUMN watching integer[] NOT NULL DEFAULT '{}'",
    ),
    (
        "ALTER TABLE handovers ADD COLUMN carried bytea NOT NULL DEFAULT ''",
        """ALTER TABLE seats
            ADD COLUMN finished smallint NOT NULL DEFAULT 0,
            ADD COLUMN changed double precision NOT NULL DEFAULT 0,
            ADD COLUMN game text NOT NULL DEFAULT '',
            ADD COLUMN size smallint NOT NULL DEFAULT 0,
            ADD COLUMN company text NOT NULL DEFAULT '',
            ADD COLUMN counted smallint,
            ADD COLUMN won smallint NOT NULL DEFAULT 0,
            ADD COLUMN shared smallint NOT NULL DEFAULT 0,
            ADD COLUMN place smallint,
            ADD COLUMN score integer,
            ADD COLUMN began double precision""",
        """UPDATE seats SET finished = (status = 'over')::int, changed = tables.changed,
            game = coalesce(substring(convert_from(card, 'UTF8') FROM '"game":"([^"]+)"'), '')
            FROM tables WHERE id = table_id""",
        """CREATE INDEX seats_by_time ON seats
            (player, finished, changed DESC, table_id DESC, game, company)""",
        "CREATE INDEX seats_uncounted ON seats (table_id) WHERE finished = 1 AND counted IS NULL",
    ),
    (
        """CREATE TABLE reviews (table_id text PRIMARY KEY, player text NOT NULL,
            asked double precision NOT NULL, owner text NOT NULL, until double precision NOT NULL,
            done double precision NOT NULL, made bytea)""",
        "CREATE INDEX reviews_wanted ON reviews (asked, table_id) WHERE made IS NULL",
    ),
    (
        """CREATE TABLE exercises (player text NOT NULL, table_id text NOT NULL, number integer NOT NULL,
            seat integer NOT NULL, game text NOT NULL, size integer NOT NULL, at double precision NOT NULL,
            made text NOT NULL, answers bytea NOT NULL, box integer NOT NULL, due integer NOT NULL,
            tries integer NOT NULL, solved integer NOT NULL, added double precision NOT NULL,
            PRIMARY KEY (player, table_id, number))""",
        """CREATE TABLE collected (player text NOT NULL, table_id text NOT NULL,
            PRIMARY KEY (player, table_id))""",
    ),
    (
        "ALTER TABLE tables ADD COLUMN people smallint NOT NULL DEFAULT 1",
        """UPDATE tables SET people = 0 WHERE convert_from(card, 'UTF8') ~ '"players":\\[(""(,"")*)?\\]'
            AND convert_from(card, 'UTF8') !~ '"absent":\\[("",)*"[^"]'""",
        "CREATE INDEX tables_by_age ON tables (status, people, changed)",
        "CREATE INDEX keys_by_player ON keys (player)",
        "CREATE TABLE chores (name text PRIMARY KEY, owner text NOT NULL, until double precision NOT NULL)",
        """CREATE TABLE forgotten (player text PRIMARY KEY, alias text NOT NULL,
            at double precision NOT NULL)""",
        """CREATE TABLE muted (kind text NOT NULL, who text NOT NULL, until double precision NOT NULL,
            PRIMARY KEY (kind, who))""",
        """CREATE TABLE orders (id text PRIMARY KEY, what text NOT NULL, table_id text NOT NULL,
            at double precision NOT NULL)""",
    ),
    (
        "CREATE UNLOGGED TABLE processes (id text PRIMARY KEY, beats bigint NOT NULL)",
        "CREATE INDEX leases_left ON leases (until) WHERE owner = ''",
    ),
)


def next_step(number: int, steps: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """The statements of the step after this number; none if it was the last."""
    if number > len(steps):
        raise Unavailable(f"The database is from a newer Reihum: step {number}, this one knows {len(steps)}.")
    return steps[number] if number < len(steps) else ()
