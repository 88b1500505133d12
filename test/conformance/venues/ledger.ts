import type { MethodName } from '../../../src/api/methods.js'
import type {
  Balance,
  Order,
  OrderBook,
  Position,
  UnifiedMarket,
  UserTrade,
} from '../../../src/api/models.js'
import { capabilityOf } from '../../../src/core/capability.js'
import { type Random, seededRandom } from '../../../src/effects/random.js'
import type { Venue } from '../../../src/venue-kit/venue.js'
import { tradingExceptions } from './exceptions.js'
import type { House } from './house.js'

/** Codes with which a venue may refuse an order or a cancel of a sequence: nothing changes then. */
const refusals: ReadonlySet<unknown> = new Set([
  'INSUFFICIENT_FUNDS',
  'NO_LIQUIDITY',
  'INVALID_ORDER',
  'ORDER_NOT_FOUND',
])

const DAY_MS = 24 * 60 * 60_000
const LONGEST_PAUSE_MS = 120_000
const CENT_PARTS = 1e-4
const CONTRACT_PARTS = 1e-6

/** A market with two outcomes and a book with room on both sides, which outlasts the play. */
interface Pair {
  readonly market: UnifiedMarket
  readonly yes: string
  readonly no: string
}

/** What an account has, as the calls of an account return it. */
interface Ledger {
  readonly money: Balance | undefined
  readonly positions: readonly Position[]
  readonly trades: readonly UserTrade[]
}

/** An account that trades some markets of a demo venue in seeded sequences. */
export interface Player {
  /** Orders of all kinds, cancels and pauses. */
  play(seed: number, steps: number): Promise<void>
  /** Takes back what rests, and compares what the calls of an account return. @returns what does not add up */
  settleUp(): Promise<readonly string[]>
  /** Orders that were placed, and refused. */
  readonly counts: { placed: number; refused: number }
}

