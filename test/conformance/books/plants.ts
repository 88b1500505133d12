import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Order, OrderBook, UserTrade } from '../../../src/api/models/models.js'
import type { ChangeReply } from '../../support/in-process.js'
import type { Ask, ExchangeOptions } from './exchange.js'
import type { Rule } from './findings.js'
import type { Plan, Step } from './steps.js'

/** A fault that is built in between the audit and a venue, and the rule that must notice it. */
export interface Plant {
  readonly fault: string
  readonly venue: VenueId
  readonly rule: Rule
  readonly options: ExchangeOptions
  /** Steps that meet it. */
  readonly steps: readonly Step[]
  /** The audit reads the journal. */
  readonly readsJournal?: true
}

type Row = Record<string, unknown>
type OrderStep = Extract<Step, { kind: 'order' }>

const order = (terms: Partial<OrderStep> = {}): OrderStep => ({
  kind: 'order',
  market: 2,
  isNo: false,
  side: 'buy',
  type: 'limit',
  place: 'across',
  lots: 2,
  isDeep: false,
  ...terms,
})

/** One account that takes these steps. */
export function planOf(steps: readonly Step[]): Plan {
  return { seed: 2, accounts: [steps], pauses: steps.map(() => 0), resolvesAfter: -1 }
}

/** Changes the rows of a list that a mock venue returns. */
function rowsAt(
  path: RegExp,
  list: string | undefined,
  change: (row: Row, index: number) => Row[],
): ChangeReply {
  return (call, reply) => {
    if (!path.test(call.path) || call.method !== 'GET' || reply.status !== 200) return reply
    const body = JSON.parse(reply.text)
    const rows: Row[] = list === undefined ? body : body[list]
    const changed = rows.flatMap(change)
    return { ...reply, text: JSON.stringify(list === undefined ? changed : { ...body, [list]: changed }) }
  }
}

const fillsOfKalshi = (change: (row: Row, index: number) => Row[]): ExchangeOptions => ({
  changeReply: rowsAt(/\/portfolio\/fills$/, 'fills', change),
})
const tradesOfPolymarket = (change: (row: Row, index: number) => Row[]): ExchangeOptions => ({
  changeReply: rowsAt(/\/data\/trades$/, 'data', change),
})

/** Changes what the daemon returns from some methods. */
function returned(methods: readonly string[], change: (data: never, ask: Ask) => unknown): ExchangeOptions {
  return {
    changeAsk: (ask) => async (method, args, credentials) => {
      const data = await ask(method, args, credentials)
      return methods.includes(method) ? change(data as never, ask) : data
    },
  }
}

/** Places another order than was asked for, and returns it as if it were that one. */
function placedAs(change: (wanted: Row) => Row, told: readonly (keyof Order)[]): ExchangeOptions {
  const asked = new Map<string, Row>()
  const restored = (row: Order): Order => {
    const wanted = asked.get(row.id)
    return wanted === undefined
      ? row
      : { ...row, ...Object.fromEntries(told.map((name) => [name, wanted[name]])) }
  }
  return {
    changeAsk: (ask) => async (method, args, credentials) => {
      const [wanted] = args as [Row]
      const data = await ask(method, method === 'createOrder' ? [change(wanted)] : args, credentials)
      if (method === 'createOrder') asked.set((data as Order).id, wanted)
      if (method === 'fetchOpenOrders' || method === 'fetchClosedOrders')
        return (data as Order[]).map(restored)
      return method === 'createOrder' || method === 'fetchOrder' ? restored(data as Order) : data
    },
  }
}

const isPurchaseAtMarket = ({ type, side }: Row): boolean => type === 'market' && side === 'buy'
const without = (row: Row, name: string): Row => {
  const { [name]: _left, ...rest } = row
  return rest
}
const turned = (price: number): number => Number((1 - price).toFixed(6))
const readsOrders = ['createOrder', 'fetchOrder'] as const

/** The outcomes of a market by each other, learned from its lists; what an adapter could confuse. */
function otherOutcome(): { learn(ask: Ask): Promise<void>; of(id: unknown): string | undefined } {
  const others = new Map<string, string>()
  return {
    async learn(ask) {
      if (others.size > 0) return
      const markets = (await ask('fetchMarkets', [{ limit: 200 }])) as {
        yes?: { outcomeId: string }
        no?: { outcomeId: string }
      }[]
      for (const { yes, no } of markets) {
        if (yes === undefined || no === undefined) continue
        others.set(yes.outcomeId, no.outcomeId)
        others.set(no.outcomeId, yes.outcomeId)
      }
    },
    of: (id) => others.get(String(id)),
  }
}

