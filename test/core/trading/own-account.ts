import type { Order, Position, UserTrade } from '../../../src/api/models/models.js'
import { WireError } from '../../../src/transport/errors.js'
import type { Paging } from '../../../src/venue-kit/contract/paging.js'
import type { AccountSource } from '../../../src/venue-kit/contract/trading.js'
import { failureOf, fakeExchange, mine, type TradingOptions, tradingWorld } from './trading-world.js'

/** A venue that takes any number of orders of one name and finds none by it; what its account shows a test decides. */
export function blindWorld(options: TradingOptions = {}) {
  const over = fakeExchange({ isUnique: false, finds: false, ...options.exchange })
  const shown = {
    open: [] as Order[],
    closed: [] as Order[],
    fills: [] as UserTrade[],
    positions: [] as Position[],
    lookups: 0,
  }
  const list = <Row extends { readonly id: string }>(
    what: string,
    rows: () => readonly Row[],
  ): Paging<Row> => ({
    kind: 'cursor',
    what,
    idOf: ({ id }) => id,
    fetch: async () => ({ rows: rows() }),
  })
  const account: AccountSource = {
    openOrders: () => list('open orders', () => shown.open),
    closedOrders: () => list('closed orders', () => shown.closed),
    fills: () => list('fills', () => shown.fills),
    positions: async () => shown.positions,
  }
  Object.assign(over.venue, { account })
  const world = tradingWorld({ held: mine, ...options, over })

  /** Places an order, and loses the answer. */
  async function lose(order: object = {}) {
    over.next({ placed: true, answer: new WireError('reset', 'x') })
    await failureOf(world.create(order))
    const [row] = world.journal.list({ limit: 1 })
    if (row === undefined) throw new Error('nothing was written')
    return row
  }
  /** An order as the venue shows it, such as the one that was lost last. */
  const native = (changes: Partial<Order> = {}): Order => ({
    id: 'V1',
    marketId: 'M',
    outcomeId: 'M-YES',
    side: 'buy',
    type: 'limit',
    price: 0.5,
    amount: 10,
    status: 'open',
    filled: 0,
    remaining: 10,
    timestamp: world.clock.now(),
    ...changes,
  })
  const fill = (changes: Partial<UserTrade> = {}): UserTrade => ({
    id: 'F1',
    orderId: 'V1',
    marketId: 'M',
    outcomeId: 'M-YES',
    side: 'buy',
    price: 0.45,
    amount: 4,
    timestamp: world.clock.now(),
    ...changes,
  })
  return { ...world, account, shown, lose, native, fill }
}
