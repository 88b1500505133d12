import type { PostgresConnection, Statements } from './connection/connection.js'
import { isRefusedWrite, PostgresTierError } from './connection/tier-errors.js'

/** A daemon's access to a server. */
export type TierAccess =
  | { readonly kind: 'read_write' }
  /**
   * @property reason for people: what is missing, and what to do
   * @property isServer nobody may write there now; sessions that are open may not notice when that ends
   */
  | { readonly kind: 'take_only'; readonly reason: string; readonly isServer?: true }

/** Version of the schema that this program writes. */
const SCHEMA_VERSION = 2
/** The first version with replaced values. */
const RESTATED_VERSION = 2
/** Oldest schema version whose programs can read, and write, a database that this program migrated. */
const OLDEST_READER = 1
const OLDEST_WRITER = 1

/** Only one daemon migrates at a time. The others wait and then find the schema in place. Any number that nobody else uses. */
const MIGRATION_LOCK = 7_262_019_311

const tables = `
CREATE TABLE pmx_local.meta (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  schema_version int NOT NULL, oldest_reader int NOT NULL, oldest_writer int NOT NULL,
  database_id uuid NOT NULL DEFAULT gen_random_uuid(), retracted bigint NOT NULL DEFAULT 0);
CREATE TABLE pmx_local.series (
  id bigserial PRIMARY KEY,
  venue text NOT NULL, series_key text NOT NULL, step_ms bigint NOT NULL CHECK (step_ms > 0), basis text NOT NULL,
  generation bigint NOT NULL DEFAULT 0, loose int NOT NULL DEFAULT 0,
  UNIQUE (venue, series_key, step_ms, basis));
CREATE TABLE pmx_local.coverage (
  series_id bigint NOT NULL REFERENCES pmx_local.series, from_time bigint NOT NULL,
  to_time bigint NOT NULL CHECK (to_time > from_time),
  kind text NOT NULL CHECK (kind IN ('data', 'proven_empty', 'before_listing', 'after_close')),
  route text NOT NULL, fetched_at bigint NOT NULL, daemon text NOT NULL, version text NOT NULL,
  PRIMARY KEY (series_id, from_time));
CREATE INDEX coverage_of_daemon ON pmx_local.coverage (daemon);
CREATE TABLE pmx_local.provisional (
  series_id bigint NOT NULL REFERENCES pmx_local.series, from_time bigint NOT NULL,
  to_time bigint NOT NULL CHECK (to_time > from_time), route text NOT NULL, requested_at bigint NOT NULL,
  look_again_at bigint NOT NULL, looks int NOT NULL, daemon text NOT NULL,
  PRIMARY KEY (series_id, from_time));
CREATE TABLE pmx_local.chunks (
  series_id bigint NOT NULL REFERENCES pmx_local.series, from_time bigint NOT NULL,
  last_time bigint NOT NULL CHECK (last_time >= from_time), count int NOT NULL CHECK (count > 0), body bytea NOT NULL,
  PRIMARY KEY (series_id, from_time));
ALTER TABLE pmx_local.chunks ALTER body SET STORAGE EXTERNAL;
CREATE TABLE pmx_local.loose (
  series_id bigint NOT NULL REFERENCES pmx_local.series, open_time bigint NOT NULL,
  open float8 NOT NULL, high float8 NOT NULL, low float8 NOT NULL, close float8 NOT NULL, volume float8,
  PRIMARY KEY (series_id, open_time));
CREATE TABLE pmx_local.receipts (
  series_id bigint NOT NULL REFERENCES pmx_local.series, from_time bigint NOT NULL,
  to_time bigint NOT NULL CHECK (to_time > from_time), known_at bigint NOT NULL, within_ms bigint, final_at bigint,
  source text NOT NULL, daemon text NOT NULL, restated text,
  PRIMARY KEY (series_id, to_time, from_time, known_at, source));
CREATE UNLOGGED TABLE pmx_local.claims (
  name text NOT NULL, bucket bigint NOT NULL, owner uuid NOT NULL, daemon text NOT NULL, until timestamptz NOT NULL,
  PRIMARY KEY (name, bucket));
CREATE TABLE pmx_local.retractions (
  id bigint PRIMARY KEY, series_id bigint NOT NULL REFERENCES pmx_local.series, from_time bigint NOT NULL,
  to_time bigint NOT NULL CHECK (to_time > from_time), reason text NOT NULL, origin uuid NOT NULL,
  daemon text NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE pmx_local.outcomes (
  venue text NOT NULL, outcome_id text NOT NULL, located text NOT NULL, checked_at bigint NOT NULL, daemon text NOT NULL,
  PRIMARY KEY (venue, outcome_id));
CREATE UNLOGGED TABLE pmx_local.lists (
  id uuid PRIMARY KEY, venue text NOT NULL, status text NOT NULL, began_at bigint NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(), daemon text NOT NULL);
CREATE INDEX lists_by_name ON pmx_local.lists (venue, status, began_at);
CREATE UNLOGGED TABLE pmx_local.list_responses (
  list_id uuid NOT NULL, key text NOT NULL, body bytea NOT NULL, added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (list_id, key));
ALTER TABLE pmx_local.list_responses ALTER body SET STORAGE EXTERNAL;
CREATE UNLOGGED TABLE pmx_local.rate_budgets (
  name text PRIMARY KEY, tokens float8 NOT NULL, updated_at timestamptz NOT NULL, paused_until timestamptz NOT NULL);
INSERT INTO pmx_local.meta (schema_version, oldest_reader, oldest_writer)
  VALUES (${SCHEMA_VERSION}, ${OLDEST_READER}, ${OLDEST_WRITER});`