/** A sale is returned as one of the other outcome at the complement of its price. */
function turnSales(): ExchangeOptions {
  const other = otherOutcome()
  return {
    changeAsk: (ask) => async (method, args, credentials) => {
      const data = await ask(method, args, credentials)
      if (method !== 'fetchMyTrades') return data
      await other.learn(ask)
      return (data as UserTrade[]).map((fill) =>
        fill.side === 'sell'
          ? { ...fill, outcomeId: other.of(fill.outcomeId) ?? '', price: turned(fill.price) }
          : fill,
      )
    },
  }
}

/** Orders are sent for the other outcome at the same price, and returned as they were asked for. */
function sendOtherOutcome(): ExchangeOptions {
  const other = otherOutcome()
  const { changeAsk } = placedAs(
    (wanted) => ({ ...wanted, outcomeId: other.of(wanted['outcomeId']) ?? '', price: undefined }),
    ['outcomeId'],
  )
  return {
    changeAsk: (ask) => async (method, args, credentials) => {
      await other.learn(ask)
      return changeAsk?.(ask)(method, args, credentials)
    },
  }
}

export const plants: readonly Plant[] = [
  {
    fault: 'a market purchase buys more than its amount',
    venue: 'polymarket',
    rule: 'amount',
    options: placedAs(
      (wanted) =>
        isPurchaseAtMarket(wanted) ? { ...wanted, amount: Number(wanted['amount']) * 1.25 } : wanted,
      ['amount'],
    ),
    steps: [order({ type: 'market', lots: 1 })],
  },
  {
    fault: 'a market purchase passes the worst price of its caller',
    venue: 'opinion',
    rule: 'price',
    options: placedAs(
      (wanted) => (isPurchaseAtMarket(wanted) ? without(wanted, 'price') : wanted),
      ['price'],
    ),
    steps: [order({ type: 'market', lots: 15 })],
  },
  {
    fault: 'a sale is read as one of the other outcome',
    venue: 'kalshi',
    rule: 'side',
    options: turnSales(),
    steps: [order(), order({ side: 'sell', lots: 1 })],
  },
  {
    fault: 'a fill has no fee',
    venue: 'kalshi',
    rule: 'money',
    options: fillsOfKalshi((row) => [{ ...row, fee_cost: '0.0000' }]),
    steps: [order()],
  },
  {
    fault: 'a fee is counted as a gain',
    venue: 'polymarket_us',
    rule: 'money',
    options: returned(['fetchMyTrades'], (rows: UserTrade[]) =>
      rows.map((row) => ({ ...row, fee: -(row.fee ?? 0) })),
    ),
    steps: [order()],
  },
  {
    fault: 'the price of a fill is off by a cent',
    venue: 'kalshi',
    rule: 'money',
    options: fillsOfKalshi((row) => [
      {
        ...row,
        yes_price_dollars: (Number(row['yes_price_dollars']) - 0.01).toFixed(4),
        no_price_dollars: (Number(row['no_price_dollars']) + 0.01).toFixed(4),
      },
    ]),
    steps: [order()],
  },
  {
    fault: 'a fill has one contract more',
    venue: 'kalshi',
    rule: 'fills',
    options: fillsOfKalshi((row) => [{ ...row, count_fp: (Number(row['count_fp']) + 1).toFixed(2) }]),
    steps: [order()],
  },
  {
    fault: 'a position has the other sign',
    venue: 'kalshi',
    rule: 'positions',
    options: {
      changeReply: rowsAt(/\/portfolio\/positions$/, 'market_positions', (row) => [
        { ...row, position_fp: (-Number(row['position_fp'])).toFixed(2) },
      ]),
    },
    steps: [order()],
  },
  {
    fault: 'a purchase is listed as a sale',
    venue: 'polymarket',
    rule: 'side',
    options: tradesOfPolymarket((row) => [{ ...row, side: row['side'] === 'BUY' ? 'SELL' : 'BUY' }]),
    steps: [order()],
  },
  {
    fault: 'a page of fills is read twice',
    venue: 'polymarket',
    rule: 'fills',
    options: tradesOfPolymarket((row, index) => [
      row,
      ...(index === 0 ? [{ ...row, id: `${row['id']}-again` }] : []),
    ]),
    steps: [order()],
  },
  {
    fault: 'an order has one contract left that it has not',
    venue: 'smarkets',
    rule: 'remaining',
    options: returned(readsOrders, (row: Order) => ({ ...row, remaining: row.remaining + 1 })),
    steps: [order()],
  },
  {
    fault: 'an order of NO is priced as one of YES',
    venue: 'probable',
    rule: 'terms',
    options: returned(readsOrders, (row: Order) =>
      row.price === undefined ? row : { ...row, price: turned(row.price) },
    ),
    steps: [order({ isNo: true, place: 'behind' })],
  },
  {
    fault: 'a cancel is told and not sent',
    venue: 'myriad',
    rule: 'status',
    options: {
      changeAsk: (ask) => async (method, args, credentials) =>
        method === 'cancelOrder'
          ? { ...Object(await ask('fetchOrder', args, credentials)), status: 'canceled' }
          : ask(method, args, credentials),
    },
    steps: [order({ place: 'behind' }), { kind: 'cancel', back: 0 }],
  },
  {
    fault: 'the newest closed order is missing from the list',
    venue: 'gemini-titan',
    rule: 'lists',
    options: returned(['fetchClosedOrders'], (rows: Order[]) => rows.slice(1)),
    steps: [order()],
  },
  {
    fault: 'a fill in part is returned as the whole',
    venue: 'limitless',
    rule: 'status',
    options: returned(readsOrders, (row: Order) =>
      row.filled > 0 && row.filled < row.amount ? { ...row, status: 'filled' } : row,
    ),
    steps: [order({ lots: 60, timeInForce: 'IOC' })],
  },
  {
    fault: 'postOnly is dropped',
    venue: 'polymarket_us',
    rule: 'demands',
    options: placedAs((wanted) => without(wanted, 'postOnly'), []),
    steps: [order({ postOnly: true })],
  },
  {
    fault: 'a time in force is dropped',
    venue: 'hyperliquid',
    rule: 'demands',
    options: placedAs((wanted) => without(wanted, 'timeInForce'), []),
    steps: [order({ timeInForce: 'IOC', place: 'touch' })],
  },
  {
    fault: 'an order is sent for the other outcome',
    venue: 'kalshi-demo',
    rule: 'side',
    options: sendOtherOutcome(),
    steps: [order({ type: 'market' })],
  },
  {
    fault: 'an order is placed twice',
    venue: 'kalshi',
    rule: 'lists',
    options: {
      changeAsk: (ask) => async (method, args, credentials) => {
        const [wanted] = args as [Row]
        if (method === 'createOrder') await ask(method, [without(wanted, 'clientOrderId')], credentials)
        return ask(method, args, credentials)
      },
    },
    steps: [order({ place: 'behind' })],
  },
  {
    fault: 'the book of NO is that of YES',
    venue: 'polymarket',
    rule: 'mirror',
    options: {
      changeAsk: (ask) => async (method, args, credentials) => {
        const data = await ask(method, args, credentials)
        if (method !== 'fetchOrderBook') return data
        const { bids, asks } = data as OrderBook
        return { ...Object(data), bids: bids.map(({ price, size }) => ({ price: price / 2, size })), asks }
      },
    },
    steps: [order({ place: 'behind' })],
  },
  {
    fault: 'the journal holds another amount',
    venue: 'smarkets',
    rule: 'journal',
    readsJournal: true,
    options: placedAs(
      (wanted) => ({ ...wanted, amount: 2 * Number(wanted['amount']) }),
      ['amount', 'remaining'],
    ),
    steps: [order({ place: 'behind' })],
  },
  {
    fault: 'a purchase is sent as a sale',
    venue: 'smarkets',
    rule: 'positions',
    options: placedAs(
      (wanted) => ({
        ...wanted,
        type: 'market',
        price: undefined,
        side: wanted['side'] === 'buy' ? 'sell' : 'buy',
      }),
      ['side', 'type', 'price'],
    ),
    steps: [order({ lots: 4 })],
  },
]
