import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { alignDown } from '../../src/api/times/resolution.js'
import { createResilientStore, type FileStore } from '../../src/candles/database/fallback-store.js'
import { candleMigrations } from '../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../src/candles/database/sqlite-store.js'
import type { FetchCall } from '../../src/candles/fetch/fetch-target.js'
import { createRestoring } from '../../src/candles/store/import-candles.js'
import { silentLogger } from '../../src/observe/logger.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { requireSecret, type Secrets } from '../../src/venue-kit/contract/account-secrets.js'
import type { Venue, VenueContext } from '../../src/venue-kit/contract/venue.js'
import { type CandleWorld, candleWorld } from '../support/candle-world.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { engineOver, patientCall, temporaryFolder } from '../support/engine.js'
import { breaking } from './store-suite.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 5, 10, 9, 30)
const LISTED = START - 6 * HOUR
const LAG = 90_000

/** More sequences for a long run: PMX_HOSTILE_RUNS=2000 npx vitest run test/candles/hostile-days.property.test.ts */
const RUNS = Number(process.env['PMX_HOSTILE_RUNS'] ?? 40)

const driver = await loadDriver()

/** Callers by what they may see of a venue without public data. */
const callers = {
  owner: { isOwner: true, key: 'full' },
  entitled: { isOwner: false, key: 'full' },
  lesser: { isOwner: false, key: 'lesser' },
  stranger: { isOwner: false, key: undefined },
} as const

const ms = (most: number, least = 1) => fc.integer({ min: least, max: most })
const minutesBack = fc.integer({ min: 0, max: 10 * 60 })
const ask = fc.record({
  who: fc.constantFrom(
    ...(['owner', 'owner', 'entitled', 'entitled', 'lesser', 'stranger'] satisfies (keyof typeof callers)[]),
  ),
  resolution: fc.constantFrom('1m', '15m', '1h', '4h'),
  back: minutesBack,
  length: minutesBack,
  asJson: fc.boolean(),
})
type Ask = typeof ask extends fc.Arbitrary<infer Value> ? Value : never

const command = fc.oneof(
  // At once, by whoever comes.
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      all: fc.array(ask, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('advance' as const), ms: ms(4 * HOUR) }) },
  // Somebody sets our clock ahead or behind, and may set it right again.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      ms: fc.oneof(ms(3 * DAY), ms(0, -5 * HOUR)),
    }),
  },
  // Candles come from a file without coverage.
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      back: minutesBack,
      length: minutesBack,
      stepMs: fc.constantFrom(MINUTE, HOUR),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'right' as const,
        // The venue's indexer stands still, and catches up.
        'stall' as const,
        'catch up' as const,
        // The market closes, and is opened again as if it had never been closed.
        'close' as const,
        'reopen' as const,
        // The disk is full in the middle of a commit, until somebody makes room.
        'fill' as const,
        'make room' as const,
        'restart' as const,
      ),
    }),
  },
)

