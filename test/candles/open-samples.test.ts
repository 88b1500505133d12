import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { createSeededRandom, hashText } from '../../src/effects/random.js'
import type { CandleBatch, CandleSource, Venue } from '../../src/venue-kit/contract/venue.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, patientCall } from '../support/engine.js'
import { present } from '../support/expect.js'

/** A history of samples whose live markets have one more point, with the time of the request (Polymarket). */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LISTED = Date.UTC(2026, 10, 20, 9, 1)
const FIRST = Date.UTC(2026, 10, 22, 0, 7, 13)
/** Samples jitter, so that some minutes have none, and older ones are further apart. */
const paceOf = (stepMs: number): number => (stepMs === MINUTE ? 73_000 : 10 * MINUTE)

const priceAt = (at: number): number =>
  Math.round(createSeededRandom(hashText(`${Math.floor(at / 1000)}`))() * 1000) / 1000

function askedOnceADay(resolution: string, closedAt: number) {
  const clock = fakeClock(FIRST)
  const world = candleWorld({ clock, listedAt: LISTED, closedAt, windowSteps: 20_000 })
  const fetch: CandleSource['fetch'] = async (_series, { stepMs }, window): Promise<CandleBatch> => {
    const now = clock.now()
    const pace = paceOf(stepMs)
    const times: number[] = []
    const to = Math.min(window.to, closedAt, now - 3 * MINUTE)
    for (let at = Math.ceil(Math.max(window.from, LISTED) / pace) * pace; at < to; at += pace) times.push(at)
    if (now < closedAt && now < window.to) times.push(now)
    return {
      kind: 'points',
      points: times.map((at) => ({ at, price: priceAt(at) })),
      route: 'v1',
      sampled: true,
    }
  }
  const source = {
    ...present(world.venue.candles),
    basis: 'point' as const,
    finalAfterMs: 6.5 * MINUTE,
    fetch,
  }
  const venue: Venue = { ...world.venue, candles: source }
  const engine = engineOver(createMemoryStore(), clock, () => clock.now())
  return {
    async ask() {
      const window = { resolution, start: LISTED - DAY, end: clock.now() }
      const { provisionalCandles = 0 } = await engine.candles(venue, 'yes', window, patientCall())
      clock.passTo(clock.now() + DAY)
      return provisionalCandles
    },
  }
}

test.each([['1m'], ['5m']])(
  'the price at the time of a request is no evidence against %s candles of later days',
  async (resolution) => {
    const { ask } = askedOnceADay(resolution, FIRST + 5 * HOUR + 13 * MINUTE)
    await ask()
    await ask()
    expect(await ask()).toBe(0)
  },
)

test('a market that is open on several days has the same candles final as one that is asked for once', async () => {
  const { ask } = askedOnceADay('1h', FIRST + 40 * DAY)
  const open: number[] = []
  for (let day = 0; day < 10; day++) open.push(await ask())
  expect(open).toEqual(open.map(() => 0))
})
