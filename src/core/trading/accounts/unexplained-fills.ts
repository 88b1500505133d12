import type { Order, UserTrade } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import { type JournalRow, orderIdOf } from '../../../orders/journal.js'
import type { UncheckedOrder } from '../records/copied-orders.js'
import type { PlacedRecord } from '../records/present-state.js'
import { CLOCK_SLACK_MS } from '../records/reconcile-order.js'
import { isFillOf, SLACK } from './order-candidates.js'

/** The contents of a market's lists since a given time. */
export interface MarketFills {
  readonly fills: readonly UserTrade[]
  /** Open and looked-up orders of the market, by id. */
  readonly shown: ReadonlyMap<string, Order>
  /** Ids of orders that fills name and that the venue does not find. */
  readonly missing: ReadonlySet<string>
  /** Epoch ms. */
  readonly since: number
}

/** A fill without an order, or the fills of one order that is not found. */
interface Unassigned {
  readonly orderId: string | undefined
  readonly fill: UserTrade
  /** Contracts. */
  readonly left: number
}

/** A known order that may have the fills. */
interface Explanation {
  /** Undefined for an order in flight, or with an unknown outcome. */
  readonly orderId: string | undefined
  readonly fits: (fill: UserTrade) => boolean
  /** Number of contracts that it can have in fills without its id. */
  readonly left: number
}

/**
 * Finds orders whose second copy may have filled, although it cannot be looked up: fills of their market name no order, or one
 * that the venue does not find. Fills whose number of contracts fits known orders are assigned to those orders.
 * @param known returns orders of the journal in the market, of all accounts of the venue
 */
export function findPossiblyCopied(
  ofMarket: readonly PlacedRecord[],
  found: MarketFills,
  known: () => readonly JournalRow[],
): readonly UncheckedOrder[] {
  const fitting = listUnassigned(found).filter(({ fill }) => ofMarket.some((row) => mayHave(row, fill)))
  if (fitting.length === 0) return []
  const rows = known()
  const ids = new Set(rows.map(orderIdOf))
  // Another key of the same account is another account in the journal.
  const foreign = fitting.filter(({ orderId }) => orderId === undefined || !ids.has(orderId))
  const all = listExplanations(rows, found)
  const unread = new Set(assign(foreign, all, ofMarket))
  const withoutDoubts = assign(
    foreign,
    all.filter(({ orderId }) => orderId !== undefined),
    ofMarket,
  )
  const doubtful = withoutDoubts.filter((row) => !unread.has(row))
  return [
    ...[...unread].map((row) => ({ row, because: 'unread' as const })),
    ...doubtful.map((row) => ({ row, because: 'doubt' as const })),
  ]
}

/** Assigns unexplained fills to the nearest orders that may have them. @returns those orders */
function assign(
  fills: readonly Unassigned[],
  explanations: readonly Explanation[],
  ofMarket: readonly PlacedRecord[],
): readonly PlacedRecord[] {
  const free = new Map(ofMarket.map((row) => [row, Number(row.terms.amount)]))
  const freeOf = (row: PlacedRecord): number => free.get(row) ?? 0
  for (const { fill, left } of subtractExplained(fills, explanations)) {
    if (left <= SLACK) continue
    const [row] = ofMarket
      .filter((one) => mayHave(one, fill) && freeOf(one) > SLACK)
      .sort((one, other) => distanceOf(one, fill) - distanceOf(other, fill))
    if (row !== undefined) free.set(row, freeOf(row) - left)
  }
  return ofMarket.filter((row) => freeOf(row) < Number(row.terms.amount))
}

function listUnassigned({ fills, missing, since }: MarketFills): readonly Unassigned[] {
  const byOrder = new Map<string, Unassigned>()
  const unnamed: Unassigned[] = []
  for (const fill of fills) {
    const { orderId, amount, timestamp } = fill
    if (timestamp < since) continue
    if (orderId === undefined) unnamed.push({ orderId, fill, left: amount })
    if (orderId === undefined || !missing.has(orderId)) continue
    const sum = (byOrder.get(orderId)?.left ?? 0) + amount
    byOrder.set(orderId, { orderId, fill: { ...fill, amount: sum }, left: sum })
  }
  return [...byOrder.values(), ...unnamed]
}