export async function openPlayer(house: House, venue: Venue): Promise<Player> {
  const exceptions = tradingExceptions[venue.id] ?? {}
  const lot = exceptions.lots?.contracts ?? 20
  const counts = { placed: 0, refused: 0 }
  const placed: Order[] = []
  const ask = async <Data>(method: MethodName, args: readonly unknown[] = []): Promise<Data> =>
    (await house.ask(venue.id, method, args)) as Data
  const can = (method: MethodName): boolean => capabilityOf(venue, method) !== false
  const pairs = await findPairs()
  const start = await ledger()

  async function findPairs(): Promise<Pair[]> {
    const found: Pair[] = []
    const soonest = house.clock.now() + 3 * DAY_MS
    for (const market of await ask<UnifiedMarket[]>('fetchMarkets', [{ limit: 60 }])) {
      const [yes, no] = [market.yes?.outcomeId, market.no?.outcomeId]
      const { resolutionDate } = market
      const isOver = resolutionDate !== undefined && Date.parse(resolutionDate) < soonest
      if (yes === undefined || no === undefined || isOver) continue
      const book = await ask<OrderBook>('fetchOrderBook', [yes]).catch(() => undefined)
      if (book === undefined || book.sourceMetadata?.['emulated'] === true) continue
      const [bid, offer] = [book.bids[0]?.price ?? 0, book.asks[0]?.price ?? 1]
      if (bid >= 0.15 && offer <= 0.85) found.push({ market, yes, no })
      if (found.length === 3) return found
    }
    throw new Error(`${venue.id}: no three markets of the demo have books with room`)
  }

  async function ledger(): Promise<Ledger> {
    const [money] = can('fetchBalance') ? await ask<Balance[]>('fetchBalance') : []
    return {
      money,
      positions: await ask<Position[]>('fetchPositions'),
      trades: can('fetchMyTrades') ? await ask<UserTrade[]>('fetchMyTrades', [{ limit: 5000 }]) : [],
    }
  }

  async function attempt(act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!refusals.has(Object(error).code)) throw error
      counts.refused++
    }
  }

  async function step(random: Random): Promise<void> {
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
    const dice = random()
    if (dice < 0.15) return house.clock.passTo(house.clock.now() + Math.ceil(random() * LONGEST_PAUSE_MS))
    if (dice < 0.3 && placed.length > 0) return attempt(() => ask('cancelOrder', [pick(placed.slice(-6)).id]))
    const { market, yes, no } = pick(pairs)
    const outcomeId = random() < 0.5 ? yes : no
    const side = random() < 0.6 ? 'buy' : 'sell'
    const { bids, asks } = await ask<OrderBook>('fetchOrderBook', [outcomeId])
    const [near, far] = side === 'buy' ? [bids[0], asks[0]] : [asks[0], bids[0]]
    const amount = lot * (1 + Math.floor(random() * 4))
    const kind = random()
    const order = { marketId: market.marketId, outcomeId, side, amount }
    // At the market, across the spread, at the touch, or wherever the middle is.
    const price = kind < 0.55 ? far?.price : kind < 0.8 ? near?.price : 0.5
    if (price === undefined) return
    const terms = kind < 0.35 ? { ...order, type: 'market' } : { ...order, type: 'limit', price }
    await attempt(async () => {
      placed.push(await ask<Order>('createOrder', [terms]))
      counts.placed++
    })
  }

  async function closedOrders(): Promise<readonly Order[]> {
    if (exceptions.closedByMarket === undefined) return ask<Order[]>('fetchClosedOrders', [{ limit: 1_000 }])
    const lists = pairs.map(({ market }) =>
      ask<Order[]>('fetchClosedOrders', [{ marketId: market.marketId, limit: 1_000 }]),
    )
    return (await Promise.all(lists)).flat()
  }

  /** The newest state of each order, as every call tells it, with what is wrong with it. */
  async function judgeOrders(): Promise<{ readonly orders: readonly Order[]; readonly odd: string[] }> {
    const closed = can('fetchClosedOrders') ? await closedOrders() : undefined
    const orders: Order[] = []
    const odd: string[] = []
    for (const order of placed) {
      const one = can('fetchOrder') ? await ask<Order>('fetchOrder', [order.id]) : undefined
      const listed = closed?.find(({ id }) => id === order.id)
      if (closed !== undefined && listed === undefined) odd.push(`${order.id} is in no list of closed orders`)
      const rows = [one, listed].filter((row) => row !== undefined)
      orders.push(...rows.slice(0, 1))
      odd.push(...rows.flatMap((row) => oddOf(row, order)))
      if (new Set(rows.map(viewOf)).size > 1)
        odd.push(`${order.id} differs: ${rows.map(viewOf).join(' and ')}`)
    }
    return { orders, odd }
  }

  /** Fills of each order: its side, no price beyond its limit, and together what it is filled with. */
  function judgeFills(orders: readonly Order[], trades: readonly UserTrade[]): string[] {
    if (trades.every(({ orderId }) => orderId === undefined)) return []
    return orders.flatMap((order) => {
      const fills = trades.filter(({ orderId }) => orderId === order.id)
      const seen = fills.map((fill) => fromSideOf(order, fill))
      const sum = seen.reduce((total, { amount }) => total + amount, 0)
      const least = exceptions.feeInContracts === undefined ? order.filled : 0.95 * order.filled
      const isWhole = sum >= least - CONTRACT_PARTS && sum <= order.filled + CONTRACT_PARTS
      const { price: limit = order.side === 'buy' ? 1 : 0 } = order
      const isBeyond = ({ price }: { price: number }): boolean =>
        order.side === 'buy' ? price > limit + 1e-9 : price < limit - 1e-9
      return [
        ...(isWhole ? [] : [`${order.id} is filled with ${order.filled}, and its trades are ${sum}`]),
        ...seen.filter(({ side }) => side !== order.side).map(({ id }) => `${id} has the other side`),
        ...(order.type === 'limit' ? seen.filter(isBeyond) : []).map(
          ({ id, price }) => `${id} is at ${price}, beyond ${limit}`,
        ),
      ]
    })
  }

  return {
    counts,
    async play(seed, steps) {
      const random = seededRandom(seed)
      for (let at = 0; at < steps; at++) await step(random)
    },
    async settleUp() {
      for (const { id } of await ask<Order[]>('fetchOpenOrders')) await ask('cancelOrder', [id])
      const left = await ask<Order[]>('fetchOpenOrders')
      if (left.length > 0) return [`${left.length} orders are open after their cancels`]
      const { orders, odd } = await judgeOrders()
      const { money, positions, trades } = await ledger()
      const moves = can('fetchMyTrades')
        ? trades
        : orders.map(({ outcomeId, side, filled }) => ({ outcomeId, side, amount: filled }))
      let redeemed = 0
      for (const { market, yes, no } of pairs) {
        const [boughtYes, boughtNo] = [netOf(moves, yes), netOf(moves, no)]
        const [heldYes, heldNo] = [heldOf(positions, yes), heldOf(positions, no)]
        // A pair of both outcomes may be given back for a dollar: what is left over stays the same.
        const apart = boughtYes - boughtNo - (heldYes - heldNo)
        if (Math.abs(apart) > CONTRACT_PARTS)
          odd.push(
            `${market.marketId}: ${boughtYes} and ${boughtNo} were bought, ${heldYes} and ${heldNo} held`,
          )
        redeemed += boughtYes - heldYes
      }
      // Orders do not tell what they paid.
      if (start.money !== undefined && money !== undefined && can('fetchMyTrades')) {
        const change = money.available - start.money.available
        const fees = trades.reduce((sum, { fee = 0 }) => sum + fee, 0)
        const paid = trades.reduce(
          (sum, { side, price, amount }) => sum + (side === 'buy' ? -1 : 1) * price * amount,
          0,
        )
        const expected = paid - fees + redeemed
        const most = exceptions.untoldFees === undefined ? 0 : 0.05 * Math.abs(expected)
        if (change > expected + CENT_PARTS || change < expected - most - CENT_PARTS)
          odd.push(`money moved by ${change}, trades and fees by ${expected}`)
      }
      return [...odd, ...judgeFills(orders, trades)]
    },
  }
}

