import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { Listing } from '../../../src/venue-kit/contract/venue.js'
import { limitless } from '../../../src/venues/limitless/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { tolerant } from '../../support/venue.js'
import { json, queryOf, raw } from '../../support/wire.js'
import { activePage, nativeBook, nativeGroup, nativeMarket, nativeMarkets, quotes } from './payloads.js'
import { setUp } from './set-up.js'

const { markets } = limitless
const active = { status: 'active' } as const

/** A venue of `count` open markets that behaves as documented. */
const venueOf = (count: number) => (call: VenueCall) => {
  const { page, limit } = queryOf(call)
  if (Number(limit) > 25) return activePage([])
  const from = (Number(page) - 1) * 25
  const rows = nativeMarkets(Math.max(0, Math.min(25, count - from)), from)
  return activePage(rows, rows.length === 0 ? 0 : count)
}

const listAll = async (answer: unknown) => {
  const { ctx, wire } = setUp({ 'GET api/markets/active': answer })
  const rows = await collect(markets.listEvents(active, ctx).paging)
  return { rows, wire }
}

describe('last prices in the list of open markets', () => {
  const unpriced = (count: number, over: Record<string, unknown> = {}) =>
    nativeMarkets(count).map((market) => ({
      ...market,
      prices: [0.5, 0.5],
      tradePrices: quotes(0.001, 0.4),
      ...over,
    }))
  const listed = async (rows: readonly unknown[], book: unknown) => {
    const { ctx, wire } = setUp({
      'GET api/markets/active': activePage(rows),
      ...Object.fromEntries(nativeMarkets(12).map(({ slug }) => [`GET api/markets/${slug}/orderbook`, book])),
    })
    const loose = tolerant(ctx)
    const events = await collect(markets.listEvents(active, loose).paging)
    return { events, books: wire.calls.length - 1, warnings: loose.omissions.warnings }
  }
  const pricesOf = ({ events }: Awaited<ReturnType<typeof listed>>) =>
    events.map((event) => event.markets[0]?.market.outcomes.map(({ price }) => price))
  const bookFor = (call: VenueCall) => {
    const slug = call.path.split('/')[2]
    const row = nativeMarkets(12).find((market) => market.slug === slug)
    return nativeBook({ tokenId: row?.tokens.yes, lastTradePrice: 0.31 })
  }

  test('are those of traded markets whose books lack a side', async () => {
    const result = await listed([...unpriced(1), ...nativeMarkets(1, 300)], bookFor)
    expect(pricesOf(result)).toEqual([
      [0.31, 0.69],
      [0.164, 0.836],
    ])
    expect(result.books).toBe(1)
  })

  test('are not read of markets that never traded', async () => {
    const result = await listed(unpriced(2, { volumeFormatted: '0.000000' }), bookFor)
    expect(pricesOf(result)).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(result.books).toBe(0)
  })

  test('cost eight calls a list at most', async () => {
    const result = await listed(unpriced(12), bookFor)
    expect(pricesOf(result).filter((prices) => prices?.[0] === 0.31)).toHaveLength(8)
    expect(result.books).toBe(8)
  })

  test('that cannot be read leave the list without them, with a warning', async () => {
    const result = await listed(unpriced(1), json(403, {}))
    expect(pricesOf(result)).toEqual([[undefined, undefined]])
    expect(result.warnings).toEqual([expect.stringContaining('last prices')])
  })
})

