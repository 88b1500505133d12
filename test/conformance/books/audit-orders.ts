import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Order, UserTrade } from '../../../src/api/models/models.js'
import { tradingExceptions } from '../venues/exceptions.js'
import { isOver, judgeOrder, type Placed, type Trader } from './trader.js'

/** The same question of one order by every call that returns orders: what each returns, and that they agree. */
export async function auditOrders(trader: Trader, venue: VenueId): Promise<readonly Order[]> {
  const { ask, can, placed } = trader
  const open = can('fetchOpenOrders') ? await ask<Order[]>('fetchOpenOrders') : undefined
  const closed = can('fetchClosedOrders') ? await closedOrders(trader, venue) : undefined
  for (const list of [open, closed]) judgeList(trader, list ?? [])
  const newest: Order[] = []
  for (const order of placed) {
    const one = can('fetchOrder') ? await ask<Order>('fetchOrder', [order.id]) : undefined
    const find = (list: readonly Order[] | undefined) => list?.find(({ id }) => id === order.id)
    const listed = { isOpenKnown: open !== undefined, isClosedKnown: closed !== undefined }
    const state = judgeViews(trader, order, { ...listed, one, open: find(open), closed: find(closed) })
    if (state !== undefined) newest.push(state)
  }
  return newest
}

/** A list of one's own orders holds nobody else's, and each once. */
function judgeList(trader: Trader, list: readonly Order[]): void {
  const { placed, note } = trader
  const strangers = list.filter((row) => !placed.some(({ id }) => id === row.id) && !isRefused(trader, row))
  if (strangers.length > 0) note('lists', `nobody placed ${strangers.map(({ id }) => id).join()}`)
  if (new Set(list.map(({ id }) => id)).size < list.length) note('lists', 'an order is listed twice')
}

/** One order as the calls return it. */
interface Views {
  readonly one: Order | undefined
  readonly open: Order | undefined
  readonly closed: Order | undefined
  /** Whether the venue has such lists. */
  readonly isOpenKnown: boolean
  readonly isClosedKnown: boolean
}

function judgeViews({ note }: Trader, order: Placed, views: Views): Order | undefined {
  const { one, open, closed, isOpenKnown, isClosedKnown } = views
  const { id } = order
  if (open !== undefined && closed !== undefined) note('lists', `${id} is open and closed`)
  if (open !== undefined && isOver(open)) note('lists', `${id} is ${open.status} and listed as open`)
  if (closed !== undefined && !isOver(closed)) note('lists', `${id} is ${closed.status} and listed as closed`)
  const state = one ?? open ?? closed
  if (state === undefined) return undefined
  const [isKnown, listed] = isOver(state) ? [isClosedKnown, closed] : [isOpenKnown, open]
  if (isKnown && listed === undefined) note('lists', `${id} is ${state.status} and in no list of such orders`)
  const rows = [one, open, closed].filter((row) => row !== undefined)
  for (const row of rows) judgeOrder(row, order, note)
  const texts = new Set(rows.map(viewOf))
  if (texts.size > 1) note('views', `${id}: ${[...texts].join(' and ')}`)
  return state
}

/** An order that the venue has on record although it refused it: nothing of it was filled. */
function isRefused({ refused }: Trader, row: Order): boolean {
  return (
    isOver(row) &&
    row.filled === 0 &&
    refused.some(
      ({ outcomeId, side, amount }) =>
        row.outcomeId === outcomeId && row.side === side && row.amount === amount,
    )
  )
}

function viewOf({
  marketId,
  outcomeId,
  side,
  type,
  amount,
  filled,
  status,
  price,
  remaining,
}: Order): string {
  return JSON.stringify([marketId, outcomeId, side, type, amount, filled, status, price, remaining])
}

async function closedOrders({ ask, placed }: Trader, venue: VenueId): Promise<readonly Order[]> {
  if (tradingExceptions[venue]?.closedByMarket === undefined)
    return ask<Order[]>('fetchClosedOrders', [{ limit: 1_000 }])
  const markets = [...new Set(placed.map(({ marketId }) => marketId))]
  const lists: Order[][] = []
  for (const marketId of markets) lists.push(await ask('fetchClosedOrders', [{ marketId, limit: 1_000 }]))
  return lists.flat()
}

