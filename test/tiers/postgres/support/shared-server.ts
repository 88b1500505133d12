import { afterAll, beforeAll } from 'vitest'
import type { PriceCandle } from '../../../../src/api/models/models.js'
import type { SharedPart, SharedSeries } from '../../../../src/candles/shared/candle-tier.js'
import type { Coverage } from '../../../../src/candles/store/candle-store.js'
import { createSystemIds } from '../../../../src/effects/ids.js'
import { createAbort } from '../../../../src/policy/abort.js'
import { createPostgresTier, type PostgresTier } from '../../../../src/tiers/postgres/create-postgres-tier.js'
import { type FakeClock, fakeClock } from '../../../support/clock.js'
import { findPostgres, type Postgres, startPostgres } from '../../../support/postgres.js'

export const MINUTE = 60_000
/** When the candles of 1970 were fetched, epoch ms; later ones at their end. */
export const FETCHED_AT = 100_000 * MINUTE
export const programs = findPostgres()
/** Title of tests that need the server. */
export const withPostgres = programs === undefined ? '(no PostgreSQL here)' : 'over PostgreSQL'

/** A server for the tests of a file, and daemons of it. */
export interface SharedServer {
  readonly server: Postgres
  /** Opens a tier of a daemon; closed at the end. @param url another address of the server */
  open(daemonId?: string, url?: string): PostgresTier & { readonly clock: FakeClock }
}

/** Starts a server before the tests of a file. */
export function useSharedServer(): SharedServer {
  let server: Postgres | undefined
  const tiers: PostgresTier[] = []
  beforeAll(() => {
    server = startPostgres(programs ?? '')
  })
  afterAll(async () => {
    await Promise.all(tiers.map((tier) => tier.close()))
    server?.close()
  })
  const running = (): Postgres => {
    if (server === undefined) throw new Error('the server does not run')
    return server
  }
  return {
    get server() {
      return running()
    },
    open(daemonId = 'a', url = running().address) {
      const clock = fakeClock()
      const tier = createPostgresTier({ url, daemonId, version: '1.2.3', ids: createSystemIds(), clock })
      tiers.push(tier)
      return { ...tier, clock }
    },
  }
}

export const { signal } = createAbort()

let names = 0
/** Returns a series that no other test has. */
export function newSeries(stepMs = MINUTE): SharedSeries {
  return { venue: 'kalshi', seriesKey: `FOO-${names++}`, stepMs, basis: 'trade' }
}

export function bar(minute: number, close = 0.5, volume: number | undefined = 3): PriceCandle {
  const prices = { timestamp: minute * MINUTE, open: 0.4, high: 0.9, low: 0.1, close }
  return volume === undefined ? prices : { ...prices, volume }
}

const fetchedAt = (minute: number): number => Math.max(FETCHED_AT, minute * MINUTE)

export function covers(from: number, to: number, kind: Coverage['kind'] = 'data', route = 'live'): Coverage {
  return { from: from * MINUTE, to: to * MINUTE, kind, route, fetchedAt: fetchedAt(to) }
}

export const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })

/** Returns a part with a candle for each minute. */
export function partOf(from: number, to: number, close = 0.5, knownAt = fetchedAt(to)): SharedPart {
  return {
    bars: Array.from({ length: to - from }, (_, at) => bar(from + at, close)),
    coverage: [{ ...covers(from, to), fetchedAt: knownAt }],
    receipts: [{ ...minutes(from, to), knownAt, finalAt: knownAt, source: 'live' }],
    provisional: [],
  }
}

export const blank: SharedPart = { bars: [], coverage: [], receipts: [], provisional: [] }
