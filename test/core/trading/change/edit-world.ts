import type { Order } from '../../../../src/api/models/models.js'
import type { CoreCall } from '../../../../src/core/request/api-call.js'
import { WireError } from '../../../../src/transport/errors.js'
import type { OrderEdit } from '../../../../src/venue-kit/contract/trading.js'
import { type ExchangeOrder, fakeExchange, type TradingOptions, tradingWorld } from '../trading-world.js'

/** A change whose response is lost. @param done whether the venue carried it out */
export const lost = (done: boolean) => ({
  done,
  answer: new WireError('reset', 'The venue cut the connection.'),
})

/** An exchange that changes orders in one step, with one order of 10 at 0.5 that rests. */
export async function editWorld(options: TradingOptions = {}) {
  const exchange = fakeExchange(options.exchange)
  Object.assign(exchange.answers, { 'POST api/edit': {} })
  const world = tradingWorld({ ...options, over: exchange })
  /** What becomes of the next changes: carried out or not, and then this. */
  const troubles: { readonly done: boolean; readonly answer: unknown }[] = []
  const filled = new Map<string, number>()
  const rowOf = ({ id, ...terms }: ExchangeOrder): Order => ({
    id,
    marketId: terms.marketId,
    outcomeId: terms.outcomeId,
    side: terms.side,
    type: 'limit',
    price: Number(terms.price),
    amount: Number(terms.amount),
    status: exchange.gone.has(id) ? 'canceled' : filled.get(id) === Number(terms.amount) ? 'filled' : 'open',
    filled: filled.get(id) ?? 0,
    remaining: Number(terms.amount) - (filled.get(id) ?? 0),
    timestamp: 1,
  })
  const find = async (orderId: string): Promise<Order | undefined> => {
    const found = exchange.placed.find(({ id }) => id === orderId)
    return found && rowOf(found)
  }
  const edit: OrderEdit = {
    build: async (orderId, terms) => ({
      call: { host: 'api', path: '/edit', body: { orderId, price: terms.price, amount: terms.amount } },
      handle: { by: 'orderId', value: orderId },
    }),
    async submit({ call, handle }, terms, ctx) {
      await ctx.http.send(call)
      const trouble = troubles.shift()
      const index = exchange.placed.findIndex(({ id }) => id === handle?.value)
      const order = exchange.placed[index]
      if (order !== undefined && trouble?.done !== false)
        exchange.placed[index] = { ...order, price: terms.price, amount: terms.amount }
      if (trouble !== undefined) throw trouble.answer
      return rowOf(exchange.placed[index] as ExchangeOrder)
    },
  }
  const before = exchange.orders.find
  Object.assign(exchange.orders, {
    edit,
    find: (...args: Parameters<NonNullable<typeof before>>) =>
      args[0].by === 'orderId' ? find(args[0].value) : before?.(...args),
  })
  Object.assign(exchange.account, { order: find })
  await world.create()
  const change = async (changes: object, call: Partial<CoreCall> = {}) =>
    (await world.answer('editOrder', ['V1', changes], { call: { credentials: { apiKey: 'mine' }, ...call } }))
      .data as Order
  return {
    ...world,
    troubles,
    filled,
    change,
    rowNow: find,
    edits: () => world.wire.calls.filter(({ path }) => path === '/edit'),
  }
}
