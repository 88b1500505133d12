import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call.js'
import type { TradeQuery } from '../../../src/venue-kit/venue.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { type Answer, json, queryOf, raw, sentTo } from '../../support/wire.js'
import { envelope, nativeMarket, newerTrade, olderTrade } from './payloads.js'
import { setUp } from './set-up.js'

const market = { 'GET gamma/markets': [nativeMarket()] }
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
const newer = (fill: Fed) =>
  newerTrade({
    token_id: token(fill.outcome),
    timestamp: fill.timestamp,
    transaction_hash: fill.hash,
    size: fill.size,
  })
const older = (fill: Fed) =>
  olderTrade({
    asset: token(fill.outcome),
    timestamp: fill.timestamp,
    transactionHash: fill.hash,
    size: fill.size,
  })

/** The newer route over a feed, with cursors that hold a position and a page size. */
function newerRoute(feed: readonly Fed[]) {
  return (call: VenueCall) => {
    const { cursor, limit } = queryOf(call)
    const from = cursor === undefined ? 0 : Number(String(cursor).slice(1))
    const to = from + Number(limit)
    return envelope(feed.slice(from, to).map(newer), to < feed.length ? `p${to}` : undefined)
  }
}

/** The older route over a feed that grows by `growth` fills with every call. */
function olderRoute(feed: readonly Fed[], growth = 0, cap = 10_000) {
  let calls = 0
  return (call: VenueCall) => {
    const { offset, limit } = queryOf(call)
    if (Number(offset) > cap) return json(400, { error: `max historical trades offset of ${cap} exceeded` })
    const happened = Array.from({ length: growth * calls++ }, (_unused, n) => ({
      n: -1,
      outcome: 1,
      timestamp: newest + 10 + n,
      hash: `0xnew${n}`,
      size: 1,
    })).reverse()
    return [...happened, ...feed].slice(Number(offset), Number(offset) + Number(limit)).map(older)
  }
}

