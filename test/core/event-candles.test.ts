import { describe, expect, test } from 'vitest'
import type { CandleAnswer, CandleEngine } from '../../src/candles/engine.js'
import type { FetchCall } from '../../src/candles/fetcher.js'
import { eventCandles } from '../../src/core/event-candles.js'
import { noSecrets } from '../../src/venue-kit/secrets.js'
import { event, fakeVenue, market } from './fake-venue.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 21, 12)

/** The headers of an event whose outcomes were answered so, in their order. */
async function headersOver(answers: readonly Partial<CandleAnswer>[]) {
  const { event: facts, markets } = event('E', [market('A')])
  const whole = (answer: Partial<CandleAnswer>): CandleAnswer => ({
    bars: [],
    basis: 'trade',
    stepMs: HOUR,
    seriesKey: 's',
    generation: 0,
    tag: 't',
    isOver: false,
    cache: 'hit',
    freshUntil: NOW,
    ...answer,
  })
  let asked = 0
  const candles: CandleEngine = {
    candles: async () => whole(answers[asked++] ?? {}),
    candlesJson: () => Promise.reject(new Error('rows are asked for')),
    generation: () => 0,
  }
  const call: FetchCall = {
    signal: new AbortController().signal,
    secrets: noSecrets,
    priority: 'interactive',
    onSent: () => {},
  }
  const { headers } = await eventCandles(
    { ...facts, markets: markets.map((row) => row.market) },
    { resolution: '1h', start: NOW - 2 * HOUR, end: NOW },
    { venue: fakeVenue({}), call, now: NOW, candles },
  )
  return headers
}

describe('what is told of the candles of an event', () => {
  test.each([
    [['hit', 'hit'], 'hit'],
    [['miss', 'miss'], 'miss'],
    [['hit', 'miss'], 'partial'],
    [['miss', 'hit'], 'partial'],
  ] as const)('of outcomes that were %j is %s', async (caches, told) => {
    expect((await headersOver(caches.map((cache) => ({ cache }))))['x-pmx-cache']).toBe(told)
  })

  test('runs when the candle of any outcome runs, and is searched as far as all of them are', async () => {
    const headers = await headersOver([{ searchedFrom: 5 }, { runningFrom: NOW, searchedFrom: 9 }])
    expect(headers).toMatchObject({ 'x-pmx-partial-from': String(NOW), 'x-pmx-searched-from': '9' })
  })
})