/** Whether a fill is of the market, direction, size and price of an order, and not before it. */
function mayHave({ terms, at }: JournalRow, fill: UserTrade): boolean {
  return fill.timestamp >= at - CLOCK_SLACK_MS && isFillOf(terms, fill)
}

function listExplanations(rows: readonly JournalRow[], found: MarketFills): readonly Explanation[] {
  const named = new Map<string, number>()
  for (const { orderId, amount, timestamp } of found.fills)
    if (orderId !== undefined && timestamp >= found.since)
      named.set(orderId, (named.get(orderId) ?? 0) + amount)
  const own = rows.flatMap((row): readonly Explanation[] => {
    const orderId = orderIdOf(row)
    const mayFill = mostFilled(row, orderId === undefined ? undefined : found.shown.get(orderId), found.since)
    const left = mayFill - (orderId === undefined ? 0 : (named.get(orderId) ?? 0))
    // The sum is bounded. A purchase for an amount of money may buy more than its minimum.
    const terms = { ...row.terms, amount: 'Infinity' }
    return left <= SLACK ? [] : [{ orderId, fits: (fill) => mayHave({ ...row, terms }, fill), left }]
  })
  const ids = new Set(rows.map(orderIdOf))
  const others = [...found.shown.values()].flatMap((order): readonly Explanation[] => {
    const { id, filled } = order
    const left = knowsMember(order, 'filled') ? filled - (named.get(id) ?? 0) : 0
    return ids.has(id) || left <= SLACK ? [] : [{ orderId: id, fits: (fill) => fitsShown(order, fill), left }]
  })
  return [...own, ...others]
}

/** Returns the maximum number of contracts of an order that were filled since then. */
function mostFilled(
  { outcome, terms, settledAt = 0 }: JournalRow,
  shown: Order | undefined,
  since: number,
): number {
  if (outcome.state !== 'placed') return Number(terms.amount)
  const { order } = outcome
  const isOver = isEnded(order) && outcome.isRestOpen !== true
  if (isOver && settledAt < since) return 0
  const own = knowsMember(order, 'filled') ? order.filled : 0
  if (isOver && knowsMember(order, 'filled')) return own
  if (shown !== undefined && knowsMember(shown, 'filled')) return Math.max(own, shown.filled)
  return Math.max(Number(terms.amount), knowsMember(order, 'amount') ? order.amount : 0)
}

/** Whether an order that the journal does not have may have a fill. */
function fitsShown({ marketId, outcomeId, side }: Order, fill: UserTrade): boolean {
  if (fill.side === 'unknown' || fill.outcomeId === undefined) return fill.marketId === marketId
  return (fill.outcomeId === outcomeId) === (fill.side === side)
}

/** Subtracts the contracts that known orders may have; fills that few orders may have come first. */
function subtractExplained(
  fills: readonly Unassigned[],
  explanations: readonly Explanation[],
): readonly Unassigned[] {
  const unused = new Map(explanations.map((one) => [one, one.left]))
  const withOptions = fills.map((one) => ({
    one,
    // The id of an order with an unknown outcome is unknown, too.
    by: explanations.filter(
      ({ orderId, fits }) => (one.orderId === undefined || orderId === undefined) && fits(one.fill),
    ),
  }))
  return withOptions
    .sort((one, other) => one.by.length - other.by.length)
    .map(({ one, by }) => {
      let { left } = one
      for (const explanation of by) {
        const part = Math.min(left, unused.get(explanation) ?? 0)
        left -= part
        unused.set(explanation, (unused.get(explanation) ?? 0) - part)
      }
      return { ...one, left }
    })
}

function distanceOf({ at, sentAgainAt = at }: JournalRow, { timestamp }: UserTrade): number {
  return Math.min(Math.abs(at - timestamp), Math.abs(sentAgainAt - timestamp))
}