test('whatever clocks, indexers, closings, disks, imports and callers do: nobody sees what he may not, and when all is well again every candle is the venue’s', async () => {
  const folder = temporaryFolder()
  let runs = 0
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 4, maxLength: 20 }),
        fc.boolean(),
        fc.boolean(),
        async (commands, tellsTime, isPrivate) => {
          const clock = fakeClock(START)
          const world = candleWorld({ clock, listedAt: LISTED, finalAfterMs: LAG })
          const venue = withKeys(world, isPrivate)
          const disk = createDisk(join(folder.path, `run-${runs++}.db`), clock)
          const begin = () => {
            const store = disk.open()
            store.dropFuture(clock.now())
            return { store, engine: engineOver(store, clock, () => (tellsTime ? world.now() : undefined)) }
          }
          let { store, engine } = begin()
          const restart = (): void => {
            store.close()
            ;({ store, engine } = begin())
          }
          let aheadMs = 0
          const set = (to: number): void => {
            clock.jump(to - aheadMs)
            aheadMs = to
          }
          const play = {
            right: () => set(0),
            stall: () => {
              world.stalledAt ??= world.now()
            },
            'catch up': () => {
              world.stalledAt = undefined
            },
            close: () => {
              world.closedAt ??= world.now()
            },
            reopen: () => {
              world.closedAt = undefined
            },
            fill: () => {
              disk.isFull = true
            },
            'make room': () => {
              disk.isFull = false
            },
            restart,
          }
          async function answer({ who, resolution, back, length, asJson }: Ask): Promise<void> {
            const end = clock.now() - back * MINUTE
            const query = { resolution, start: end - length * MINUTE, end }
            const asked = asJson ? engine.candlesJson : engine.candles
            const told = asked(venue, 'yes', query, callBy(who))
            if (callers[who].key === 'full') await told
            else if (isPrivate) await expect(told).rejects.toThrow(PmxError)
            else await told.catch(() => undefined)
          }
          for (const step of commands) {
            if (step.kind === 'advance') {
              clock.passTo(clock.now() + step.ms)
              // The end of a closed market is final an hour after the close. Only a recheck finds a longer standstill over it.
              if (world.now() - (world.closedAt ?? world.now()) >= HOUR) world.stalledAt = undefined
            } else if (step.kind === 'set') set(step.ms)
            else if (step.kind === 'ask') await Promise.all(step.all.map(answer))
            else if (step.kind === 'import') {
              store.close()
              // A candle in which the market closed is not the last word where it is opened again.
              const finalTo = Math.min(world.now() - LAG, world.closedAt ?? Number.POSITIVE_INFINITY)
              const to = Math.min(world.now() - step.back * MINUTE, finalTo)
              const span = { from: to - step.length * MINUTE, to: alignDown(to, step.stepMs) }
              disk.bring(world, step.stepMs, span, clock.now())
              ;({ store, engine } = begin())
            } else play[step.kind]()
          }
          set(0)
          Object.assign(world, { stalledAt: undefined, closedAt: undefined })
          disk.isFull = false
          // Silence is its own proof after a day, and a closing is believed for one.
          clock.passTo(clock.now() + 25 * HOUR)
          const now = clock.now()
          for (const [resolution, stepMs] of [
            ['1m', MINUTE],
            ['15m', 15 * MINUTE],
            ['1h', HOUR],
            ['4h', 4 * HOUR],
          ] as const) {
            const query = { resolution, start: LISTED, end: now }
            const { bars } = await engine.candles(venue, 'yes', query, callBy('entitled'))
            const span = { from: alignDown(LISTED, stepMs), to: now + 1 }
            expect(bars).toEqual(world.truth('yes', stepMs, span, world.now()))
          }
          store.close()
        },
      ),
      {
        numRuns: RUNS,
        // Candles of a later hour are brought from a file while the venue's indexer stands still.
        examples: [
          [
            [
              { kind: 'stall' },
              { kind: 'advance', ms: 5_490_000 },
              { kind: 'import', back: 0, length: 1, stepMs: HOUR },
              { kind: 'ask', all: [{ who: 'owner', resolution: '4h', back: 0, length: 0, asJson: false }] },
              { kind: 'advance', ms: 1 },
              { kind: 'ask', all: [{ who: 'owner', resolution: '1m', back: 0, length: 0, asJson: false }] },
              { kind: 'set', ms: 0 },
              { kind: 'right' },
            ],
            false,
            false,
          ],
        ],
      },
    )
  } finally {
    folder.remove()
  }
})

function callBy(who: keyof typeof callers): FetchCall {
  const { isOwner, key } = callers[who]
  const secrets: Secrets = { values: key === undefined ? {} : { apiKey: key }, withheld: false }
  return { ...patientCall(), secrets, isOwner }
}

/** A venue that lets nobody in without a key, and shows candles to the accounts that are entitled to them. */
function withKeys({ venue }: CandleWorld, isPrivate: boolean): Venue {
  const { candles, outcomes } = venue
  if (candles === undefined || outcomes === undefined) throw new Error('the world has candles')
  const keyOf = ({ secrets }: VenueContext) => requireSecret(secrets, 'apiKey', venue.id, 'send one')
  return {
    ...venue,
    ...(isPrivate ? { isPrivate } : {}),
    outcomes: {
      ...outcomes,
      async locate(outcomeId, ctx) {
        keyOf(ctx)
        return outcomes.locate(outcomeId, ctx)
      },
    },
    candles: {
      ...candles,
      async fetch(series, step, window, ctx) {
        if (keyOf(ctx) !== 'full') throw new PmxError('PERMISSION_DENIED', 'this account sees no candles')
        return candles.fetch(series, step, window, ctx)
      },
    },
  }
}

/** A database file on a disk that may be full. */
function createDisk(path: string, clock: FakeClock) {
  // Small enough that both forms of stored candles meet everything that happens.
  const sealing = {
    before: () => clock.now() - 2 * 3_600_000,
    sizes: { most: 16, leastAtOnce: 4 },
  }
  const openFile = () =>
    createSqliteStore(openDatabase(driver, path, candleMigrations).database, () => '', sealing)
  const disk = {
    isFull: false,
    open: () =>
      createResilientStore({
        open: () => ({ store: unlessFull(openFile()), newer: false }),
        isThere: () => true,
        moveAside: () => undefined,
        clock,
        log: silentLogger,
      }),
    /** Imports what the venue tells of a span, as it was exported elsewhere. */
    bring(world: CandleWorld, stepMs: number, span: { from: number; to: number }, now: number): void {
      const store = openFile()
      const identity = { venue: world.venue.id, seriesKey: 'yes', stepMs, basis: 'trade' } as const
      const restoring = createRestoring(store, () => undefined, now)
      const bars = world.truth('yes', stepMs, { ...span, from: alignDown(span.from, stepMs) }, world.now())
      for (const bar of bars) restoring.row({ identity, bar, line: 1 })
      restoring.end()
      store.close()
    },
  }
  function unlessFull(store: FileStore): FileStore {
    return {
      ...store,
      commit(identity, commit) {
        if (!disk.isFull) return store.commit(identity, commit)
        try {
          store.commit(identity, { ...commit, bars: breaking(commit.bars) })
        } catch {
          throw Object.assign(new Error('the disk is full'), { code: 'SQLITE_FULL' })
        }
      },
    }
  }
  return disk
}
