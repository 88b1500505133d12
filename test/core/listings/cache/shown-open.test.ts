import { expect, test } from 'vitest'
import { createShownOpen } from '../../../../src/core/listings/cache/shown-open.js'
import { ReadyJson } from '../../../../src/core/request/api-call.js'
import type { VenueCall } from '../../../../src/transport/call-types.js'
import type { MarketRow } from '../../../../src/venue-kit/contract/venue.js'
import { metaculus } from '../../../../src/venues/metaculus/index.js'
import { fakeClock } from '../../../support/clock.js'
import { queryOf } from '../../../support/wire.js'
import { binaryAggregations, nativePost, nativeQuestion } from '../../../venues/metaculus/payloads.js'
import { coreOver, market } from '../../fake-venue.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

test('a market was open when a list or a lookup showed it so last', async () => {
  const clock = fakeClock()
  let listed: object[] = []
  const shown = createShownOpen(clock, { lookup: () => listed as never })
  const open: MarketRow = { ...market('A'), status: 'active' }
  const outcomeId = open.market.outcomes[0]?.outcomeId ?? ''
  const at = () => shown.at('kalshi', outcomeId)
  expect(at()).toBeUndefined()
  shown.note('kalshi', [open])
  const first = clock.now()
  expect(at()).toBe(first)
  await clock.advance(1_000)
  const known = { id: 'A', version: 1, firstSeen: 1, lastSeen: clock.now() }
  listed = [{ ...known, status: 'active' }]
  expect(at()).toBe(clock.now())
  listed = [{ ...known, status: 'active', goneAt: clock.now() }]
  expect(at()).toBe(first)
  listed = [{ ...known, status: 'closed' }]
  shown.note('kalshi', [{ ...open, status: 'closed' }])
  expect(at()).toBeUndefined()
})

/** A question that was resolved and is open again, as it happened at Metaculus (forecastbench, issue 107). */
test.each([
  ['a lookup', 'fetchMarket', { marketId: '72500' }],
  ['a list', 'fetchMarkets', {}],
] as const)(
  'a question that was reopened has its new steps once %s has shown it open',
  async (_what, method, query) => {
    const now = Date.parse('2026-11-20T12:00:00Z')
    const clock = fakeClock(now)
    const at = (iso: string) => Date.parse(iso) / 1000
    const history = (...steps: readonly (readonly [string, number])[]) => ({
      recency_weighted: {
        ...binaryAggregations.recency_weighted,
        history: steps.map(([iso, value]) => ({
          start_time: at(iso),
          end_time: null,
          forecast_values: [1 - value, value],
          centers: [value],
        })),
      },
    })
    const closed = nativeQuestion({
      status: 'resolved',
      resolution: 'yes',
      actual_close_time: '2026-11-12T00:00:00Z',
      aggregations: history(['2026-11-10T09:00:00Z', 0.4]),
    })
    const reopened = nativeQuestion({
      actual_close_time: null,
      aggregations: history(['2026-11-10T09:00:00Z', 0.4], ['2026-11-21T06:00:00Z', 0.3]),
    })
    let post = nativePost({ status: 'resolved', question: closed })
    const { answer } = coreOver(metaculus, {
      clock,
      held: { metaculus: { apiToken: 'fictional-token' } },
      answers: {
        'GET api/questions/71002/post/': { question_id: 71_002, post_id: 72_500 },
        'GET api/posts/72500/': () => post,
        'GET api/posts/': (call: VenueCall) => ({
          count: 1,
          next: null,
          previous: null,
          results: Number(queryOf(call)['offset'] ?? 0) > 0 ? [] : [post],
        }),
      },
    })
    const call = { trusted: true }
    const candles = async (): Promise<unknown> => {
      const query = { resolution: '1h', start: now - HOUR }
      const { data } = await answer('fetchOHLCV', ['71002-YES', query], { call })
      if (!(data instanceof ReadyJson)) throw new Error('candles come as text')
      return JSON.parse(data.text)
    }
    expect(await candles()).toEqual([])
    // A closing is believed when a second lookup has said the same.
    clock.passTo(now + HOUR)
    expect(await candles()).toEqual([])
    post = nativePost({ status: 'open', question: reopened })
    clock.passTo(now + 3 * DAY)
    expect(await candles()).toEqual([])
    await answer(method, [query], { call })
    expect(await candles()).toMatchObject([{ close: 0.3 }])
  },
)
