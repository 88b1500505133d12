import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 5, 10, 9, 30)
const LISTED = START - 6 * HOUR

/** More sequences for a long run: PMX_HOSTILE_RUNS=2000 npx vitest run test/candles/hostile-days.property.test.ts */
const RUNS = Number(process.env['PMX_HOSTILE_RUNS'] ?? 40)

const ms = (most: number) => fc.integer({ min: 1, max: most })
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      resolution: fc.constantFrom('1m', '15m', '1h'),
      back: fc.integer({ min: 0, max: 10 * 60 }),
      length: fc.integer({ min: 0, max: 10 * 60 }),
      asJson: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('advance' as const), ms: ms(4 * HOUR) }) },
  // Somebody sets our clock, and may set it right again.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ahead' as const), ms: ms(3 * DAY) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'right' as const }) },
  // The venue's indexer stands still, and catches up.
  { weight: 1, arbitrary: fc.constant({ kind: 'stall' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'catch up' as const }) },
  // The market closes, and is opened again as if it had never been closed.
  { weight: 1, arbitrary: fc.constant({ kind: 'close' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
)

test('whatever clocks, indexers and closings do: when all is well again, every candle is the venue’s', async () => {
  const folder = temporaryFolder()
  let runs = 0
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 4, maxLength: 20 }),
        fc.boolean(),
        async (commands, tellsTime) => {
          const clock = fakeClock(START)
          const world = candleWorld({ clock, listedAt: LISTED })
          const path = join(folder.path, `run-${runs++}.db`)
          const begin = () => {
            const store = openStore(path)
            store.dropFuture(clock.now())
            return {
              store,
              engine: engineOver(store, clock, () => (tellsTime ? world.now() : undefined)),
            }
          }
          let { store, engine } = begin()
          let aheadMs = 0
          const jump = (to: number): void => {
            clock.jump(to - aheadMs)
            aheadMs = to
          }
          const play = {
            right: () => jump(0),
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
            restart: () => {
              store.close()
              ;({ store, engine } = begin())
            },
          }
          for (const step of commands) {
            if (step.kind === 'advance') clock.passTo(clock.now() + step.ms)
            else if (step.kind === 'ahead') jump(step.ms)
            else if (step.kind !== 'ask') play[step.kind]()
            else {
              const end = clock.now() - step.back * MINUTE
              const query = { resolution: step.resolution, start: end - step.length * MINUTE, end }
              const asked = step.asJson ? engine.candlesJson : engine.candles
              await asked(world.venue, 'yes', query, patientCall())
            }
          }
          jump(0)
          world.stalledAt = undefined
          world.closedAt = undefined
          // Silence is its own proof after a day, and a closing is believed for one.
          clock.passTo(clock.now() + 25 * HOUR)
          const now = clock.now()
          for (const [resolution, stepMs] of [
            ['1m', MINUTE],
            ['1h', HOUR],
          ] as const) {
            const query = { resolution, start: LISTED, end: now }
            const { bars } = await engine.candles(world.venue, 'yes', query, patientCall())
            const span = { from: LISTED - (LISTED % stepMs), to: now + 1 }
            expect(bars).toEqual(world.truth('yes', stepMs, span, world.now()))
          }
          store.close()
        },
      ),
      { numRuns: RUNS },
    )
  } finally {
    folder.remove()
  }
}, 120_000)
