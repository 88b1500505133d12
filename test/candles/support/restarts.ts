import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { type CandleAnswer, createCandleEngine } from '../../../src/candles/engine.js'
import type { CandleQuery } from '../../../src/candles/response/window.js'
import { locateOutcome } from '../../../src/core/listings/outcome-resolver.js'
import { createContexts } from '../../../src/core/request/request-context.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { Database, SqlValue } from '../../../src/storage/driver.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { createTransport } from '../../../src/transport/transport.js'
import type { Venue, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import type { FakeClock } from '../../support/clock.js'
import { atOnce, patientCall } from '../../support/engine.js'
import type { StagedVenue } from './staged-venue.js'

const driver = await loadDriver()

/** In the order in which rows can be put back. */
const tables = [
  'series',
  'outcomes',
  'coverage',
  'provisional',
  'receipts',
  'restated',
  'lifecycle',
  'rechecks',
  'provisional_candles',
  'changes',
  'loose_candles',
  'sealed_chunks',
] as const

/** Every row of every table of a candle database. */
export type Dump = Readonly<Record<(typeof tables)[number], readonly SqlValue[][]>>

export const nothing: Dump = {
  series: [],
  outcomes: [],
  coverage: [],
  provisional: [],
  receipts: [],
  restated: [],
  lifecycle: [],
  rechecks: [],
  provisional_candles: [],
  changes: [],
  loose_candles: [],
  sealed_chunks: [],
}

/** An answer without what counts changes of the process that gave it, and what only pins look at. */
export type Answer = Omit<CandleAnswer, 'generation' | 'isOver' | 'period'>

/** A candle database over which processes are started as often as wanted, each remembering nothing but it. */
export interface Restarts {
  dump(): Dump
  /** Puts the database back into an earlier state. */
  restore(dump: Dump): void
  /** A new process: what it returns asks the engine for candles. */
  start(): (outcomeId: string, query: CandleQuery) => Promise<Answer>
  /** A new process with nothing but the venue's sources. */
  context(): VenueContext
}

/** The credentials of the demo world. */
const secrets = { values: { apiToken: 'a-token-of-the-demo-world' }, withheld: false }
const ALLOWED_MS = 25_000

/** @param clock its sleeps must take no time */
export function openRestarts(venue: Venue, staged: StagedVenue, clock: FakeClock): Restarts {
  const database = preparingOnce(openDatabase(driver, ':memory:', candleMigrations).database)
  const readers = tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`)] as const)
  const writers = tables.map((table) => ({
    table,
    empty: database.prepare(`DELETE FROM ${table}`),
    insert: database.prepare(
      `INSERT INTO ${table} VALUES (${columnsOf(table)
        .map(() => '?')
        .join()})`,
    ),
  }))

  function columnsOf(table: (typeof tables)[number]): readonly unknown[] {
    return database.prepare(`PRAGMA table_info(${table})`).rows()
  }

  function startContexts() {
    const unlimited = { capacity: 1e9, perSecond: 1e9, source: 'test' }
    const hosts = Object.fromEntries(
      Object.entries(venue.hosts).map(([name, { url }]) => [name, { url, limit: unlimited }]),
    )
    const transport = createTransport({
      wire: staged.wire,
      clock,
      random: () => 0,
      wiringOf: () => ({ hosts, errors: venue.errors }),
      maxBytes: 64_000_000,
      attemptTimeoutMs: 5_000,
    })
    return createContexts({ transport, clock, log: silentLogger })
  }

  return {
    dump() {
      const rows = readers.map(([table, all]) => [table, all.rows()] as const)
      // What was believed of an outcome stays on record, also where it turned out to be something else.
      // The numbers of changes go on where rows are put back.
      return { ...nothing, ...Object.fromEntries(rows), lifecycle: [], changes: [] }
    },
    restore: (dump) =>
      database.transaction(() => {
        for (const { empty } of [...writers].reverse()) empty.run([])
        for (const { table, insert } of writers) for (const row of dump[table]) insert.run(row)
      }),
    start() {
      const contexts = startContexts()
      const engine = createCandleEngine({
        store: createSqliteStore(database),
        clock,
        turn: atOnce,
        locateOutcome,
        openContext: (of, terms) => contexts.open(of, { ...terms, allowedMs: ALLOWED_MS }),
      })
      return async (outcomeId, query) => {
        const call = { ...patientCall(), secrets }
        const {
          generation: _counted,
          isOver: _forPins,
          // A note of the market, which other members of a row may tell less exactly.
          period: _note,
          ...answer
        } = await engine.candles(venue, outcomeId, query, call)
        return answer
      }
    },
    context() {
      const { signal, priority } = patientCall()
      return startContexts().open(venue, { signal, priority, secrets, allowedMs: ALLOWED_MS })
    },
  }
}

/** A statement keeps nothing of what was asked, so that every process may use the same. */
function preparingOnce(database: Database): Database {
  const prepared = new Map<string, ReturnType<Database['prepare']>>()
  return {
    ...database,
    prepare(sql) {
      const statement = prepared.get(sql) ?? database.prepare(sql)
      prepared.set(sql, statement)
      return statement
    },
  }
}
