import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { TradeQuery } from '../../../src/venue-kit/contract/venue.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { type Answer, json, queryOf, raw, sentTo } from '../../support/wire.js'
import { envelope, fillRow, nativeMarket } from './payloads.js'
import { keyset, setUp } from './set-up.js'

const market = { 'GET gamma/markets/keyset': keyset([nativeMarket()]) }
const gone = json(404, { error: 'no such route' })
const newest = 1795261477

const read = async (
  answers: Readonly<Record<string, Answer>>,
  query: TradeQuery = { limit: 100 },
  outcome = token(1),
) => {
  const { ctx, wire, clock } = setUp({ ...market, ...answers })
  const reader = readerOf(polymarket, ctx)
  // The window is the core's to pick.
  const isBounded = query.start !== undefined || query.end !== undefined
  const trades = isBounded
    ? await reader.trades(outcome, query)
    : await reader.allTrades(outcome, query, query.limit)
  return { trades, wire, ctx, clock }
}

/** A market's fills, newest first, both outcomes in turn, one every two seconds, two in each transaction. */
function feedOf(count: number) {
  return Array.from({ length: count }, (_unused, n) => ({
    n,
    outcome: 1 + (n % 2),
    timestamp: newest - 2 * Math.floor(n / 2),
    hash: `0x${String(Math.floor(n / 2)).padStart(4, '0')}${'aa'.repeat(30)}`,
    size: n + 1,
  }))
}
type Fed = ReturnType<typeof feedOf>[number]
const rowOf = (fill: Fed) =>
  fillRow({
    token_id: token(fill.outcome),
    timestamp: fill.timestamp,
    transaction_hash: fill.hash,
    size: fill.size,
  })
/** The route over a feed, with cursors that hold a position and a page size. */
function tradesRoute(feed: readonly Fed[]) {
  return (call: VenueCall) => {
    const { cursor, limit } = queryOf(call)
    const from = cursor === undefined ? 0 : Number(String(cursor).slice(1))
    const to = from + Number(limit)
    return envelope(feed.slice(from, to).map(rowOf), to < feed.length ? `p${to}` : undefined)
  }
}

