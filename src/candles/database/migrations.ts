import type { Migration } from '../../storage/migrate.js'

/**
 * The schema of the candle database. Times are epoch ms; a released migration is never edited, a new one is added. The address of
 * the venue is part of a series: '' for the venue's own addresses. A derived series is a series of its own
 * (response/derived-series.ts), with the interval of its source; 0 for data of venues. Old candles are compacted into chunks
 * (chunk-codec.ts). `provisional` has empty ranges that only one response confirms, `provisional_candles` the ends of closed
 * markets of which the same is true, with a JSON list of candles (series/empty-range-confirmation.ts), `receipts` when candles
 * became known (series/receipts.ts), `restated` replaced values, `lifecycle` events of outcomes (series/lifecycle-facts.ts),
 * `rechecks` the results of rechecks of final candles (recheck-table.ts), `changes` the spans in which candles were stored or
 * replaced, in this order (change-table.ts), `about` what other programs should know of the file, `shared_outbox` spans that
 * tiers of a shared history have not acknowledged, `shared_cursors` how far their retractions were read, `shared_withdrawn`
 * what they withdrew (change-table.ts).
 */
export const candleMigrations: readonly Migration[] = [
  {
    version: 4,
    sql: `
      CREATE TABLE series (
        id INTEGER PRIMARY KEY,
        venue TEXT NOT NULL,
        address TEXT NOT NULL,
        outcome TEXT NOT NULL,
        step_ms INTEGER NOT NULL,
        basis TEXT NOT NULL,
        made_from_ms INTEGER NOT NULL DEFAULT 0,
        UNIQUE (venue, outcome, step_ms, basis, address, made_from_ms)
      );
      CREATE TABLE loose_candles (
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
      CREATE TABLE sealed_chunks (
        id INTEGER PRIMARY KEY,
        series_id INTEGER NOT NULL REFERENCES series (id),
        from_time INTEGER NOT NULL,
        last_time INTEGER NOT NULL CHECK (last_time >= from_time),
        count INTEGER NOT NULL CHECK (count > 0),
        body BLOB NOT NULL
      );
      CREATE UNIQUE INDEX sealed_chunks_by_time ON sealed_chunks (series_id, from_time, last_time, count);
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
        address TEXT NOT NULL,
        outcome_id TEXT NOT NULL,
        located TEXT NOT NULL,
        checked_at INTEGER NOT NULL,
        PRIMARY KEY (venue, outcome_id, address)
      ) WITHOUT ROWID;
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
    version: 5,
    sql: `
      CREATE TABLE provisional_candles (
        series_id INTEGER NOT NULL REFERENCES series (id),
        from_time INTEGER NOT NULL,
        to_time INTEGER NOT NULL CHECK (to_time > from_time),
        route TEXT NOT NULL,
        asked_at INTEGER NOT NULL,
        look_again_at INTEGER NOT NULL,
        looks INTEGER NOT NULL,
        candles TEXT NOT NULL,
        PRIMARY KEY (series_id, from_time)
      ) WITHOUT ROWID;
    `,
  },
  {
    version: 6,
    sql: `
      DROP VIEW candle_rows;
      CREATE TABLE about (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) WITHOUT ROWID;
      INSERT INTO about VALUES
        ('read me', 'Other programs should not read this file: most candles in it are compressed, and its tables change between versions. Use pmx-local export (csv, ndjson, Parquet), pmx-local sql, or the HTTP API.'),
        ('file', lower(hex(randomblob(4))));
      CREATE TABLE changes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        series_id INTEGER NOT NULL REFERENCES series (id),
        from_time INTEGER NOT NULL,
        to_time INTEGER NOT NULL CHECK (to_time > from_time)
      );
      CREATE INDEX changes_of_series ON changes (series_id);
      INSERT INTO changes (series_id, from_time, to_time)
        SELECT s.id, min(p.first), max(p.last) + s.step_ms
        FROM series s JOIN (
          SELECT series_id, min(open_time) AS first, max(open_time) AS last FROM loose_candles GROUP BY series_id
          UNION ALL
          SELECT series_id, min(from_time), max(last_time) FROM sealed_chunks GROUP BY series_id
        ) p ON p.series_id = s.id
        WHERE s.made_from_ms = 0 GROUP BY s.id ORDER BY s.id;
    `,
  },
  {
    version: 7,
    sql: `
      CREATE TABLE shared_outbox (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        tier TEXT NOT NULL,
        venue TEXT NOT NULL,
        outcome TEXT NOT NULL,
        step_ms INTEGER NOT NULL,
        basis TEXT NOT NULL,
        from_time INTEGER NOT NULL,
        to_time INTEGER NOT NULL CHECK (to_time > from_time),
        is_restated INTEGER NOT NULL
      );
      CREATE TABLE shared_cursors (
        tier TEXT PRIMARY KEY,
        cursor TEXT NOT NULL
      ) WITHOUT ROWID;
    `,
  },
  {
    version: 8,
    sql: 'ALTER TABLE provisional ADD COLUMN cut TEXT;',
  },
  {
    version: 9,
    sql: `
      CREATE TABLE shared_withdrawn (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        tier TEXT NOT NULL,
        venue TEXT NOT NULL,
        outcome TEXT NOT NULL,
        step_ms INTEGER NOT NULL,
        basis TEXT NOT NULL,
        from_time INTEGER NOT NULL,
        to_time INTEGER NOT NULL CHECK (to_time > from_time),
        at INTEGER NOT NULL,
        is_forgotten INTEGER NOT NULL
      );
      CREATE INDEX shared_withdrawn_of_series ON shared_withdrawn (venue, outcome, step_ms, basis, to_time);
    `,
  },
]
