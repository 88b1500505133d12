import { PmxError } from '../../../src/api/envelope/errors.js'
import type { Order, Position } from '../../../src/api/models/models.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { WireError } from '../../../src/transport/errors.js'
import type { OrderEdit, OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import type { FakeClock } from '../../support/clock.js'
import { json } from '../../support/wire.js'
import { fakeExchange } from './trading-world.js'

/** An order as the exchange has it, whatever it shows of it. */
export interface TrueOrder {
  readonly id: string
  readonly clientOrderId: string
  readonly side: OrderTerms['side']
  readonly outcomeId: string
  amount: number
  price: number
  filled: number
  /** What its fills cost. */
  spent: number
  status: 'open' | 'filled' | 'canceled'
  /** When it was placed, epoch ms. */
  readonly at: number
}

/** What happens to the next order, change or cancel. */
export type NextTrouble = 'none' | 'lost and done' | 'lost and not done' | 'refused'

interface LaggingOptions {
  readonly clock: FakeClock
  /** The same seed makes the same exchange. */
  readonly random: () => number
  /** It can be asked for an order by its client id. */
  readonly finds: boolean
  readonly isUnique: boolean
  /** Lists and look-ups may be up to 55 s old, each by itself. */
  readonly lags: boolean
}

const LAGS_MS = [0, 0, 0, 5_000, 30_000, 55_000] as const

/**
 * An exchange whose orders fill in parts, whose answers get lost, and whose lists, look-ups and positions are old. It
 * knows the truth, which the limits are held against.
 */
export function laggingExchange({ clock, random, finds, isUnique, lags }: LaggingOptions) {
  const exchange = fakeExchange({ finds, isUnique })
  const orders = new Map<string, TrueOrder>()
  const held = new Map<string, number>()
  const states: { readonly at: number; readonly orders: TrueOrder[]; readonly held: [string, number][] }[] =
    []
  let trouble: NextTrouble = 'none'
  const isChance = (share: number): boolean => random() < share
  const lost = () => new WireError('reset', 'The venue cut the connection.')

  function remember(): void {
    states.push({
      at: clock.trueNow(),
      orders: [...orders.values()].map((order) => ({ ...order })),
      held: [...held],
    })
  }

  /** What the exchange shows now: what was true a while ago. */
  function shown() {
    const lag = lags ? (LAGS_MS[Math.floor(random() * LAGS_MS.length)] ?? 0) : 0
    return states.filter(({ at }) => at <= clock.trueNow() - lag).at(-1) ?? { orders: [], held: [] }
  }

  function fill(order: TrueOrder, contracts: number): void {
    if (order.status !== 'open') return
    const size = Math.min(contracts, order.amount - order.filled)
    order.filled += size
    order.spent += size * order.price
    const before = held.get(order.outcomeId) ?? 0
    held.set(order.outcomeId, order.side === 'buy' ? before + size : before - size)
    if (order.filled >= order.amount) order.status = 'filled'
    remember()
  }

  function takeTrouble(): NextTrouble {
    const now = trouble
    trouble = 'none'
    return now
  }

  function place({ body }: VenueCall): unknown {
    const terms = body as OrderTerms
    const now = takeTrouble()
    if (now === 'lost and not done') throw lost()
    if (now === 'refused') return json(400, { error: 'refused' })
    const { clientOrderId, side, outcomeId } = terms
    if (isUnique && [...orders.values()].some((one) => one.clientOrderId === clientOrderId))
      return json(409, { error: 'duplicate' })
    const [id, at] = [`V${orders.size + 1}`, clock.trueNow()]
    const [amount, price] = [Number(terms.amount), Number(terms.price)]
    const start = { filled: 0, spent: 0, status: 'open' } as const
    const order: TrueOrder = { id, at, clientOrderId, side, outcomeId, amount, price, ...start }
    orders.set(id, order)
    remember()
    if (isChance(0.2)) fill(order, 1 + Math.floor(random() * 10))
    if (now === 'lost and done') throw lost()
    return { id }
  }

  const edit: OrderEdit = {
    build: async (orderId, { price, amount }) => ({
      call: { host: 'api', path: '/edit', body: { orderId, price, amount } },
      handle: { by: 'orderId', value: orderId },
    }),
    async submit({ call, handle }, { amount, price }, ctx) {
      await ctx.http.send(call)
      const now = takeTrouble()
      if (now === 'lost and not done') throw lost()
      const order = orders.get(handle?.value ?? '')
      if (order?.status !== 'open') throw new PmxError('ORDER_NOT_FOUND', 'no such order')
      if (isChance(0.2)) fill(order, 1 + Math.floor(random() * 5))
      if (now === 'refused' || order.status !== 'open' || Number(amount) <= order.filled)
        throw new PmxError('INVALID_ORDER', 'refused')
      Object.assign(order, { amount: Number(amount), price: Number(price) })
      remember()
      if (now === 'lost and done') throw lost()
      return rowOf(order)
    },
  }

  remember()
  Object.assign(exchange.answers, { 'POST api/order': place, 'POST api/edit': {}, 'DELETE api/cancel': {} })
  Object.assign(exchange.orders, {
    edit,
    async submit({ call }, _terms, ctx) {
      const reply = await ctx.http.send({ ...call, accept: [400, 409] })
      if (reply.status === 409)
        throw new PmxError('INVALID_ORDER', 'duplicate', { detail: { kind: 'duplicate_order' } })
      const order = orders.get(String((reply.json as { readonly id?: unknown }).id))
      if (order === undefined) throw new PmxError('INVALID_ORDER', 'refused')
      // Some responses are of before the first fill.
      const fresh = { status: 'open', filled: 0, remaining: order.amount } as const
      return isChance(0.5) ? rowOf(order) : { ...rowOf(order), ...fresh }
    },
    async cancel(orderId, ctx) {
      await ctx.http.send({ host: 'api', path: '/cancel', method: 'DELETE' })
      const now = takeTrouble()
      if (now === 'lost and not done') throw lost()
      const order = orders.get(orderId)
      if (order?.status !== 'open') throw new PmxError('ORDER_NOT_FOUND', 'no such order')
      const before = rowOf(order)
      order.status = 'canceled'
      remember()
      if (now === 'lost and done') throw lost()
      const untold = { filled: 0, remaining: 0, metadata: { unknown: ['filled', 'remaining'] } }
      return isChance(0.33) ? before : { ...rowOf(order), ...(isChance(0.5) ? untold : {}) }
    },
    async find({ by, value }) {
      if (by !== 'orderId' && !finds) throw new PmxError('NETWORK_ERROR', 'no look-up by name')
      const found = shown().orders.find((one) => (by === 'orderId' ? one.id : one.clientOrderId) === value)
      return found && rowOf(found)
    },
  } satisfies Partial<typeof exchange.orders>)
  Object.assign(exchange.account, {
    async order(id) {
      const found = shown().orders.find((one) => one.id === id)
      return found && rowOf(found)
    },
    openOrders: () => ({
      kind: 'cursor',
      what: 'open orders',
      idOf: ({ id }) => id,
      fetch: async () => ({
        rows: shown()
          .orders.filter(({ status }) => status === 'open')
          .map(rowOf),
      }),
    }),
    positions: async () =>
      shown().held.map(([outcomeId, size]): Position => ({ marketId: 'M', outcomeId, size })),
  } satisfies Partial<typeof exchange.account>)

  return {
    exchange,
    orders,
    fill,
    held: (outcomeId: string): number => held.get(outcomeId) ?? 0,
    next(what: NextTrouble): void {
      trouble = what
    },
  }
}

function rowOf({ spent: _, at, ...order }: TrueOrder): Order {
  const remaining = order.status === 'canceled' ? 0 : order.amount - order.filled
  return { ...order, marketId: 'M', type: 'limit', remaining, timestamp: at }
}