describe('the newer route', () => {
  test('the whole trade', async () => {
    const { trades, wire } = await read({ 'GET data/v2/trades': envelope([newerTrade()]) })
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
    const { trades } = await read({ 'GET data/v2/trades': newerRoute(feedOf(10)) })
    expect(trades.map(({ amount }) => amount)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const other = await read({ 'GET data/v2/trades': newerRoute(feedOf(10)) }, { limit: 100 }, token(2))
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
    const { trades, wire } = await read({ 'GET data/v2/trades': newerRoute(feedOf(1_300)) }, { limit: 1_000 })
    expect(trades).toHaveLength(1_000)
    const calls = wire.calls.slice(1).map(queryOf)
    expect(calls.map(({ cursor }) => cursor)).toEqual([undefined, 'p500'])
    expect(calls.every(({ condition: asked }) => asked === condition(1))).toBe(true)
  })

  test('ids do not depend on how the walk is cut or on the window', async () => {
    const feed = feedOf(900).map((fill) => ({ ...fill, outcome: 1 }))
    const all = await read({ 'GET data/v2/trades': newerRoute(feed) }, { limit: 1_000 })
    const few = await read({ 'GET data/v2/trades': newerRoute(feed) }, { limit: 40 })
    expect(new Set(all.trades.map(({ id }) => id)).size).toBe(900)
    expect(few.trades).toEqual(all.trades.slice(0, 40))
    const start = (newest - 500) * 1000
    const end = (newest - 101) * 1000
    const part = await read({ 'GET data/v2/trades': newerRoute(feed) }, { limit: 1_000, start, end })
    expect(part.trades).toEqual(all.trades.filter(({ timestamp }) => timestamp >= start && timestamp <= end))
    expect(part.trades.length).toBeGreaterThan(300)
  })

  test('bounds are inclusive, and reading stops below the start', async () => {
    const start = (newest - 20) * 1000
    const query = { limit: 1_000, start, end: newest * 1000 }
    const { trades, wire } = await read({ 'GET data/v2/trades': newerRoute(feedOf(2_000)) }, query)
    expect([trades[0]?.timestamp, trades.at(-1)?.timestamp]).toEqual([newest * 1000, start])
    expect(sentTo(wire)).toHaveLength(2)
  })

  test('a window far back is reached through pages without a wanted row', async () => {
    const end = (newest - 14_000) * 1000
    const { trades } = await read({ 'GET data/v2/trades': newerRoute(feedOf(15_000)) }, { limit: 5, end })
    expect(trades).toHaveLength(5)
    expect(trades[0]?.timestamp).toBe(end)
  })

  test.each([
    ['BUY', 'buy'],
    ['SELL', 'sell'],
    ['', 'unknown'],
  ])("side '%s' is %s", async (side, ours) => {
    const { trades } = await read({ 'GET data/v2/trades': envelope([newerTrade({ side })]) })
    expect(trades[0]?.side).toBe(ours)
  })

  test.each([[[]], [null]])('no trades are none: %j', async (data) => {
    expect((await read({ 'GET data/v2/trades': envelope(data) })).trades).toEqual([])
  })

  test('trades of another market mean that the filter was ignored', async () => {
    const page = envelope([newerTrade(), newerTrade({ condition_id: condition(5) })])
    await expectDrift(() => read({ 'GET data/v2/trades': page }), 'condition_id')
  })

  test('more to come without a cursor is an error, not the end', async () => {
    const page = { data: [newerTrade()], pagination: { has_more: true, next_cursor: null } }
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
    const page = mutate(envelope([newerTrade()]), mutation)
    await expectDrift(() => read({ 'GET data/v2/trades': page }), mutation.path.replace('.0.', '[0].'))
  })
})

describe('where the newer route is gone', () => {
  test.each([404, 405, 410])('%d sends the walk to the older one, with the same trades', async (status) => {
    const feed = feedOf(1_300)
    const answers = {
      'GET data/v2/trades': json(status, { error: 'gone' }),
      'GET data/trades': olderRoute(feed),
    }
    const { trades, wire } = await read(answers, { limit: 1_000 })
    const expected = await read({ 'GET data/v2/trades': newerRoute(feed) }, { limit: 1_000 })
    expect(trades).toEqual(expected.trades)
    expect(queryOf(present(wire.calls[2]))).toEqual({
      market: condition(1),
      takerOnly: 'true',
      limit: '500',
      offset: '0',
    })
  })

  test('its refusal of the parameters is as good', async () => {
    const feed = feedOf(40)
    const refusal = {
      error: 'unknown parameter',
      code: 'invalid_request',
      retryable: false,
      parameter: 'taker_only',
    }
    const answers = { 'GET data/v2/trades': json(400, refusal), 'GET data/trades': olderRoute(feed) }
    const { trades } = await read(answers)
    expect(trades).toEqual((await read({ 'GET data/v2/trades': newerRoute(feed) })).trades)
    const other = { ...answers, 'GET data/v2/trades': json(400, { error: 'bad cursor', code: 'other' }) }
    expect(await failureOf(() => read(other))).toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('its refusal of a later page is neither that of the parameters nor its end', async () => {
    const serve = newerRoute(feedOf(1_200))
    const refusal = json(400, { error: 'invalid cursor', code: 'invalid_request', retryable: false })
    let refused = 0
    const route = (call: VenueCall) =>
      queryOf(call)['cursor'] !== undefined && refused++ === 0 ? refusal : serve(call)
    const { ctx, wire } = setUp({ ...market, 'GET data/v2/trades': route })
    const all = () => readerOf(polymarket, ctx).allTrades(token(1), { limit: 1_000 }, 1_000)
    const error = await failureOf(all)
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'page_refused' } })
    expect(error.message).not.toContain('withdrew')
    expect(await all()).toHaveLength(1_000)
    expect(sentTo(wire).filter((call) => call.includes('data/trades'))).toEqual([])
  })

  test('a market older than its reach is told to be cut, the others are not', async () => {
    const feed = { 'GET data/v2/trades': newerRoute(feedOf(10)) }
    const old = { startDate: '2022-01-01T00:00:00Z', createdAt: '2022-01-01T00:00:00Z' }
    const { ctx } = await read({ ...feed, 'GET gamma/markets': [nativeMarket(old)] })
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('three years')])
    expect((await read(feed)).ctx.omissions.cut).toEqual([])
  })

  test('a web page in its place is as good as gone', async () => {
    const page = raw(404, '<!DOCTYPE html><title>404 Not Found</title>', { 'content-type': 'text/html' })
    const { trades } = await read({ 'GET data/v2/trades': page, 'GET data/trades': olderRoute(feedOf(2)) })
    expect(trades).toHaveLength(2)
  })

  test('a wall in front of it is a wall', async () => {
    const page = raw(403, '<!DOCTYPE html><title>Just a moment...</title>', { 'content-type': 'text/html' })
    const error = await failureOf(() => read({ 'GET data/v2/trades': page }))
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', detail: { kind: 'bot' } })
  })

  test('it is remembered, and when the older one goes the newer one is asked again', async () => {
    let olderIsGone = false
    const { ctx, wire } = await read({
      'GET data/v2/trades': () => (olderIsGone ? envelope([newerTrade()]) : gone),
      'GET data/trades': (call: VenueCall) =>
        olderIsGone ? gone : queryOf(call)['offset'] === '0' ? [olderTrade()] : [],
    })
    await readerOf(polymarket, ctx).allTrades(token(1), { limit: 5 }, 5)
    expect(sentTo(wire).filter((call) => call.endsWith('/v2/trades'))).toHaveLength(1)
    olderIsGone = true
    expect(await readerOf(polymarket, ctx).allTrades(token(1), { limit: 5 }, 5)).toHaveLength(1)
  })

  test('neither is an error that says so', async () => {
    const error = await failureOf(() =>
      read({ 'GET data/v2/trades': gone, 'GET data/trades': json(410, {}) }),
    )
    expect(error).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { kind: 'route_gone', matter: 'trades' },
    })
  })

  test('an outage of the newer route is no reason for the older one', async () => {
    const { ctx, clock, wire } = setUp({
      ...market,
      'GET data/v2/trades': json(503, { error: 'request_timeout' }),
    })
    const failing = failureOf(() => readerOf(polymarket, ctx).allTrades(token(1), { limit: 5 }))
    await clock.advance(60_000)
    expect((await failing).code).toBe('EXCHANGE_NOT_AVAILABLE')
    expect(sentTo(wire)).not.toContain('GET data/trades')
  })
})

