import type { Migration } from '../../storage/migrate.js'

/** Deletes all lists, so that they are synced again. For the tables of versions 2 to 6. */
const FORGET_ROWS = `
      DELETE FROM new_names;
      DELETE FROM names;
      DELETE FROM places;
      DELETE FROM parts;
      DELETE FROM descriptions;
      DELETE FROM texts;
      DELETE FROM replaced;
      DELETE FROM versions;
      DELETE FROM things;
      DELETE FROM walks;`

/**
 * The schema migrations of the catalog. Times are epoch ms; a released migration is never edited.
 * A thing is an event or a market, and each state of its content is a version. A generation of a list (a sync that has ended) is
 * its versions in the venue's order. Versions never change, so snapshots stay valid.
 */
export const catalogMigrations: readonly Migration[] = [
  {
    version: 1,
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
      CREATE TABLE things (
        id INTEGER PRIMARY KEY,
        source INTEGER NOT NULL REFERENCES sources (id),
        kind TEXT NOT NULL,
        native_id TEXT NOT NULL,
        status TEXT NOT NULL,
        walk INTEGER NOT NULL,
        version INTEGER NOT NULL,
        digest TEXT NOT NULL,
        names_digest TEXT NOT NULL,
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
        description INTEGER NOT NULL
      );
      CREATE TABLE texts (
        version INTEGER PRIMARY KEY,
        json TEXT NOT NULL
      );
      CREATE TABLE descriptions (
        id INTEGER PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE,
        lowered TEXT NOT NULL
      );
      CREATE TABLE parts (
        event INTEGER NOT NULL,
        position INTEGER NOT NULL,
        market INTEGER NOT NULL,
        PRIMARY KEY (event, position)
      ) WITHOUT ROWID;
      CREATE TABLE places (
        walk INTEGER NOT NULL REFERENCES walks (id),
        kind TEXT NOT NULL,
        position INTEGER NOT NULL,
        version INTEGER NOT NULL,
        PRIMARY KEY (walk, kind, position)
      ) WITHOUT ROWID;
      CREATE TABLE names (
        source INTEGER NOT NULL,
        name TEXT NOT NULL,
        thing INTEGER NOT NULL,
        PRIMARY KEY (source, name, thing)
      ) WITHOUT ROWID;
    `,
  },
  {
    // Rebuilds all tables for few statements per page. The old rows can be synced from the venues again.
    version: 2,
    sql: `
      DROP TABLE names;
      DROP TABLE places;
      DROP TABLE parts;
      DROP TABLE descriptions;
      DROP TABLE texts;
      DROP TABLE versions;
      DROP TABLE things;
      DELETE FROM walks;
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
        description INTEGER NOT NULL
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
    `,
  },
  {
    // Adds the slug, and rows with their cross-venue ids. All rows are synced again.
    version: 3,
    sql: `
      ALTER TABLE versions ADD COLUMN slug TEXT NOT NULL DEFAULT '';
      ${FORGET_ROWS}
    `,
  },
  {
    // Adds the end of trading. Rows that were stored before have their `ends_at` until they are synced again.
    version: 4,
    sql: `
      ALTER TABLE versions ADD COLUMN closes_at REAL;
      UPDATE versions SET closes_at = ends_at;
    `,
  },
  {
    // Adds lists that came back much shorter than before, until a later sync agrees.
    version: 5,
    sql: `
      CREATE TABLE doubts (
        source INTEGER NOT NULL REFERENCES sources (id),
        status TEXT NOT NULL,
        since INTEGER NOT NULL,
        PRIMARY KEY (source, status)
      ) WITHOUT ROWID;
    `,
  },
  {
    // Stores all fields of the venue separately from the rest of a row. All rows are synced again.
    version: 6,
    sql: `
      ${FORGET_ROWS}
      -- The sourceMetadata of versions whose numbers begin alike, compressed together (metadata.ts).
      CREATE TABLE metadata (
        block INTEGER PRIMARY KEY,
        packed BLOB NOT NULL
      );
    `,
  },
  {
    // Adds row counts to the doubts: two short syncs agree where they saw about as many rows. Older doubts lack the counts and
    // are deleted.
    version: 7,
    sql: `
      DELETE FROM doubts;
      ALTER TABLE doubts ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE doubts ADD COLUMN markets INTEGER NOT NULL DEFAULT 0;
    `,
  },
]
