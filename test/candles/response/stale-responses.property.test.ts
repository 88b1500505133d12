import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { parseResolution } from '../../../src/api/times/resolution.js'
import { intersect, type Span, subtract } from '../../../src/api/times/span.js'
import type { CandleEngine } from '../../../src/candles/engine.js'
import { type CandleQuery, toCandleWindow } from '../../../src/candles/response/window.js'
import { findKnownSpans } from '../../../src/candles/store/candle-store.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { fakeClock } from '../../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
const LISTED = START - 60 * HOUR

const outcome = fc.constantFrom('yes', 'no')
const look = fc.record({
  outcome,
  resolution: fc.constantFrom('1m', '1h'),
  back: fc.integer({ min: 0, max: 60 * 60 }),
  length: fc.integer({ min: 1, max: 12 * 60 }),
})
const question = fc.record({
  outcome,
  resolution: fc.constantFrom('1m', '5m', '1h', '6h'),
  back: fc.integer({ min: 0, max: 70 * 60 }),
  length: fc.integer({ min: 1, max: 40 * 60 }),
  limit: fc.option(fc.integer({ min: 1, max: 700 }), { nil: undefined }),
  open: fc.boolean(),
})

/** Has the venue asked for windows, so that a part of the series is stored. */
async function bring(
  engine: CandleEngine,
  { venue }: CandleWorld,
  looks: readonly { outcome: string; resolution: string; back: number; length: number }[],
): Promise<void> {
  for (const { outcome, resolution, back, length } of looks) {
    const start = START - back * MINUTE
    const query = { resolution, start, end: start + length * MINUTE }
    await engine.candles(venue, outcome, query, patientCall())
  }
}

test('what is stored is answered as the venue would have it, and is missing exactly where nothing vouches for it', async () => {
  const folder = temporaryFolder()
  let runs = 0
  let answered = 0
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(look, { minLength: 1, maxLength: 6 }),
        fc.array(question, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 30 * HOUR }),
        async (looks, questions, laterMs) => {
          const clock = fakeClock(START)
          const world = candleWorld({ clock, listedAt: LISTED, windowSteps: 200 })
          const store = openStore(join(folder.path, `run-${runs++}.db`))
          const engine = engineOver(store, clock)
          await bring(engine, world, looks)
          clock.passTo(START + laterMs)
          world.failNext = Number.POSITIVE_INFINITY
          world.relocated = () => {
            throw new PmxError('NETWORK_ERROR', 'no network')
          }
          const now = clock.now()
          for (const { outcome, resolution, back, length, limit, open } of questions) {
            const stepMs = parseResolution(resolution)
            const start = now - back * MINUTE
            const query: CandleQuery = {
              resolution,
              end: start + length * MINUTE,
              ...(open ? {} : { start }),
              ...(limit === undefined ? {} : { limit }),
            }
            const window = toCandleWindow(query, now)
            const nativeMs = stepMs % HOUR === 0 ? HOUR : MINUTE
            const covered = findKnownSpans(
              store,
              { venue: 'kalshi', seriesKey: 'yes', stepMs: nativeMs, basis: 'trade' },
              window.span,
            )
            const call = { ...patientCall(), stored: { serves: true } }
            const answer = await engine
              .candles(world.venue, outcome, query, call)
              .catch((error: unknown) => (error instanceof PmxError ? undefined : Promise.reject(error)))
            // A series that bears the name of another outcome is that one's for nobody but the venue.
            const isNamed = outcome === 'yes' || looks.some((one) => one.outcome === outcome)
            if (answer === undefined && isNamed) expect(covered).toEqual([])
            if (answer?.stale === undefined) continue
            answered++
            const { missing } = answer.stale
            const isTold = ({ timestamp }: { timestamp: number }) =>
              missing.every(({ from, to }) => timestamp < from || timestamp >= to)
            const truth = world.truth(outcome, stepMs, window.span, now).filter(isTold)
            expect(answer.bars).toEqual(truth.slice(-window.limit))
            const unknown = (step: Span) => subtract(step, covered).length > 0
            const wanted = {
              from: Math.max(window.span.from, answer.bars[0]?.timestamp ?? 0),
              to: window.span.to,
            }
            for (let at = wanted.from; at < wanted.to && at >= LISTED; at += stepMs) {
              const step = { from: at, to: at + stepMs }
              expect(missing.some((hole) => intersect(hole, step) !== undefined)).toBe(unknown(step))
            }
          }
          store.close()
        },
      ),
      { numRuns: 60 },
    )
    // The property says something only where something was stored.
    expect(answered).toBeGreaterThan(20)
  } finally {
    folder.remove()
  }
})