describe('the trades of an outcome', () => {
  test('the whole trade', async () => {
    const { trades, wire } = await read({ 'GET data/v2/trades': envelope([fillRow()]) })
    expect(trades).toEqual([
      {
        id: `0x${'77'.repeat(32)}-${token(1)}-0`,
        timestamp: 1795261477000,
        price: 0.61,
        amount: 22.84,
        side: 'buy',
        outcomeId: token(1),
      },
    ])
    expect(queryOf(present(wire.calls[1]))).toEqual({
      condition: condition(1),
      taker_only: 'true',
      limit: '300',
    })
  })

  test('the trades of the other outcome are shown from this side: who buys one sells the other', async () => {
    const { trades } = await read({ 'GET data/v2/trades': tradesRoute(feedOf(10)) })
    expect(trades.map(({ amount }) => amount)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const other = await read({ 'GET data/v2/trades': tradesRoute(feedOf(10)) }, { limit: 100 }, token(2))
    expect(other.trades).toHaveLength(10)
    for (const [index, mine] of trades.entries()) {
      const theirs = other.trades[index]
      expect(theirs?.id).toBe(mine.id)
      expect((theirs?.price ?? 0) + mine.price).toBeCloseTo(1, 12)
      expect([mine.side, theirs?.side].sort()).toEqual(['buy', 'sell'])
      expect([mine.outcomeId, theirs?.outcomeId]).toEqual([token(1), token(2)])
    }
  })

  test('pages are walked with the filters said again', async () => {
    const { trades, wire } = await read(
      { 'GET data/v2/trades': tradesRoute(feedOf(1_300)) },
      { limit: 1_000 },
    )
    expect(trades).toHaveLength(1_000)
    const calls = wire.calls.slice(1).map(queryOf)
    expect(calls.map(({ cursor }) => cursor)).toEqual([undefined, 'p500'])
    expect(calls.every(({ condition: asked }) => asked === condition(1))).toBe(true)
  })

  test('ids do not depend on how the walk is cut or on the window', async () => {
    const feed = feedOf(900).map((fill) => ({ ...fill, outcome: 1 }))
    const all = await read({ 'GET data/v2/trades': tradesRoute(feed) }, { limit: 1_000 })
    const few = await read({ 'GET data/v2/trades': tradesRoute(feed) }, { limit: 40 })
    expect(new Set(all.trades.map(({ id }) => id)).size).toBe(900)
    expect(few.trades).toEqual(all.trades.slice(0, 40))
    const start = (newest - 500) * 1000
    const end = (newest - 101) * 1000
    const part = await read({ 'GET data/v2/trades': tradesRoute(feed) }, { limit: 1_000, start, end })
    expect(part.trades).toEqual(all.trades.filter(({ timestamp }) => timestamp >= start && timestamp <= end))
    expect(part.trades.length).toBeGreaterThan(300)
  })

  test('bounds are inclusive, and reading stops below the start', async () => {
    const start = (newest - 20) * 1000
    const query = { limit: 1_000, start, end: newest * 1000 }
    const { trades, wire } = await read({ 'GET data/v2/trades': tradesRoute(feedOf(2_000)) }, query)
    expect([trades[0]?.timestamp, trades.at(-1)?.timestamp]).toEqual([newest * 1000, start])
    expect(sentTo(wire)).toHaveLength(2)
  })

  test('a window far back is reached through pages without a wanted row', async () => {
    const end = (newest - 14_000) * 1000
    const { trades } = await read({ 'GET data/v2/trades': tradesRoute(feedOf(15_000)) }, { limit: 5, end })
    expect(trades).toHaveLength(5)
    expect(trades[0]?.timestamp).toBe(end)
  })

  test.each([
    ['BUY', 'buy'],
    ['SELL', 'sell'],
    ['', 'unknown'],
  ])("side '%s' is %s", async (side, ours) => {
    const { trades } = await read({ 'GET data/v2/trades': envelope([fillRow({ side })]) })
    expect(trades[0]?.side).toBe(ours)
  })

  test.each([[[]], [null]])('no trades are none: %j', async (data) => {
    expect((await read({ 'GET data/v2/trades': envelope(data) })).trades).toEqual([])
  })

  test('a page without rows after one that announces more is the end in one response only', async () => {
    const { ctx } = setUp({
      ...market,
      'GET data/v2/trades': (call: VenueCall) =>
        queryOf(call)['cursor'] === undefined ? envelope([fillRow()], 'p1') : envelope([]),
    })
    const times = await readerOf(polymarket, ctx).unconfirmedTimes(token(1), { start: 0 })
    expect(times).toEqual([{ from: 0, to: newest * 1000 }])
  })

  test('trades of another market mean that the filter was ignored', async () => {
    const page = envelope([fillRow(), fillRow({ condition_id: condition(5) })])
    await expectDrift(() => read({ 'GET data/v2/trades': page }), 'condition_id')
  })

  test('more to come without a cursor is an error, not the end', async () => {
    const page = { data: [fillRow()], pagination: { has_more: true, next_cursor: null } }
    await expectDrift(() => read({ 'GET data/v2/trades': page }), 'pagination.next_cursor')
  })

  test.each([
    ...mutationsOf(
      ['token_id', 'condition_id', 'side', 'size', 'price', 'timestamp', 'transaction_hash'].map(
        (name) => `data.0.${name}`,
      ),
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
    ...mutationsOf(['data', 'pagination', 'pagination.has_more'], ['dropped', 'renamed', 'retyped']),
  ])('with its $path $how is an error', async (mutation) => {
    const page = mutate(envelope([fillRow()]), mutation)
    await expectDrift(() => read({ 'GET data/v2/trades': page }), mutation.path.replace('.0.', '[0].'))
  })
})

describe('what cannot be had', () => {
  test.each([404, 405, 410])('the route that answers %d is gone, and so are the trades', async (status) => {
    expect(
      await failureOf(() => read({ 'GET data/v2/trades': json(status, { error: 'gone' }) })),
    ).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: false,
      detail: { kind: 'route_gone', matter: 'trades' },
    })
  })

  test('the retired route of the first generation is asked by nothing', async () => {
    const { ctx, wire } = setUp({ ...market, 'GET data/v2/trades': gone })
    await failureOf(() => readerOf(polymarket, ctx).allTrades(token(1), { limit: 5 }, 5))
    expect(sentTo(wire)).toEqual(['GET gamma/markets/keyset', 'GET data/v2/trades'])
  })

  test('a refusal of a later page is no end', async () => {
    const serve = tradesRoute(feedOf(1_200))
    const refusal = json(400, { error: 'invalid cursor', code: 'invalid_request', retryable: false })
    let refused = 0
    const route = (call: VenueCall) =>
      queryOf(call)['cursor'] !== undefined && refused++ === 0 ? refusal : serve(call)
    const { ctx } = setUp({ ...market, 'GET data/v2/trades': route })
    const all = () => readerOf(polymarket, ctx).allTrades(token(1), { limit: 1_000 }, 1_000)
    const error = await failureOf(all)
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'page_refused' } })
    expect(await all()).toHaveLength(1_000)
  })

  test('the same page under another cursor is an error, not more trades', async () => {
    const page = feedOf(500).map(rowOf)
    let cursors = 0
    const route = () => envelope(page, `c${cursors++}`)
    const error = await failureOf(() => read({ 'GET data/v2/trades': route }, { limit: 1_000 }))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'page_repeated' } })
  })

  test('rows that a later page shows again are not more trades', async () => {
    const feed = feedOf(900)
    // Fills that are made meanwhile push known ones onto the next page.
    const route = (call: VenueCall) => {
      const { cursor, limit } = queryOf(call)
      const from = cursor === undefined ? 0 : Number(String(cursor).slice(1)) - 30
      const to = from + Number(limit)
      return envelope(feed.slice(from, to).map(rowOf), to < feed.length ? `p${to}` : undefined)
    }
    const { trades } = await read({ 'GET data/v2/trades': route }, { limit: 1_000 })
    const whole = await read({ 'GET data/v2/trades': tradesRoute(feed) }, { limit: 1_000 })
    expect(trades).toEqual(whole.trades)
  })

  test('a page that shows the first one again after others is an error', async () => {
    const feed = feedOf(1_000)
    const route = (call: VenueCall) => {
      const { cursor } = queryOf(call)
      const from = cursor === 'p500' ? 500 : 0
      return envelope(feed.slice(from, from + 500).map(rowOf), cursor === undefined ? 'p500' : `c${cursor}`)
    }
    const error = await failureOf(() => read({ 'GET data/v2/trades': route }, { limit: 1_000, start: 0 }))
    expect(error).toMatchObject({ detail: { kind: 'page_repeated' } })
  })

  test('a market older than the reach of the route is told to be cut, the others are not', async () => {
    const feed = { 'GET data/v2/trades': tradesRoute(feedOf(10)) }
    const old = { startDate: '2022-01-01T00:00:00Z', createdAt: '2022-01-01T00:00:00Z' }
    const { ctx } = await read({ ...feed, 'GET gamma/markets/keyset': { markets: [nativeMarket(old)] } })
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('three years')])
    expect((await read(feed)).ctx.omissions.cut).toEqual([])
  })

  test.each<[string | undefined, TradeQuery, boolean]>([
    ['240', { limit: 100 }, true],
    ['240', { limit: 100, start: 0, end: now }, true],
    ['240', { limit: 100, start: 0, end: now - 241_000 }, false],
    ['3', { limit: 100 }, false],
    ['soon', { limit: 100 }, false],
    [undefined, { limit: 100 }, false],
  ])('an answer of age %s out of a cache says what it lacks: %j', async (age, query, isSaid) => {
    const page = json(200, envelope([fillRow()]), age === undefined ? {} : { age })
    const { ctx } = await read({ 'GET data/v2/trades': page }, query)
    expect(ctx.omissions.cut).toEqual(isSaid ? [expect.stringContaining('last 240 s')] : [])
  })

  test('a wall is a wall', async () => {
    const page = raw(403, '<!DOCTYPE html><title>Just a moment...</title>', { 'content-type': 'text/html' })
    const error = await failureOf(() => read({ 'GET data/v2/trades': page }))
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', detail: { kind: 'bot' } })
  })

  test('an outage is an outage', async () => {
    const { ctx, clock } = setUp({ ...market, 'GET data/v2/trades': json(503, { error: 'request_timeout' }) })
    const failing = failureOf(() => readerOf(polymarket, ctx).allTrades(token(1), { limit: 5 }))
    await clock.advance(60_000)
    expect((await failing).code).toBe('EXCHANGE_NOT_AVAILABLE')
  })

  test('a throttle with status 200 is no empty list', async () => {
    const { ctx, clock } = setUp({ ...market, 'GET data/v2/trades': { error: 'Too Many Requests' } })
    const failing = failureOf(() => readerOf(polymarket, ctx).allTrades(token(1), { limit: 5 }))
    await clock.advance(60_000)
    expect((await failing).code).toBe('RATE_LIMIT_EXCEEDED')
  })
})

describe('ids that are no outcome', () => {
  test('the id of a market names its outcomes', async () => {
    const error = await failureOf(() => read({}, { limit: 5 }, condition(1)))
    expect(error).toMatchObject({ code: 'NOT_FOUND', detail: { kind: 'market_not_outcome' } })
  })

  test('an unknown token is NOT_FOUND', async () => {
    expect(
      (await failureOf(() => read({ 'GET gamma/markets/keyset': keyset([]) }, { limit: 5 }, token(8)))).code,
    ).toBe('NOT_FOUND')
  })

  test('the market of a token is looked up once', async () => {
    const { ctx, wire } = await read({ 'GET data/v2/trades': envelope([]) })
    await readerOf(polymarket, ctx).allTrades(token(1), { limit: 5 })
    expect(sentTo(wire).filter((call) => call === 'GET gamma/markets/keyset')).toHaveLength(1)
  })
})