describe('the list of open markets', () => {
  test.each([
    [0, 1],
    [1, 1],
    [25, 1],
    [26, 2],
    [60, 3],
  ])('%d markets come in %d calls, each once', async (count, calls) => {
    const { rows, wire } = await listAll(venueOf(count))
    expect(new Set(rows.map((row) => row.event.id)).size).toBe(count)
    expect(rows).toHaveLength(count)
    expect(wire.calls).toHaveLength(calls)
  })

  const asked = async (listing: Omit<Listing, 'status'>) => {
    const { ctx, wire } = setUp({ 'GET api/markets/active': activePage([nativeMarket()]) })
    const { paging, sorted } = markets.listEvents({ ...active, ...listing }, ctx)
    expect(await collect(paging)).toHaveLength(1)
    return { sorted, query: queryOf(present(wire.calls[0])) }
  }

  test.each([
    [undefined, 'lp_rewards'],
    ['volume', 'high_value'],
    ['liquidity', 'liquidity'],
    ['newest', 'newest'],
  ] as const)(
    'the first rows by %s are asked for in the order %s, with page and limit',
    async (sort, sortBy) => {
      const query = { page: '1', limit: '25', sortBy }
      expect(await asked({ atMost: 20, ...(sort === undefined ? {} : { sort }) })).toEqual({
        sorted: true,
        query,
      })
    },
  )

  test.each([
    [undefined, false, 'newest'],
    ['volume', false, 'newest'],
    ['newest', true, 'newest'],
    ['liquidity', true, 'liquidity'],
  ] as const)(
    'a whole list by %s is read newest first where anybody can sort it',
    async (sort, sorted, sortBy) => {
      const query = { page: '1', limit: '25', sortBy }
      expect(await asked(sort === undefined ? {} : { sort })).toEqual({ sorted, query })
    },
  )

  test('as many new markets as have left the list hide none that stays', async () => {
    const all = nativeMarkets(60)
    let calls = 0
    const { rows } = await listAll((call: VenueCall) => {
      const { page, sortBy } = queryOf(call)
      const since = calls++ === 0 ? all.slice(20) : [...all.slice(25), ...all.slice(0, 5)]
      const added = new Set(all.slice(0, 20).map(({ slug }) => slug))
      // Newest first what is added comes in front, in any other order it may come last.
      const inFront = since.filter(({ slug }) => added.has(slug))
      const left =
        sortBy === 'newest' ? [...inFront, ...since.filter((row) => !inFront.includes(row))] : since
      const from = (Number(page) - 1) * 25
      return activePage(left.slice(from, from + 25), left.length)
    })
    const found = new Set(rows.map((row) => row.event.id))
    expect(all.slice(25).filter(({ slug }) => !found.has(slug))).toEqual([])
  })

  test.each([
    ['by liquidity', 60, { sort: 'liquidity' }, true],
    ['by liquidity on one page', 25, { sort: 'liquidity' }, false],
    ['by volume', 60, { sort: 'volume' }, false],
    ['by volume, a part of it', 60, { sort: 'volume', atMost: 100 }, true],
  ] as const)(
    'a list %s may lack what moved between its pages, and says so',
    async (_which, count, listing, isTold) => {
      const { ctx } = setUp({ 'GET api/markets/active': venueOf(count) })
      await collect(markets.listEvents({ ...active, ...listing }, ctx).paging)
      expect(ctx.omissions.cut).toEqual(isTold ? [expect.stringContaining('may have been missed')] : [])
    },
  )

  test('groups come as events with their children', async () => {
    const { rows } = await listAll(activePage([nativeGroup(), nativeMarket()]))
    expect(rows.map((row) => row.markets.length)).toEqual([3, 1])
  })

  test('pages shorter than asked for, all the same, are read to the end', async () => {
    const all = nativeMarkets(23)
    const { rows } = await listAll((call: VenueCall) => {
      const page = Number(queryOf(call)['page'])
      return activePage(all.slice((page - 1) * 10, page * 10), 23)
    })
    expect(rows).toHaveLength(23)
  })

  test('a page that a shrinking list has moved past its end ends it', async () => {
    const pages = [activePage(nativeMarkets(25), 26), activePage([], 0)]
    const { rows } = await listAll((call: VenueCall) => pages[Number(queryOf(call)['page']) - 1])
    expect(rows).toHaveLength(25)
  })

  /** A list that loses its first `lost` of `count` markets once `pages` pages were read. */
  const losing = (count: number, lost: number, pages: number) => {
    let calls = 0
    return (call: VenueCall) => {
      const left = nativeMarkets(count).slice(calls++ < pages ? 0 : lost)
      const from = (Number(queryOf(call)['page']) - 1) * 25
      return activePage(left.slice(from, from + 25), left.length)
    }
  }
  test.each([
    [40, 20, 1],
    [60, 1, 1],
    [60, 30, 2],
    [120, 25, 3],
  ])('of %d markets that lose %d after %d pages, none that stays is missing', async (count, lost, pages) => {
    const { rows } = await listAll(losing(count, lost, pages))
    const staying = nativeMarkets(count).slice(lost)
    const found = new Set(rows.map((row) => row.event.id))
    expect(staying.filter(({ slug }) => !found.has(slug))).toEqual([])
  })

  test('a list that goes on losing rows while it is read again says so', async () => {
    let left = nativeMarkets(80)
    const { ctx } = setUp({
      'GET api/markets/active': (call: VenueCall) => {
        const from = (Number(queryOf(call)['page']) - 1) * 25
        const answer = activePage(left.slice(from, from + 25), left.length)
        left = left.slice(5)
        return answer
      },
    })
    await collect(markets.listEvents(active, ctx).paging)
    expect(ctx.omissions.cut).toEqual([
      expect.stringContaining('missed because the list changed while it was being read'),
    ])
  })

  // github.com/pmxt-dev/pmxt/pull/960: all rows of a list, or one a page.
  test.each([1, 25])('deadlines in seconds on %d of 25 rows cost no row', async (count) => {
    const seconds = (row: object, index: number) =>
      index < count ? { ...row, expirationTimestamp: 1_795_807_800 } : row
    const { rows } = await listAll(activePage(nativeMarkets(25).map(seconds)))
    const dates = rows.flatMap((row) => row.markets.map(({ market }) => market.resolutionDate))
    expect(dates.filter((date) => date === '2026-11-27T19:30:00.000Z')).toHaveLength(count)
    expect(dates).toHaveLength(25)
  })

  test('what is counted and not shown is an error, never an empty list', async () => {
    await expectDrift(() => listAll(activePage([], 820)), 'data')
  })

  test.each([
    ['null', raw(200, 'null')],
    ['{}', {}],
    ['[]', []],
    ['no count', { data: [] }],
  ])('%s is an error', async (_what, answer) => {
    await expectDrift(() => listAll(answer), '')
  })

  test.each(mutationsOf(['data', 'totalMarketsCount'], ['dropped', 'renamed', 'retyped', 'nulled']))(
    'with its $path $how is an error',
    async (mutation) => {
      await expectDrift(() => listAll(mutate(activePage([nativeMarket()]), mutation)), mutation.path)
    },
  )

  test('a page repeated for ever is found out', async () => {
    const error = await failureOf(() => listAll(activePage(nativeMarkets(25), 100)))
    expect(error.detail).toMatchObject({ kind: 'paging' })
  })
})

