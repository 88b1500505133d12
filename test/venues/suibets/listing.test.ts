import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { suibets } from '../../../src/venues/suibets/index.js'
import { expectDrift, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import { nativeOffer, setUp } from './payloads.js'

const { markets } = suibets
const listMarkets = present(markets.listMarkets)
const OFFERS = 'GET api/p2p/offers'
const open = { status: 'active' } as const
const closed = { status: 'closed' } as const

const numbered = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_unused, index) => nativeOffer({ id: 1_000 + index, ...more }))

test('offers that can be taken are one answer, asked for in the server’s own words', async () => {
  const { ctx, wire } = setUp({ [OFFERS]: [nativeOffer(), nativeOffer({ id: 7 })] })
  const rows = await collect(listMarkets(open, ctx).paging)
  expect(rows.map(({ market }) => market.marketId)).toEqual(['suibets:421', 'suibets:7'])
  expect(wire.calls.map(queryOf)).toEqual([{ status: 'open', limit: '500' }])
})

test('an event is what offers with the same event id are on', async () => {
  const rows = [
    nativeOffer({ id: 1, status: 'expired', eventName: 'An older name' }),
    nativeOffer({ id: 3, prediction: 'draw' }),
    nativeOffer({ id: 2, eventId: 'cup', status: 'settled', createdAt: '2026-11-01T00:00:00Z' }),
  ]
  const { ctx } = setUp({ [OFFERS]: rows })
  const events = await collect(markets.listEvents(closed, ctx).paging)
  expect(events.map(({ event, status }) => [event.id, status])).toEqual([
    ['suibets:760454', 'active'],
    ['suibets:cup', 'closed'],
  ])
  expect(events[0]).toMatchObject({
    startsAt: Date.UTC(2026, 10, 20, 10),
    event: {
      title: 'Lanterns at Kestrels',
      url: 'https://www.suibets.com/event/760454',
      tags: ['football', 'Harbour Cup', 'p2p', 'sui'],
    },
    markets: [{ market: { marketId: 'suibets:3' } }, { market: { marketId: 'suibets:1' } }],
  })
})

test('an event that may be open only by an offer that cannot be read is set aside', async () => {
  const odd = nativeOffer({ id: 9, status: 'zz_new' })
  const over = nativeOffer({ id: 8, status: 'expired' })
  const rows = [
    over,
    odd,
    nativeOffer({ id: 7, eventId: 'cup', status: 'expired' }),
    nativeOffer({ id: 6, eventId: 'sea' }),
  ]
  const listed = async (offers: object[]) => {
    const ctx = tolerant(setUp({ [OFFERS]: offers }).ctx)
    const events = await collect(markets.listEvents(closed, ctx).paging)
    return { ids: events.map(({ event }) => event.id), warnings: ctx.omissions.warnings.join() }
  }
  const { ids, warnings } = await listed(rows)
  expect(ids).toEqual(['suibets:cup', 'suibets:sea'])
  expect(warnings).toContain("unknown value 'zz_new' for offer.status")
  expect(warnings).toContain('suibets:760454 may be open')
  // Another offer of it that can be taken leaves no doubt.
  expect((await listed([...rows, nativeOffer({ id: 5 })])).ids).toContain('suibets:760454')
})

test('the volume of an event is that of all its offers, which no list is sure to hold, or unknown', async () => {
  const dollars = { currency: 'USDC', onchainOfferId: null, onchainState: null, odds: 2, filledStake: 1 }
  const two = [nativeOffer(dollars), nativeOffer({ ...dollars, id: 5 })]
  const lookedUp = async (rows: object[]) => {
    const { ctx } = setUp({ [OFFERS]: rows })
    return (await markets.getEvent('suibets:760454', ctx))?.event.volume
  }
  expect(await lookedUp(two)).toBe(4)
  expect(await lookedUp([nativeOffer(dollars), nativeOffer({ id: 5 })])).toBeUndefined()
  const [listed] = await collect(markets.listEvents(open, setUp({ [OFFERS]: two }).ctx).paging)
  expect(listed?.event).not.toHaveProperty('volume')
})

describe('more offers than an answer holds', () => {
  /** 500 of everything but what is asked for by status and currency. */
  const server =
    (leaves: (query: Record<string, unknown>) => object[] | undefined) =>
    (call: VenueCall): object[] => {
      const query = queryOf(call)
      return leaves(query) ?? numbered(500, { status: 'settled', currency: query['currency'] ?? 'SUI' })
    }

  test('are asked for by status, and by currency where that is too many', async () => {
    const answer = server(({ status, currency }) => {
      if (currency === 'SBETS') return [nativeOffer({ id: 9, status: 'settled', currency })]
      if (currency !== undefined) return []
      return status === 'all' || status === 'settled' ? undefined : [nativeOffer({ id: 8, status })]
    })
    const { ctx, wire } = setUp({ [OFFERS]: answer })
    const told = tolerant(ctx)
    const rows = await collect(listMarkets(closed, told).paging)
    expect(rows).toHaveLength(502)
    expect(told.omissions.cut).toEqual([])
    expect(wire.calls.map((call) => queryOf(call)['status'])).toEqual([
      'all',
      ...['open', 'partial', 'filled', 'settling', 'settled', 'cancelled', 'expired'],
      ...['refund_pending', 'refunded', 'void'],
      ...Array.from({ length: 5 }, () => 'settled'),
    ])
  })

  test('that are still too many are told to be cut', async () => {
    const { ctx } = setUp({ [OFFERS]: server(({ currency }) => (currency === 'LBTC' ? [] : undefined)) })
    const told = tolerant(ctx)
    await collect(listMarkets(open, told).paging)
    expect(told.omissions.cut).toEqual([
      'SuiBets returns at most 500 offers of each status and currency, those with the longest odds. Request others by id',
    ])
  })

  test('a currency that was not asked for is an error', async () => {
    const { ctx } = setUp({ [OFFERS]: numbered(500) })
    await expectDrift(() => collect(listMarkets(open, ctx).paging), 'currency')
  })
})

test('one odd row costs itself', async () => {
  const rows = [...numbered(60), nativeOffer({ odds: 2.5 }), nativeOffer({ id: 5, status: 'matched' })]
  const { ctx } = setUp({ [OFFERS]: rows })
  const told = tolerant(ctx)
  expect(await collect(listMarkets(open, told).paging)).toHaveLength(60)
  expect(told.omissions.rows).toBe(2)
})
