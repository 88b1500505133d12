import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Balance, Order, OrderBook, Position, UserTrade } from '../../../src/api/models/models.js'
import { tradingExceptions } from '../venues/exceptions.js'
import type { Traded } from './markets.js'
import { near, type Placed, type Trader } from './trader.js'

const MONEY_PARTS = 1e-4

/** What an account had when it began. */
export interface Start {
  readonly money: Balance | undefined
}

export interface Books {
  readonly markets: readonly Traded[]
  readonly start: Start
  readonly now: number
  readonly orders: readonly Order[]
  readonly fills: readonly UserTrade[] | undefined
  readonly venue: VenueId
  /** No order is open: nothing is locked. */
  readonly isFlat: boolean
}

type Move = Pick<UserTrade, 'side' | 'amount' | 'outcomeId'>

/** Money that holdings brought besides the fills. */
interface Brought {
  /** For pairs of both outcomes, below 0 what is set aside for contracts that are short. */
  readonly redeemed: number
  /** For contracts of markets that have resolved, before fees. */
  readonly paid: number
}

/** Positions as the fills make them, and the money that is left. */
export async function auditHoldings(trader: Trader, books: Books): Promise<void> {
  const { ask, can, note } = trader
  const { markets, start, orders, fills, isFlat } = books
  const positions = await ask<Position[]>('fetchPositions')
  const moves: readonly Move[] =
    fills ?? orders.map(({ outcomeId, side, filled }) => ({ outcomeId, side, amount: filled }))
  const brought = judgePositions(trader, books, positions, moves)
  const known = new Set(markets.flatMap(({ yes, no }) => [yes, no]))
  for (const { outcomeId, size } of positions)
    if (!known.has(outcomeId)) note('positions', `${size} of ${outcomeId} are held, which nobody traded`)
  if (!isFlat || start.money === undefined || !can('fetchBalance')) return
  const [money] = await ask<Balance[]>('fetchBalance')
  if (money === undefined) {
    note('money', 'there is no balance')
    return
  }
  if (!near(money.total - money.available, money.locked))
    note('money', `${money.total} less ${money.available} is not ${money.locked}`)
  judgeMoney(trader, books, money.available - start.money.available, brought)
}

function judgePositions(
  { note }: Trader,
  { markets, now }: Books,
  positions: readonly Position[],
  moves: readonly Move[],
): Brought {
  let [redeemed, paid] = [0, 0]
  for (const { marketId, yes, no, truth } of markets) {
    const [boughtYes, boughtNo] = [netOf(moves, yes), netOf(moves, no)]
    const [heldYes, heldNo] = [heldOf(positions, yes), heldOf(positions, no)]
    if (truth !== undefined && now >= truth.resolvesAt) {
      if (heldYes !== 0 || heldNo !== 0)
        note('positions', `${marketId} has resolved, and ${heldYes} and ${heldNo} are held`)
      paid += boughtYes * truth.payout + boughtNo * (1 - truth.payout)
      continue
    }
    // A pair of both outcomes may be given back for a dollar: what is left over stays the same.
    if (!near(boughtYes - boughtNo, heldYes - heldNo))
      note(
        'positions',
        `${marketId}: ${boughtYes} and ${boughtNo} were bought, ${heldYes} and ${heldNo} are held`,
      )
    // Who is short has a dollar for each contract set aside.
    const isShort = heldYes < 0 || heldNo < 0
    redeemed += isShort ? Math.min(boughtYes, boughtNo) : boughtYes - heldYes
  }
  return { redeemed, paid }
}

function judgeMoney(
  trader: Trader,
  { orders, fills, venue }: Books,
  change: number,
  { redeemed, paid }: Brought,
): void {
  const { note, placed } = trader
  if (fills === undefined) {
    judgeBounds(change - redeemed - paid, placed, orders, note)
    return
  }
  const fees = fills.reduce((sum, { fee = 0 }) => sum + fee, 0)
  const flow = fills.reduce(
    (sum, { side, price, amount }) => sum + (side === 'buy' ? -1 : 1) * price * amount,
    0,
  )
  const turnover = fills.reduce((sum, { price, amount }) => sum + price * amount, 0)
  const { settlementFee, untoldFees } = tradingExceptions[venue] ?? {}
  const expected = flow - fees + redeemed + paid * (1 - (settlementFee?.rate ?? 0))
  const most = untoldFees === undefined ? 0 : 0.05 * turnover
  if (change > expected + MONEY_PARTS || change < expected - most - MONEY_PARTS)
    note(
      'money',
      `money moved by ${change}; fills ${flow}, fees ${fees}, pairs ${redeemed}, settlements ${paid} come to ${expected}`,
    )
}

/** Where no fill tells its price: what is spent and brought at the worst prices bounds what money may do. */
function judgeBounds(
  change: number,
  placed: readonly Placed[],
  orders: readonly Order[],
  note: Trader['note'],
): void {
  let [least, most] = [0, 0]
  for (const order of placed) {
    const { filled = 0 } = orders.find(({ id }) => id === order.id) ?? {}
    least += order.side === 'buy' ? -filled * order.price : filled * order.price
    most += order.side === 'buy' ? 0 : filled
  }
  const fees = 0.05 * orders.reduce((sum, { filled }) => sum + filled, 0)
  if (change < least - fees - MONEY_PARTS || change > most + MONEY_PARTS)
    note('money', `money moved by ${change}, outside of ${least} to ${most}`)
}

function netOf(moves: readonly Move[], outcome: string): number {
  return moves
    .filter(({ outcomeId }) => outcomeId === outcome)
    .reduce((sum, { side, amount }) => sum + (side === 'buy' ? amount : -amount), 0)
}

function heldOf(positions: readonly Position[], outcome: string): number {
  return positions.filter(({ outcomeId }) => outcomeId === outcome).reduce((sum, { size }) => sum + size, 0)
}

/** The book of NO is that of YES from the other side, where a venue keeps one book for both. */
export async function auditMirror({ ask, note }: Trader, { yes, no, marketId }: Traded): Promise<void> {
  const [ofYes, ofNo] = [
    await ask<OrderBook>('fetchOrderBook', [yes]),
    await ask<OrderBook>('fetchOrderBook', [no]),
  ]
  const text = (levels: OrderBook['bids'], isTurned: boolean): string =>
    levels
      .map(({ price, size }) => `${(isTurned ? 1 - price : price).toFixed(6)}x${size.toFixed(4)}`)
      .join(' ')
  if (text(ofYes.bids, false) !== text(ofNo.asks, true) || text(ofYes.asks, false) !== text(ofNo.bids, true))
    note('mirror', `${marketId}: the books of both outcomes differ`)
}