function viewOf({ marketId, outcomeId, side, amount, filled, status, price, remaining }: Order): string {
  return JSON.stringify([marketId, outcomeId, side, amount, filled, status, price, remaining])
}

/** What is wrong with a row of an order that was placed and taken back. */
function oddOf(row: Order, { id, outcomeId, side, amount }: Order): string[] {
  const { filled, status } = row
  const isOther = row.outcomeId !== outcomeId || row.side !== side || row.amount !== amount
  return [
    ...(isOther ? [`${id} was placed otherwise: ${viewOf(row)}`] : []),
    ...(filled > amount ? [`${id} is filled with more than its amount: ${filled}`] : []),
    ...(status === 'filled' && filled !== amount ? [`${id} is filled with ${filled} of ${amount}`] : []),
    ...(status === 'open' || status === 'pending' ? [`${id} is ${status} after its cancel`] : []),
  ]
}

/** A fill as its order asks for it, where the venue tells the other outcome. */
function fromSideOf({ outcomeId }: Order, fill: UserTrade): UserTrade {
  if (fill.outcomeId === outcomeId) return fill
  return { ...fill, price: 1 - fill.price, side: fill.side === 'buy' ? 'sell' : 'buy' }
}

type Move = Pick<UserTrade, 'side' | 'amount' | 'outcomeId'>

function netOf(moves: readonly Move[], outcome: string): number {
  return moves
    .filter(({ outcomeId }) => outcomeId === outcome)
    .reduce((sum, { side, amount }) => sum + (side === 'buy' ? amount : -amount), 0)
}

function heldOf(positions: readonly Position[], outcome: string): number {
  return positions.filter(({ outcomeId }) => outcomeId === outcome).reduce((sum, { size }) => sum + size, 0)
}
