import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listUnknownMembers } from '../../../src/api/values/unknown-members.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { fakeClock } from '../../support/clock.js'
import { failureOf, present } from '../../support/expect.js'
import { setUpVenue } from '../../support/venue.js'
import { type Answers, json, queryOf } from '../../support/wire.js'
import { notFound } from './payloads.js'

const [orders, account] = [present(kalshi.orders), present(kalshi.account)]
const cancel = present(orders.cancel)
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const keys = { values: { apiKey: 'a-key', privateKey }, withheld: false }

const ID = '4b1f8f0a-0c86-4c7e-9d57-3f6b7b8f2a11'
const TICKER = 'KXBTCD-26NOV2717-T95000'
const ROW = `GET api/portfolio/orders/${ID}`
const CANCEL = `DELETE api/portfolio/events/orders/${ID}`

const row = (members: object = {}) => ({
  order_id: ID,
  client_order_id: 'mine',
  ticker: TICKER,
  outcome_side: 'yes',
  book_side: 'bid',
  side: 'yes',
  action: 'buy',
  type: 'limit',
  status: 'resting',
  yes_price_dollars: '0.4000',
  no_price_dollars: '0.6000',
  initial_count_fp: '5.00',
  fill_count_fp: '0.00',
  remaining_count_fp: '5.00',
  created_time: '2026-11-21T11:00:00Z',
  subaccount_number: 0,
  exchange_index: 2,
  ...members,
})

interface Shards {
  /** The order as lists have it; undefined while they do not know it. */
  order?: ReturnType<typeof row> | undefined
  /** What the engine has of it, whatever lists say. */
  readonly rests?: boolean
  readonly subaccount?: number
  /** Whether lists show what was done at once. */
  readonly lags?: boolean
}

/**
 * The documented rule (OpenAPI 3.34, CancelOrderV2; docs.kalshi.com, exchange sharding): an index of a shard is obeyed,
 * the market's ticker finds it, and with neither shard 0 is asked. An order that is not there is a 404. The subaccount
 * is 0 unless it is named.
 */
function exchange(shards: Shards, more: Answers = {}) {
  const state = { order: shards.order, rests: shards.rests ?? shards.order?.status === 'resting' }
  const own = shards.order ?? row()
  return setUpVenue(
    kalshi,
    {
      [ROW]: () => (state.order === undefined ? json(404, notFound) : { order: state.order }),
      [CANCEL]: (call: VenueCall) => {
        const { exchange_index: index = '-1', market_ticker: ticker, subaccount = '0' } = queryOf(call)
        const asked = index === '-1' ? (ticker === TICKER ? own.exchange_index : 0) : Number(index)
        const isThere = asked === own.exchange_index && Number(subaccount) === (own.subaccount_number ?? 0)
        if (!state.rests || !isThere) return json(404, notFound)
        state.rests = false
        if (shards.lags !== true) state.order = { ...own, status: 'canceled', remaining_count_fp: '0.00' }
        return { order_id: ID, client_order_id: 'mine', reduced_by: '5.00', ts_ms: 1_795_818_000_000 }
      },
      ...more,
    },
    fakeClock(),
    keys,
  )
}

const cancelsIn = ({ calls }: { readonly calls: readonly VenueCall[] }) =>
  calls.filter(({ method }) => method === 'DELETE').map(queryOf)