/** An additional safeguard below the series row's lock, if the extension may be used. */
const constraints = `
CREATE EXTENSION IF NOT EXISTS btree_gist;
ALTER TABLE pmx_local.coverage ADD CONSTRAINT coverage_disjoint
  EXCLUDE USING gist (series_id WITH =, int8range(from_time, to_time) WITH &&);
ALTER TABLE pmx_local.chunks ADD CONSTRAINT chunks_disjoint
  EXCLUDE USING gist (series_id WITH =, int8range(from_time, last_time, '[]') WITH &&);`

/** Rights for the guide's roles, if an administrator has created them. */
const grants = `
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'pmx_reader') THEN
    GRANT USAGE ON SCHEMA pmx_local TO pmx_reader;
    GRANT SELECT ON ALL TABLES IN SCHEMA pmx_local TO pmx_reader;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'pmx_writer') THEN
    GRANT USAGE ON SCHEMA pmx_local TO pmx_writer;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pmx_local TO pmx_writer;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA pmx_local TO pmx_writer;
  END IF;
END $$;`

/** The schema of a database. */
interface SchemaFacts {
  readonly version: number
  readonly oldestReader: number
  readonly oldestWriter: number
  /** A restored or new database has a different history of retractions. */
  readonly databaseId: string
}

/** A schema that can be used. */
export interface PreparedSchema {
  readonly access: TierAccess
  /** Whether receipts have the column of replaced values. */
  readonly hasRestated: boolean
}

/**
 * Creates or updates the schema, and returns the access of this program and its role. A role that may not update the schema uses
 * it as it is.
 * @throws PostgresTierError where it may not even read
 */
export async function prepareSchema(
  connection: PostgresConnection,
  signal: AbortSignal,
): Promise<PreparedSchema> {
  const known = await findSchema(connection, signal)
  const facts = known ?? (await createSchema(connection, signal))
  const access = await readAccess(connection, facts, signal)
  const { version } = access.kind === 'read_write' ? await updateSchema(connection, facts, signal) : facts
  return { access, hasRestated: version >= RESTATED_VERSION }
}

/** @throws PostgresTierError where it may not even read */
async function readAccess(
  connection: PostgresConnection,
  facts: SchemaFacts,
  signal: AbortSignal,
): Promise<TierAccess> {
  if (facts.oldestReader > SCHEMA_VERSION)
    throw new PostgresTierError(
      `the shared history has schema version ${facts.version}, which this version of pmx-local cannot read. Update pmx-local.`,
    )
  if (facts.oldestWriter > SCHEMA_VERSION)
    return {
      kind: 'take_only',
      reason: `the shared history has schema version ${facts.version}, which this version of pmx-local cannot write. Update pmx-local.`,
    }
  const { isServerWritable, hasRights } = await readRights(connection, signal)
  if (!isServerWritable)
    return {
      kind: 'take_only',
      isServer: true,
      reason: 'the server is read-only, for example a standby. Uploads continue when it accepts writes.',
    }
  return hasRights
    ? { kind: 'read_write' }
    : {
        kind: 'take_only',
        reason: 'the database role is read-only. Use a role with the rights of pmx_writer.',
      }
}