/** Fills of each order: its side, no price beyond the worst, on average too, and together what it is filled with. */
export function auditFills(
  trader: Trader,
  orders: readonly Order[],
  fills: readonly UserTrade[],
  venue: VenueId,
): void {
  const { placed, note } = trader
  if (new Set(fills.map(({ id }) => id)).size < fills.length) note('fills', 'a fill is listed twice')
  const named = fills.filter(({ orderId }) => orderId !== undefined)
  if (named.length === 0) {
    auditOutcomes(trader, orders, fills)
    return
  }
  if (named.length < fills.length) note('fills', 'some fills name their orders, and others do not')
  for (const { id, orderId } of named)
    if (!placed.some((order) => order.id === orderId)) note('fills', `nobody placed the order of ${id}`)
  // A buyer who pays his fee in contracts receives fewer.
  const leastPart = tradingExceptions[venue]?.feeInContracts === undefined ? 1 : MIN_RECEIVED
  for (const order of placed) {
    const own = named.filter(({ orderId }) => orderId === order.id).map((fill) => asOrdered(order, fill))
    const sum = own.reduce((total, { amount }) => total + amount, 0)
    const { filled = sum } = orders.find(({ id }) => id === order.id) ?? {}
    if (sum > filled + 1e-6 || sum < leastPart * filled - 1e-6)
      note('fills', `${order.id} is filled with ${filled}, and its fills are ${sum}`)
    if (sum > order.amount + 1e-6)
      note('amount', `${order.id} asks for ${order.amount}, and its fills are ${sum}`)
    for (const { id, side, price } of own) {
      if (side !== order.side) note('side', `${id} is a ${side}, and its order a ${order.side}`)
      else if ([order, ...(order.before ?? [])].every((one) => isBeyond({ side, price: one.price }, price)))
        note('price', `${id} is at ${price}, beyond ${order.price}`)
    }
  }
}

const MIN_RECEIVED = 0.95
/** Dollars that an order which takes pays at least where fills name no orders (src/simulator/mock-venues/opinion/README.md, "Fees"). */
const MIN_FEE = 0.25

/** Where fills do not name their orders: what all orders of an outcome and a side may cost or must bring at their worst prices. */
function auditOutcomes(
  { placed, note }: Trader,
  orders: readonly Order[],
  fills: readonly UserTrade[],
): void {
  for (const { outcomeId, side } of uniqueSides(placed)) {
    const isOf = (row: { outcomeId?: string; side: string }) =>
      row.outcomeId === outcomeId && row.side === side
    const moneyOf = (rows: readonly { price: number; amount: number }[]): number =>
      rows.reduce((sum, { price, amount }) => sum + price * amount, 0)
    const atWorst = placed.filter(isOf).flatMap(({ id, price }) => {
      const { filled = 0 } = orders.find((order) => order.id === id) ?? {}
      return filled === 0 ? [] : { price, amount: filled }
    })
    const own = fills.filter(isOf)
    const [filled, listed] = [contractsOf(atWorst), contractsOf(own)]
    const leastFees = atWorst.reduce((sum, { price }) => sum + MIN_FEE / (side === 'buy' ? price : 1), 0)
    if (listed > filled + 1e-6 || listed < MIN_RECEIVED * filled - leastFees)
      note('fills', `${side} of ${outcomeId}: orders are filled with ${filled}, and the fills are ${listed}`)
    const [worst, value] = [moneyOf(atWorst), moneyOf(own)]
    if (side === 'buy' ? value > worst + 1e-6 : value < MIN_RECEIVED * worst - leastFees)
      note('price', `${side} of ${outcomeId}: fills come to ${value}, beyond ${worst} at the worst prices`)
  }
}

function contractsOf(rows: readonly { readonly amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

function uniqueSides(placed: readonly Placed[]): readonly Pick<Placed, 'outcomeId' | 'side'>[] {
  return [...new Map(placed.map((order) => [`${order.outcomeId} ${order.side}`, order])).values()]
}

/** A fill as its order asks for it, where the venue names the other outcome. */
function asOrdered({ outcomeId }: Placed, fill: UserTrade): UserTrade {
  if (fill.outcomeId === outcomeId) return fill
  return { ...fill, price: 1 - fill.price, side: fill.side === 'buy' ? 'sell' : 'buy' }
}

function isBeyond({ side, price: worst }: Pick<Placed, 'side' | 'price'>, price: number): boolean {
  return side === 'buy' ? price > worst + 1e-9 : price < worst - 1e-9
}