describe('an order is taken back', () => {
  test.each([0, 1, 2, 3])('on shard %i, by the market that it is read with', async (exchange_index) => {
    const { ctx, wire } = exchange({ order: row({ exchange_index }) })
    expect(await cancel(ID, ctx)).toMatchObject({ id: ID, status: 'canceled', filled: 0, remaining: 5 })
    expect(cancelsIn(wire)).toEqual([{ market_ticker: TICKER }])
  })

  test('of a subaccount, which is named', async () => {
    const { ctx, wire } = exchange({ order: row({ subaccount_number: 7 }) })
    expect(await cancel(ID, ctx)).toMatchObject({ status: 'canceled' })
    expect(cancelsIn(wire)).toEqual([{ market_ticker: TICKER, subaccount: '7' }])
  })

  test('whatever else its row holds', async () => {
    const { ctx } = exchange({
      order: row({ status: 'zz_new', outcome_side: 'zz', initial_count_fp: null }),
      rests: true,
    })
    expect(await cancel(ID, ctx)).toMatchObject({ id: ID, status: 'canceled', remaining: 5 })
  })

  test('that lists do not show yet, by the market that it was placed in', async () => {
    const created = {
      order_id: ID,
      client_order_id: 'mine',
      fill_count: '0.00',
      remaining_count: '5.00',
      ts_ms: 1_795_818_000_000,
    }
    const { ctx, wire } = exchange(
      { rests: true },
      { 'POST api/portfolio/events/orders': json(201, created) },
    )
    const terms: OrderTerms = {
      marketId: TICKER,
      outcomeId: TICKER,
      side: 'buy',
      type: 'limit',
      amount: '5',
      price: '0.4',
      clientOrderId: 'mine',
    }
    const located = { outcomeId: TICKER, facts: { ticker: TICKER, side: 'yes' } }
    await orders.submit(await orders.build(terms, located as never, ctx), terms, ctx)
    expect(await cancel(ID, ctx)).toMatchObject({ id: ID, status: 'canceled' })
    expect(cancelsIn(wire)).toEqual([{ market_ticker: TICKER }])
  })

  test('without another look, where a list has just shown its market', async () => {
    const { ctx, wire } = exchange(
      { order: row() },
      { 'GET api/portfolio/orders': { orders: [row()], cursor: '' } },
    )
    const paging = present(account.openOrders)({}, ctx)
    await paging.fetch(undefined as never)
    await cancel(ID, ctx)
    expect(wire.calls.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET'])
    expect(wire.calls.map(({ group }) => group)).toEqual(['accountReads', 'accountWrites', 'accountReads'])
  })

  test('and told so while lists still show it resting', async () => {
    const { ctx } = exchange({ order: row(), lags: true })
    expect(await cancel(ID, ctx)).toMatchObject({
      id: ID,
      status: 'canceled',
      filled: 0,
      remaining: 5,
      price: 0.4,
    })
  })
})

test('an order that was made smaller has no fills that nobody saw', async () => {
  // Recorded: a decrease from 2 to 1 leaves the first size as it was (venue sample order-decrease-v1).
  const smaller = row({ initial_count_fp: '9.00', fill_count_fp: '1.00' })
  const order = await cancelOf(smaller)
  expect(order).toMatchObject({ status: 'canceled', amount: 6, filled: 1, remaining: 5 })
  expect(listUnknownMembers(order)).toEqual([])
})

test('an order that was made smaller, and that its row shows as canceled, has the size that was taken back', async () => {
  const { ctx } = exchange({ order: row({ initial_count_fp: '9.00', fill_count_fp: '1.00' }) })
  const order = await cancel(ID, ctx)
  expect(order).toMatchObject({ status: 'canceled', amount: 6, filled: 1, remaining: 5 })
  expect(listUnknownMembers(order)).toEqual([])
})

test('what an order was filled with is not known where its row rests with another number than was taken back', async () => {
  const older = row({ initial_count_fp: '9.00', fill_count_fp: '1.00', remaining_count_fp: '8.00' })
  const order = await cancelOf(older)
  expect(order).toMatchObject({ status: 'canceled', amount: 9 })
  expect(listUnknownMembers(order)).toEqual(['filled', 'remaining'])
})

function cancelOf(order: ReturnType<typeof row>) {
  return cancel(ID, exchange({ order, lags: true }).ctx)
}

describe('a 404 of a cancel', () => {
  test('of an order that nobody knows is that there is none', async () => {
    const { ctx } = exchange({})
    expect(await failureOf(() => cancel(ID, ctx))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  test.each(['executed', 'canceled'])(
    'of one that is %s is that there is none to be taken back',
    async (status) => {
      const { ctx } = exchange({ order: row({ status, fill_count_fp: '5.00', remaining_count_fp: '0.00' }) })
      expect(await failureOf(() => cancel(ID, ctx))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    },
  )

  test('of one that rests is not believed: its shard is asked by its number, and then it is in doubt', async () => {
    const { ctx, wire } = exchange({ order: row() }, { [CANCEL]: json(404, notFound) })
    const error = await failureOf(() => cancel(ID, ctx))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
    expect(error.message).toMatch(/still open/)
    expect(cancelsIn(wire)).toEqual([
      { market_ticker: TICKER },
      { exchange_index: '2', market_ticker: TICKER },
    ])
  })

  test('of one that rests is done by the number of its shard, where that works', async () => {
    const { ctx } = exchange(
      { order: row() },
      {
        [CANCEL]: (call: VenueCall) =>
          queryOf(call)['exchange_index'] === '2'
            ? { order_id: ID, reduced_by: '5.00', ts_ms: 1_795_818_000_000 }
            : json(404, notFound),
      },
    )
    expect(await cancel(ID, ctx)).toMatchObject({ status: 'canceled', remaining: 5 })
  })

  test.each([
    ['cannot be read', json(403, {})],
    ['is lost', json(503, {})],
    ['cannot be understood', { order: { order_id: ID } }],
  ])('of one whose row %s is in doubt', async (_, answer) => {
    const { ctx } = exchange({}, { [ROW]: answer })
    // Nobody could say on which shard it is.
    const work = failureOf(() => cancel(ID, ctx))
    await (ctx.clock as ReturnType<typeof fakeClock>).advance(20_000)
    expect((await work).code).toMatch(/EXCHANGE_NOT_AVAILABLE|NETWORK_ERROR/)
  })
})
