import type { Migration } from '../storage/migrate.js'

/** The schema migrations of the order journal. Migrations are added, never edited. */
export const journalMigrations: readonly Migration[] = [
  {
    version: 6,
    sql: `
      -- account_was: the account that the order was written for, by a name that several accounts may go by.
      CREATE TABLE orders (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        at INTEGER NOT NULL,
        venue TEXT NOT NULL,
        account TEXT NOT NULL,
        key TEXT,
        fingerprint TEXT NOT NULL,
        cost TEXT NOT NULL,
        intent TEXT NOT NULL,
        state TEXT NOT NULL,
        outcome TEXT,
        settled_at INTEGER,
        sent_again_at INTEGER,
        answered INTEGER NOT NULL DEFAULT 0,
        released TEXT,
        account_was TEXT
      ) STRICT;
      CREATE INDEX orders_by_key ON orders (venue, account, key) WHERE key IS NOT NULL;
      CREATE INDEX orders_unanswered ON orders (venue, account, fingerprint) WHERE answered = 0;
      CREATE INDEX orders_in_doubt ON orders (number) WHERE state IN ('sending', 'unknown');
      CREATE INDEX orders_by_time ON orders (at);
      CREATE INDEX orders_by_order ON orders (venue, account, json_extract(outcome, '$.order.id')) WHERE state = 'placed';
      CREATE INDEX orders_by_name ON orders (venue, account, json_extract(intent, '$.terms.clientOrderId'));
      CREATE INDEX orders_sent_again ON orders (sent_again_at) WHERE sent_again_at IS NOT NULL;
      CREATE INDEX orders_open ON orders (number) WHERE state = 'placed' AND
        (json_extract(outcome, '$.order.status') IN ('open', 'pending') OR json_extract(outcome, '$.isRestOpen') IS 1);
      CREATE INDEX orders_settled ON orders (settled_at) WHERE settled_at IS NOT NULL;
      CREATE INDEX orders_account_was ON orders (venue, account_was) WHERE account_was IS NOT NULL;
      CREATE TABLE stops (
        number INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        by TEXT NOT NULL,
        reason TEXT,
        ended_at INTEGER,
        ended_by TEXT
      ) STRICT;
      CREATE UNIQUE INDEX stops_in_force ON stops (ended_at IS NULL) WHERE ended_at IS NULL;
      -- Triggers hold the orders of processes of another version too, which read no table of stops.
      CREATE TRIGGER orders_stopped BEFORE INSERT ON orders
      WHEN NEW.state = 'sending' AND EXISTS (SELECT 1 FROM stops WHERE ended_at IS NULL)
      BEGIN
        SELECT RAISE(ABORT, 'orders are stopped: pmx-local orders resume');
      END;
      CREATE TRIGGER orders_stopped_again BEFORE UPDATE OF state ON orders
      WHEN NEW.state = 'sending' AND EXISTS (SELECT 1 FROM stops WHERE ended_at IS NULL)
      BEGIN
        SELECT RAISE(ABORT, 'orders are stopped: pmx-local orders resume');
      END;
      -- Canceled before the row says that it was placed: another process may be about to write that.
      CREATE TABLE early_cancels (
        venue TEXT NOT NULL,
        account TEXT NOT NULL,
        order_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        told TEXT NOT NULL,
        PRIMARY KEY (venue, account, order_id)
      ) STRICT;
    `,
  },
  {
    version: 7,
    sql: `
      -- Orders that were checked for second copies, by the ids of their rows: no process checks them again.
      CREATE TABLE copy_checks (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
      CREATE INDEX copy_checks_by_time ON copy_checks (at);
    `,
  },
]
