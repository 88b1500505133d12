import type { Migration } from '../../storage/migrate.js'

/** The candle database, step by step. Times are epoch ms; a released step is never edited. */
export const candleMigrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE series (
        id INTEGER PRIMARY KEY,
        venue TEXT NOT NULL,
        outcome TEXT NOT NULL,
        step_ms INTEGER NOT NULL,
        basis TEXT NOT NULL,
        UNIQUE (venue, outcome, step_ms, basis)
      );
      CREATE TABLE candles (
        series_id INTEGER NOT NULL REFERENCES series (id),
        open_time INTEGER NOT NULL,
        open REAL NOT NULL,
        high REAL NOT NULL,
        low REAL NOT NULL,
        close REAL NOT NULL,
        volume REAL,
        json TEXT NOT NULL,
        PRIMARY KEY (series_id, open_time)
      ) WITHOUT ROWID;
      CREATE TABLE coverage (
        series_id INTEGER NOT NULL REFERENCES series (id),
        from_time INTEGER NOT NULL,
        to_time INTEGER NOT NULL CHECK (to_time > from_time),
        kind TEXT NOT NULL,
        route TEXT NOT NULL,
        fetched_at INTEGER NOT NULL,
        PRIMARY KEY (series_id, from_time)
      ) WITHOUT ROWID;
      CREATE TABLE outcomes (
        venue TEXT NOT NULL,
        outcome_id TEXT NOT NULL,
        located TEXT NOT NULL,
        checked_at INTEGER NOT NULL,
        PRIMARY KEY (venue, outcome_id)
      ) WITHOUT ROWID;
      CREATE VIEW candle_rows AS
        SELECT
          s.venue,
          s.outcome,
          CASE
            WHEN s.step_ms % 604800000 = 0 THEN (s.step_ms / 604800000) || 'w'
            WHEN s.step_ms % 86400000 = 0 THEN (s.step_ms / 86400000) || 'd'
            WHEN s.step_ms % 3600000 = 0 THEN (s.step_ms / 3600000) || 'h'
            ELSE (s.step_ms / 60000) || 'm'
          END AS step,
          strftime('%Y-%m-%dT%H:%M:%SZ', c.open_time / 1000, 'unixepoch') AS time,
          c.open, c.high, c.low, c.close, c.volume, s.basis
        FROM candles c JOIN series s ON s.id = c.series_id;
    `,
  },
  {
    // Where a venue is asked is part of what a series is: '' are the venue's own addresses, which all rows so far had.
    // Ledger entries that say the same are joined, as new ones are (store.ts).
    version: 2,
    sql: `
      DROP VIEW candle_rows;
      CREATE TABLE series_addressed (
        id INTEGER PRIMARY KEY,
        venue TEXT NOT NULL,
        address TEXT NOT NULL,
        outcome TEXT NOT NULL,
        step_ms INTEGER NOT NULL,
        basis TEXT NOT NULL,
        UNIQUE (venue, outcome, step_ms, basis, address)
      );
      INSERT INTO series_addressed SELECT id, venue, '', outcome, step_ms, basis FROM series;
      DROP TABLE series;
      ALTER TABLE series_addressed RENAME TO series;
      CREATE TABLE outcomes_addressed (
        venue TEXT NOT NULL,
        address TEXT NOT NULL,
        outcome_id TEXT NOT NULL,
        located TEXT NOT NULL,
        checked_at INTEGER NOT NULL,
        PRIMARY KEY (venue, outcome_id, address)
      ) WITHOUT ROWID;
      INSERT INTO outcomes_addressed SELECT venue, '', outcome_id, located, checked_at FROM outcomes;
      DROP TABLE outcomes;
      ALTER TABLE outcomes_addressed RENAME TO outcomes;
      CREATE TEMP TABLE joined AS
        SELECT
          series_id,
          min(from_time) AS from_time,
          max(to_time) AS to_time,
          CASE WHEN min(kind) = max(kind) THEN min(kind) ELSE 'data' END AS kind,
          route,
          max(fetched_at) AS fetched_at
        FROM (
          SELECT *, sum(is_apart) OVER (PARTITION BY series_id ORDER BY from_time) AS island
          FROM (
            SELECT
              *,
              NOT ifnull(
                lag(to_time) OVER before = from_time
                  AND lag(route) OVER before = route
                  AND (
                    lag(kind) OVER before = kind
                    OR (kind IN ('data', 'proven_empty') AND lag(kind) OVER before IN ('data', 'proven_empty'))
                  ),
                0
              ) AS is_apart
            FROM coverage
            WINDOW before AS (PARTITION BY series_id ORDER BY from_time)
          )
        )
        GROUP BY series_id, island;
      DELETE FROM coverage;
      INSERT INTO coverage SELECT * FROM joined;
      DROP TABLE joined;
      CREATE VIEW candle_rows AS
        SELECT
          s.venue,
          s.outcome,
          CASE
            WHEN s.step_ms % 604800000 = 0 THEN (s.step_ms / 604800000) || 'w'
            WHEN s.step_ms % 86400000 = 0 THEN (s.step_ms / 86400000) || 'd'
            WHEN s.step_ms % 3600000 = 0 THEN (s.step_ms / 3600000) || 'h'
            ELSE (s.step_ms / 60000) || 'm'
          END AS step,
          strftime('%Y-%m-%dT%H:%M:%SZ', c.open_time / 1000, 'unixepoch') AS time,
          c.open, c.high, c.low, c.close, c.volume, s.basis, s.address
        FROM candles c JOIN series s ON s.id = c.series_id;
    `,
  },
  {
    // Old candles are sealed into chunks (compressed-chunk.ts). The table of the others has a new name, for an older version must not
    // take what is left in it for all there is. What is made from a series is one of its own beside it (response/derived-series.ts); 0 is what
    // venues tell.
    version: 3,
    sql: `
      DROP VIEW candle_rows;
      CREATE TABLE series_and_made (
        id INTEGER PRIMARY KEY,
        venue TEXT NOT NULL,
        address TEXT NOT NULL,
        outcome TEXT NOT NULL,
        step_ms INTEGER NOT NULL,
        basis TEXT NOT NULL,
        made_from_ms INTEGER NOT NULL DEFAULT 0,
        UNIQUE (venue, outcome, step_ms, basis, address, made_from_ms)
      );
      INSERT INTO series_and_made SELECT id, venue, address, outcome, step_ms, basis, 0 FROM series;
      DROP TABLE series;
      ALTER TABLE series_and_made RENAME TO series;
      ALTER TABLE candles RENAME TO loose_candles;
      CREATE TABLE sealed_chunks (
        id INTEGER PRIMARY KEY,
        series_id INTEGER NOT NULL REFERENCES series (id),
        from_time INTEGER NOT NULL,
        last_time INTEGER NOT NULL CHECK (last_time >= from_time),
        count INTEGER NOT NULL CHECK (count > 0),
        body BLOB NOT NULL
      );
      CREATE UNIQUE INDEX sealed_chunks_by_time ON sealed_chunks (series_id, from_time, last_time, count);
      CREATE VIEW candle_rows AS
        SELECT
          s.venue,
          s.outcome,
          CASE
            WHEN s.step_ms % 604800000 = 0 THEN (s.step_ms / 604800000) || 'w'
            WHEN s.step_ms % 86400000 = 0 THEN (s.step_ms / 86400000) || 'd'
            WHEN s.step_ms % 3600000 = 0 THEN (s.step_ms / 3600000) || 'h'
            ELSE (s.step_ms / 60000) || 'm'
          END AS step,
          strftime('%Y-%m-%dT%H:%M:%SZ', c.open_time / 1000, 'unixepoch') AS time,
          c.open, c.high, c.low, c.close, c.volume, s.basis, s.address
        FROM loose_candles c JOIN series s ON s.id = c.series_id
        WHERE s.made_from_ms = 0;
    `,
  },
  {
    // What one response alone says (provisional.ts). What an older version has settled stays settled. When candles became
    // known (receipts.ts), what was replaced, what happened to outcomes (lifecycle.ts), and what later looks at final
    // candles found (recheck.ts). Nothing is known of what was stored before.
    version: 4,
    sql: `
      CREATE TABLE provisional (
        series_id INTEGER NOT NULL REFERENCES series (id),
        from_time INTEGER NOT NULL,
        to_time INTEGER NOT NULL CHECK (to_time > from_time),
        route TEXT NOT NULL,
        asked_at INTEGER NOT NULL,
        look_again_at INTEGER NOT NULL,
        looks INTEGER NOT NULL,
        PRIMARY KEY (series_id, from_time)
      ) WITHOUT ROWID;
      CREATE TABLE receipts (
        series_id INTEGER NOT NULL REFERENCES series (id),
        from_time INTEGER NOT NULL,
        to_time INTEGER NOT NULL CHECK (to_time > from_time),
        known_at INTEGER NOT NULL,
        within_ms INTEGER,
        final_at INTEGER,
        source TEXT NOT NULL,
        PRIMARY KEY (series_id, to_time, from_time, known_at, source)
      ) WITHOUT ROWID;
      CREATE TABLE restated (
        series_id INTEGER NOT NULL REFERENCES series (id),
        open_time INTEGER NOT NULL,
        known_at INTEGER,
        until INTEGER NOT NULL,
        open REAL,
        high REAL,
        low REAL,
        close REAL,
        volume REAL,
        source TEXT NOT NULL,
        PRIMARY KEY (series_id, open_time, until)
      ) WITHOUT ROWID;
      CREATE TABLE lifecycle (
        venue TEXT NOT NULL,
        address TEXT NOT NULL,
        outcome_id TEXT NOT NULL,
        fact TEXT NOT NULL,
        at INTEGER,
        known_at INTEGER NOT NULL,
        value REAL,
        source TEXT NOT NULL,
        PRIMARY KEY (venue, outcome_id, address, known_at, fact)
      ) WITHOUT ROWID;
      CREATE TABLE rechecks (
        series_id INTEGER NOT NULL REFERENCES series (id),
        from_time INTEGER NOT NULL,
        to_time INTEGER NOT NULL CHECK (to_time > from_time),
        look INTEGER NOT NULL,
        tries INTEGER NOT NULL,
        asked_at INTEGER NOT NULL,
        compared INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        lacking INTEGER NOT NULL,
        added INTEGER NOT NULL,
        replaced INTEGER NOT NULL,
        absent INTEGER NOT NULL,
        differing TEXT,
        PRIMARY KEY (series_id, from_time, asked_at)
      ) WITHOUT ROWID;
      CREATE INDEX rechecks_open ON rechecks (asked_at) WHERE differing IS NOT NULL;
    `,
  },
]