/** Returns the schema of a database, or undefined if there is none yet. */
async function findSchema(
  { rows }: Pick<PostgresConnection, 'rows'>,
  signal: AbortSignal,
): Promise<SchemaFacts | undefined> {
  const found = await rows(findTable, [], signal)
  return found.length === 0 ? undefined : toFacts(await rows(readFacts, [], signal))
}

/** Does not use `to_regclass`, which may not see a table that was created during the wait for the lock. */
const findTable = `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'pmx_local' AND c.relname = 'meta'`

const readFacts = 'SELECT schema_version, oldest_reader, oldest_writer, database_id::text FROM pmx_local.meta'

function toFacts([row = []]: readonly (readonly unknown[])[]): SchemaFacts {
  const [version, oldestReader, oldestWriter, databaseId] = row
  return {
    version: Number(version),
    oldestReader: Number(oldestReader),
    oldestWriter: Number(oldestWriter),
    databaseId: String(databaseId),
  }
}

async function createSchema(connection: PostgresConnection, signal: AbortSignal): Promise<SchemaFacts> {
  try {
    return await connection.transact(migrate, signal)
  } catch (error) {
    if (!isRefusedWrite(error)) throw error
    throw new PostgresTierError(
      'the database has no shared history yet, and this role is not allowed to create it. Connect once with a role that may create the schema pmx_local.',
    )
  }
}

async function migrate({ rows }: Statements): Promise<SchemaFacts> {
  // Daemons that start together wait for the first one, longer than other transactions.
  await rows("SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '60s', true)")
  await rows('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  if ((await rows(findTable)).length > 0) return toFacts(await rows(readFacts))
  await rows('CREATE SCHEMA IF NOT EXISTS pmx_local')
  await runScript(rows, tables)
  await rows('SAVEPOINT constraints')
  try {
    await runScript(rows, constraints)
  } catch {
    await rows('ROLLBACK TO SAVEPOINT constraints')
  }
  await rows(grants)
  return toFacts(await rows(readFacts))
}

/**
 * Changes that older programs neither notice nor need. One that fails, because a long transaction uses the table, is tried again at
 * the next preparation.
 */
async function updateSchema(
  connection: PostgresConnection,
  facts: SchemaFacts,
  signal: AbortSignal,
): Promise<SchemaFacts> {
  if (facts.version >= SCHEMA_VERSION) return facts
  try {
    return await connection.transact(async ({ rows }) => {
      await rows('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      const current = toFacts(await rows(readFacts))
      if (current.version >= SCHEMA_VERSION || (await rows(findOwned)).length === 0) return current
      await rows('ALTER TABLE pmx_local.receipts ADD COLUMN IF NOT EXISTS restated text')
      await rows('UPDATE pmx_local.meta SET schema_version = $1', [SCHEMA_VERSION])
      return { ...current, version: SCHEMA_VERSION }
    }, signal)
  } catch {
    return facts
  }
}

/** Only an owner may change a table. */
const findOwned = `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'pmx_local' AND c.relname = 'receipts' AND pg_has_role(c.relowner, 'USAGE')`

/** Statements with values are sent one by one. */
async function runScript(rows: Statements['rows'], script: string): Promise<void> {
  for (const statement of script.split(';\n')) await rows(statement)
}

/** Whether the server accepts writes, and the role may write a daemon's uploads. */
async function readRights({ rows }: Pick<PostgresConnection, 'rows'>, signal: AbortSignal) {
  const written = [
    'series',
    'coverage',
    'provisional',
    'chunks',
    'loose',
    'receipts',
    'claims',
    'retractions',
    'outcomes',
    'lists',
    'list_responses',
    'meta',
  ]
  const [[isServerWritable, hasRights] = []] = await rows(
    `SELECT NOT pg_is_in_recovery() AND current_setting('default_transaction_read_only') = 'off',
       bool_and(has_table_privilege('pmx_local.' || name, CASE name WHEN 'meta' THEN 'UPDATE' ELSE 'INSERT' END))
     FROM unnest($1::text[]) AS name`,
    [written],
    signal,
  )
  return { isServerWritable: isServerWritable === true, hasRights: hasRights === true }
}
