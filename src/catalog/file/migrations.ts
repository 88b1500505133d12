import type { Migration } from '../../storage/migrate.js'

/**
 * The catalog. Times are epoch ms; a released step is never edited, a new one is added.
 *
 * A thing is an event or a market; each content it has had is a version, and a generation of a list (a walk that has
 * ended) is its versions in the venue's order. Versions are never changed, so what has been frozen stays.
 */
export const catalogMigrations: readonly Migration[] = [
  {
    version: 7,
    sql: `
      CREATE TABLE sources (
        id INTEGER PRIMARY KEY,
        venue TEXT NOT NULL,
        address TEXT NOT NULL,
        UNIQUE (venue, address)
      );
      CREATE TABLE walks (
        id INTEGER PRIMARY KEY,
        source INTEGER NOT NULL REFERENCES sources (id),
        status TEXT NOT NULL,
        began_at INTEGER NOT NULL,
        ended_at INTEGER,
        superseded_at INTEGER,
        pages INTEGER NOT NULL DEFAULT 0,
        next TEXT,
        lists_markets INTEGER NOT NULL,
        rows INTEGER NOT NULL DEFAULT 0,
        omitted TEXT
      );
      -- Digests are those of digest.ts; digest is of what its last version tells, named of its names.
      CREATE TABLE things (
        id INTEGER PRIMARY KEY,
        source INTEGER NOT NULL REFERENCES sources (id),
        kind TEXT NOT NULL,
        native_id TEXT NOT NULL,
        status TEXT NOT NULL,
        walk INTEGER NOT NULL,
        version INTEGER NOT NULL,
        digest INTEGER NOT NULL,
        named INTEGER NOT NULL,
        described INTEGER NOT NULL,
        description INTEGER NOT NULL,
        first_seen INTEGER NOT NULL,
        last_seen INTEGER NOT NULL,
        gone_at INTEGER,
        UNIQUE (source, kind, native_id)
      );
      CREATE TABLE versions (
        id INTEGER PRIMARY KEY,
        thing INTEGER NOT NULL,
        status TEXT NOT NULL,
        volume24h REAL,
        volume REAL,
        liquidity REAL,
        starts_at REAL,
        ends_at REAL,
        open_interest REAL,
        market_count INTEGER,
        total_volume REAL,
        yes_price REAL,
        no_price REAL,
        up_price REAL,
        down_price REAL,
        yes_change REAL,
        no_change REAL,
        up_change REAL,
        down_change REAL,
        category TEXT,
        tags TEXT NOT NULL,
        title TEXT NOT NULL,
        labels TEXT NOT NULL,
        description INTEGER NOT NULL,
        slug TEXT NOT NULL DEFAULT '',
        closes_at REAL
      );
      -- Versions that are no longer the last of their thing.
      CREATE TABLE replaced (version INTEGER PRIMARY KEY);
      -- Names as a JSON list; json as UTF-8.
      CREATE TABLE texts (
        version INTEGER PRIMARY KEY,
        names TEXT NOT NULL,
        json BLOB NOT NULL
      );
      CREATE TABLE descriptions (
        id INTEGER PRIMARY KEY,
        lowered TEXT NOT NULL
      );
      -- The versions of an event's markets, as a JSON list.
      CREATE TABLE parts (
        event INTEGER PRIMARY KEY,
        markets TEXT NOT NULL
      );
      -- The versions on a page of a walk, as a list of doubles.
      CREATE TABLE places (
        id INTEGER PRIMARY KEY,
        walk INTEGER NOT NULL REFERENCES walks (id),
        kind TEXT NOT NULL,
        page INTEGER NOT NULL,
        versions BLOB NOT NULL,
        UNIQUE (walk, kind, page)
      );
      -- Names by their digests.
      CREATE TABLE names (
        name INTEGER NOT NULL,
        thing INTEGER NOT NULL,
        PRIMARY KEY (name, thing)
      ) WITHOUT ROWID;
      -- The same of the latest pages, not yet among them: digest, thing, digest, thing..., as a list of doubles.
      CREATE TABLE new_names (
        id INTEGER PRIMARY KEY,
        pairs BLOB NOT NULL
      );
      -- The sourceMetadata of versions whose numbers begin alike, compressed together (metadata.ts).
      CREATE TABLE metadata (
        block INTEGER PRIMARY KEY,
        packed BLOB NOT NULL
      );
      -- Lists that came back much shorter than they were, with the rows that were seen, until a later reading agrees.
      CREATE TABLE doubts (
        source INTEGER NOT NULL REFERENCES sources (id),
        status TEXT NOT NULL,
        since INTEGER NOT NULL,
        events INTEGER NOT NULL DEFAULT 0,
        markets INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (source, status)
      ) WITHOUT ROWID;
    `,
  },
  {
    version: 8,
    sql: `
      -- The markets that the list lacked: how many, and the ids of some, as JSON.
      ALTER TABLE doubts ADD COLUMN missing TEXT;
    `,
  },
]