test('closed markets cannot be listed, which is told and not shown as an empty list', async () => {
  const { ctx, wire } = setUp({})
  const error = await failureOf(() => markets.listEvents({ status: 'closed' }, ctx))
  expect(error).toMatchObject({ code: 'NOT_SUPPORTED', detail: { kind: 'no_closed_list' } })
  expect(wire.calls).toEqual([])
})

describe('search', () => {
  const search = present(markets.search)
  const find = async (answer: unknown) => {
    const { ctx, wire } = setUp({ 'GET api/markets/search': answer })
    return { rows: await collect(search('velmar', active, ctx).paging), wire, cut: ctx.omissions.cut }
  }

  test('goes on until everything counted was seen', async () => {
    const found = nativeMarkets(60)
    const { rows, wire, cut } = await find((call: VenueCall) => {
      const page = Number(queryOf(call)['page'])
      return { markets: found.slice((page - 1) * 50, page * 50), totalMarketsCount: 60 }
    })
    expect(rows).toHaveLength(60)
    expect(cut).toEqual([expect.stringContaining('may have been missed')])
    expect(wire.calls.map(queryOf)).toEqual(
      ['1', '2'].map((page) => ({ query: 'velmar', limit: '50', page, similarityThreshold: '0.5' })),
    )
  })

  test('without a count goes on to an empty page', async () => {
    const { rows, wire } = await find((call: VenueCall) => ({
      markets: queryOf(call)['page'] === '1' ? nativeMarkets(3) : [],
    }))
    expect(rows).toHaveLength(3)
    expect(wire.calls).toHaveLength(2)
  })

  test('shows closed ones as closed', async () => {
    const { rows } = await find({
      markets: [nativeMarket({ status: 'RESOLVED', expired: true, winningOutcomeIndex: 0 })],
      totalMarketsCount: 1,
    })
    expect(rows.map(({ status, markets: [row] }) => [status, row?.status])).toEqual([['closed', 'closed']])
  })

  test('finding nothing is an empty list; a limit that is refused is an error', async () => {
    expect((await find({ markets: [], totalMarketsCount: 0, noExactMatch: true })).rows).toEqual([])
    const error = await failureOf(() => find(json(400, { message: ['limit must not be greater than 50'] })))
    expect(error.code).toBe('BAD_REQUEST')
  })

  test.each(mutationsOf(['markets'], ['dropped', 'renamed', 'retyped', 'nulled']))(
    'with its $path $how is an error',
    async (mutation) => {
      await expectDrift(() => find(mutate({ markets: [nativeMarket()] }, mutation)), 'markets')
    },
  )
})
