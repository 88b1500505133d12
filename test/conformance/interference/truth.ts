import type { Order, OrderBook, UserTrade } from '../../../src/api/models/models.js'
import type { Daemons } from './daemons.js'

/** An order as it was asked for. All amounts differ, so that the venue's orders can be told apart. */
export interface Wanted {
  readonly marketId: string
  readonly outcomeId: string
  readonly side: 'buy' | 'sell'
  readonly type: 'market' | 'limit'
  readonly price: number
  readonly amount: number
  readonly clientOrderId?: string
}

/** What is known of an order that was asked for. */
export interface Entry {
  readonly wanted: Wanted
  /** What its last caller was told. */
  state: 'placed' | 'refused' | 'unknown'
  message: string
  /** It was asked for before. */
  isSent: boolean
  /** As the daemon named it. */
  id?: string
  /** Open orders of this amount that the venue has shown. */
  readonly shown: Set<string>
  /** Its amount may have been changed to one of these. */
  readonly amounts: Set<number>
}

/** What the venue has of the orders of an account. */
export function createTruth(daemons: Daemons, note: (text: string) => void) {
  const entries: Entry[] = []
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6

  const entryOf = ({ id, amount }: Pick<Order, 'id' | 'amount'>): Entry | undefined =>
    entries.find((entry) => entry.id === id || entry.shown.has(id)) ??
    entries.find(({ amounts }) => [...amounts].some((one) => isNear(one, amount)))

  function judgeTerms(order: Order, { wanted }: Entry): void {
    const isSame = order.outcomeId === wanted.outcomeId
    if (order.marketId !== wanted.marketId) note(`the order ${order.id} is of another market`)
    if ((order.side === wanted.side) !== isSame) note(`the order ${order.id} has the other direction`)
  }

  /** Finds the order that filled, also one whose caller was told of none, by what the venue shows of it. */
  async function entryOfFills(id: string, filled: number): Promise<Entry | undefined> {
    const known = entries.find((one) => one.id === id || one.shown.has(id))
    if (known !== undefined) return known
    const row = await shown(id)
    const entry = row && entryOf(row)
    if (row === undefined || entry === undefined) return undefined
    judgeTerms(row, entry)
    if (entry.state === 'refused') note(`refused (${entry.message}), and filled ${filled} as ${id}`)
    const others = [...(entry.id === undefined ? [] : [entry.id]), ...entry.shown]
    if (others.length > 0) note(`${id} and ${others} are one order, placed more than once`)
    entry.shown.add(id)
    return entry
  }

  function judgeTrade(trade: UserTrade): void {
    const { orderId } = trade
    const entry =
      orderId === undefined ? undefined : entries.find((one) => one.id === orderId || one.shown.has(orderId))
    // A change moves the limit.
    if (entry === undefined || entry.amounts.size > 1) return
    const { wanted } = entry
    const isSame = trade.outcomeId === wanted.outcomeId
    const of = `of ${JSON.stringify(wanted)}`
    if ((trade.side === wanted.side) !== isSame)
      note(`the trade ${JSON.stringify(trade)} has the other direction ${of}`)
    const price = isSame ? trade.price : 1 - trade.price
    const beyond = wanted.side === 'buy' ? price - wanted.price : wanted.price - price
    if (beyond > 1e-6) note(`the trade ${JSON.stringify(trade)} is beyond the limit ${of}`)
  }

  const shown = async (id: string): Promise<Order | undefined> =>
    daemons.honest<Order>('fetchOrder', [id]).catch(() => undefined)

  return {
    entries,

    add(wanted: Wanted): Entry {
      const entry: Entry = {
        wanted,
        state: 'unknown',
        message: 'not sent',
        isSent: false,
        shown: new Set(),
        amounts: new Set([wanted.amount]),
      }
      entries.push(entry)
      return entry
    },

    /** Open orders, each of which somebody must have wanted once, and been told of. */
    async open(): Promise<readonly Order[]> {
      const rows = await daemons.honest<Order[]>('fetchOpenOrders')
      for (const row of rows) {
        const entry = entryOf(row)
        if (entry === undefined) {
          note(`nobody wanted the order ${row.id} of ${row.amount}`)
          continue
        }
        if (!entry.shown.has(row.id)) judgeTerms(row, entry)
        entry.shown.add(row.id)
        if (entry.shown.size > 1) note(`${[...entry.shown]} are one order, placed more than once`)
        if (entry.state === 'refused') note(`refused (${entry.message}), and open as ${row.id}`)
        if (entry.id !== undefined && entry.id !== row.id) note(`${row.id} is said to be ${entry.id}`)
      }
      return rows
    },

    /** Fills, none of which may be of an order that was refused or of more than was wanted. */
    async judgeFills(): Promise<void> {
      const trades = await daemons.honest<UserTrade[]>('fetchMyTrades').catch(() => undefined)
      const sums = new Map<string, number>()
      for (const { orderId, amount } of trades ?? [])
        if (orderId !== undefined) sums.set(orderId, (sums.get(orderId) ?? 0) + amount)
      for (const trade of trades ?? []) judgeTrade(trade)
      for (const [id, filled] of sums) {
        const entry = await entryOfFills(id, filled)
        if (entry === undefined) {
          if (!entries.some(({ state }) => state === 'unknown'))
            note(`nobody was told of the order ${id}, which filled ${filled}`)
          continue
        }
        const most = Math.max(...entry.amounts)
        if (filled > most + 1e-6) note(`the order ${id} filled ${filled} of ${most}`)
      }
    },

    /** Orders that the venue has shown for the request of this amount. */
    ordersOf: (amount: number): readonly string[] =>
      entries.filter(({ wanted }) => isNear(wanted.amount, amount)).flatMap(({ shown: ids }) => [...ids]),

    book: (outcomeId: string) => daemons.honest<OrderBook>('fetchOrderBook', [outcomeId]),

    shown,

    positions: async (): Promise<string> => {
      const rows = await daemons
        .honest<{ outcomeId: string; size: number }[]>('fetchPositions')
        .catch(() => [])
      return JSON.stringify(rows.map(({ outcomeId, size }) => [outcomeId, size]).sort())
    },
  }
}
