import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alignDown, parseResolution } from '../../src/api/times/resolution.js'
import { intersect } from '../../src/api/times/span.js'
import { computeLiveMaxAge } from '../../src/candles/fetch/live-cache.js'
import { toCandleWindow } from '../../src/candles/response/window.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../support/engine.js'
import { limitMs } from '../support/limits.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
const LISTED = START - 40 * HOUR
const SETTLE_LAG = 90_000

/** More sequences for a long run: PMX_ENGINE_RUNS=5000 npx vitest run test/candles/engine.property.test.ts */
const RUNS = Number(process.env['PMX_ENGINE_RUNS'] ?? 120)

interface Ask {
  readonly outcome: 'yes' | 'no'
  readonly resolution: string
  readonly back: number
  readonly length: number
  readonly limit: number | undefined
  readonly form: 'window' | 'end only' | 'plain'
  readonly asJson: boolean
}

type Command =
  /** Asked at the same moment; the venue answers what they cause in any order. */
  | { readonly kind: 'ask'; readonly all: readonly Ask[] }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'fail'; readonly times: number }
  | { readonly kind: 'restart' }

const ask: fc.Arbitrary<Ask> = fc.record({
  outcome: fc.constantFrom('yes' as const, 'no' as const),
  resolution: fc.constantFrom('1m', '1m', '5m', '15m', '1h', '6h'),
  back: fc.integer({ min: 0, max: 45 * 60 }),
  length: fc.integer({ min: 0, max: 20 * 60 }),
  limit: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
  form: fc.oneof(
    { weight: 1, arbitrary: fc.constant('window' as const) },
    // These look back through the quiet hours.
    { weight: 4, arbitrary: fc.constantFrom('end only' as const, 'plain' as const) },
  ),
  asJson: fc.boolean(),
})
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), all: fc.tuple(ask) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      all: fc.array(ask, { minLength: 2, maxLength: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 3 * HOUR })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fail' as const), times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
)

test(
  'whatever is asked, whenever, by however many at once, through faults and restarts: the answer is the direct reading, and a finished span is fetched again to confirm its silence alone',
  async () => {
    const folder = temporaryFolder()
    let runs = 0
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(command, { minLength: 4, maxLength: 24 }),
          fc.boolean(),
          // The last hours may be without a trade, as far back as a question looks that finds nothing.
          fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 15, max: 20 })),
          fc.scheduler(),
          async (commands, closes, quietHours, scheduler) => {
            const path = join(folder.path, `run-${runs++}.db`)
            const clock = fakeClock(START)
            const closedAt = closes ? START + 2 * HOUR + 7 * MINUTE : undefined
            const world = candleWorld({
              clock,
              hold: () => scheduler.schedule(Promise.resolve()),
              listedAt: LISTED,
              finalAfterMs: SETTLE_LAG,
              isQuiet: (at) => at >= START - quietHours * HOUR && at < START,
              ...(closedAt === undefined ? {} : { closedAt }),
            })
            let store = openStore(path)
            let engine = engineOver(store, clock)
            for (const step of commands) {
              if (step.kind === 'advance') clock.passTo(clock.now() + step.ms)
              else if (step.kind === 'fail') world.failNext = step.times
              else if (step.kind === 'restart') {
                // What is under way still is not lost in an orderly restart.
                await scheduler.waitIdle()
                store.close()
                store = openStore(path)
                engine = engineOver(store, clock)
              } else {
                const asked = step.all.map((one) => checkAnswer(one, engine, world, clock.now()))
                await scheduler.waitFor(Promise.all(asked))
              }
            }
            store.close()
            assertRarelyFetched(world.asked)
          },
        ),
        { numRuns: RUNS },
      )
    } finally {
      folder.remove()
    }
  },
  limitMs(600_000),
)

async function checkAnswer(
  step: Ask,
  engine: ReturnType<typeof engineOver>,
  world: ReturnType<typeof candleWorld>,
  now: number,
): Promise<void> {
  const end = now - step.back * MINUTE
  const query = {
    resolution: step.resolution,
    ...(step.form === 'window' ? { start: end - step.length * MINUTE } : {}),
    ...(step.form === 'plain' ? {} : { end }),
    ...(step.limit === undefined ? {} : { limit: step.limit }),
  }
  const window = toCandleWindow(query, now)
  let bars: readonly { timestamp: number }[]
  try {
    const answer = step.asJson
      ? await engine.candlesJson(world.venue, step.outcome, query, patientCall())
      : await engine.candles(world.venue, step.outcome, query, patientCall())
    bars = 'json' in answer ? (JSON.parse(answer.json) as { timestamp: number }[]) : answer.bars
  } catch (error) {
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
    return
  }
  const stepMs = parseResolution(step.resolution)
  const truth = world.truth(step.outcome, stepMs, window.span, now).slice(-window.limit)
  expect(bars.map((bar) => bar.timestamp)).toEqual(truth.map((bar) => bar.timestamp))
  // Final candles are exact; a running one may be as old as the live edge may be.
  const finalTo = alignDown(now - SETTLE_LAG - HOUR, stepMs)
  expect(bars.filter((bar) => bar.timestamp < finalTo)).toEqual(
    truth.filter((bar) => bar.timestamp < finalTo),
  )
  const recent = bars.filter((bar) => bar.timestamp >= finalTo)
  const instants = world.asked
    .filter((entry) => entry.ok && now - entry.at <= computeLiveMaxAge(HOUR))
    .map((entry) => entry.at)
  for (const bar of recent) {
    const span = { from: bar.timestamp, to: bar.timestamp + stepMs }
    const candidates = [now, ...instants].map((at) => world.truth(step.outcome, stepMs, span, at)[0])
    expect(candidates).toContainEqual(bar)
  }
}

/** One to read it, one to confirm it, and one beside silence that is confirmed in the same call. */
const MAX_FETCHES = 3

/**
 * Counts fetches of final steps by the first step of each window. What lies between two parts that are due is read with
 * them in one call, as often as that is; but no window begins where nothing is due.
 */
function assertRarelyFetched(asked: ReturnType<typeof candleWorld>['asked']): void {
  for (const stepMs of [MINUTE, HOUR]) {
    const final = asked
      .filter((entry) => entry.ok && entry.stepMs === stepMs)
      .flatMap((entry) => {
        // Final when it was fetched: the venue answered with something newer, or it was a day old.
        const provenTo = Math.max(entry.seenTo, entry.at - 24 * HOUR)
        const finalTo = alignDown(Math.min(provenTo, entry.at - SETTLE_LAG), stepMs)
        return intersect(entry.span, { from: Number.NEGATIVE_INFINITY, to: finalTo }) ?? []
      })
    const times = final.map(
      ({ from }, index) =>
        final.slice(0, index + 1).filter((span) => span.from <= from && from < span.to).length,
    )
    expect(Math.max(0, ...times)).toBeLessThanOrEqual(MAX_FETCHES)
  }
}