describe('the older route', () => {
  test.each([0, 1, 7, 15])(
    'trades that happen between pages (%d a page) repeat nothing and lose nothing',
    async (growth) => {
      const feed = feedOf(1_200).map((fill) => ({ ...fill, outcome: 1 }))
      const { trades } = await read(
        { 'GET data/v2/trades': gone, 'GET data/trades': olderRoute(feed, growth) },
        { limit: 1_000 },
      )
      expect(trades.map(({ amount }) => amount)).toEqual(feed.slice(0, 1_000).map(({ size }) => size))
      expect(new Set(trades.map(({ id }) => id)).size).toBe(1_000)
    },
  )

  test.each([
    ['the last page', 0, 400],
    ['rows from the middle', 250, 1_500],
    ['a single row', 0, 1],
  ])('a feed that shows %s again past its depth is an error, not more trades', async (_name, from, count) => {
    const feed = feedOf(count).map((fill) => ({ ...fill, outcome: 1 }))
    const repeat = (call: VenueCall) => {
      const { offset, limit } = queryOf(call)
      const at = Number(offset) === 0 ? 0 : from
      return feed.slice(at, at + Number(limit)).map(older)
    }
    const answers = { 'GET data/v2/trades': gone, 'GET data/trades': repeat }
    const error = await failureOf(() => read(answers, { limit: 1_000 }))
    expect(error.detail).toMatchObject({ kind: 'trades_too_deep' })
  })

  test('the offset cap is an error only for who needs more', async () => {
    const feed = feedOf(2_000).map((fill) => ({ ...fill, outcome: 1 }))
    const answers = { 'GET data/v2/trades': gone, 'GET data/trades': olderRoute(feed, 0, 900) }
    expect((await read(answers, { limit: 900 })).trades).toHaveLength(900)
    const error = await failureOf(() => read(answers, { limit: 1_900 }))
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'trades_too_deep' },
      retryable: false,
    })
  })

  test.each(
    mutationsOf(
      ['asset', 'conditionId', 'side', 'size', 'price', 'timestamp', 'transactionHash'].map(
        (name) => `0.${name}`,
      ),
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
  )('with its $path $how is an error', async (mutation) => {
    const answers = { 'GET data/v2/trades': gone, 'GET data/trades': mutate([olderTrade()], mutation) }
    await expectDrift(() => read(answers), mutation.path.replace('0.', '[0].'))
  })

  test('a throttle with status 200 is no empty list', async () => {
    const { ctx, clock } = setUp({
      ...market,
      'GET data/v2/trades': gone,
      'GET data/trades': { error: 'Too Many Requests' },
    })
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
    expect((await failureOf(() => read({ 'GET gamma/markets': [] }, { limit: 5 }, token(8)))).code).toBe(
      'NOT_FOUND',
    )
  })

  test('the market of a token is looked up once', async () => {
    const { ctx, wire } = await read({ 'GET data/v2/trades': envelope([]) })
    await readerOf(polymarket, ctx).allTrades(token(1), { limit: 5 })
    expect(sentTo(wire).filter((call) => call === 'GET gamma/markets')).toHaveLength(1)
  })
})
