import { add, compare, type Decimal, decimal, subtract, zero } from '../api/decimal.js'
import type { OrderSide, OrderTerms } from '../venue-kit/trading.js'
import { countedAmount, sumOf } from './exposure.js'
import { isInDoubt, isNotPlaced, type JournalRow } from './journal.js'

/** What an account holds and has open in the market of an order, as its venue showed it. */
export interface Holdings {
  /** Epoch ms of just before it was read. */
  readonly at: number
  /** Contracts by outcome; below 0 where they were sold short. */
  readonly positions: readonly { readonly outcomeId: string; readonly size: Decimal }[]
  readonly open: readonly ListedOrder[]
  /** As in OrderSource: a sale opens no position on the other side. */
  readonly sellsHeldOnly: boolean
}

interface ListedOrder {
  /** The names by which the journal may know it. */
  readonly names: readonly string[]
  readonly outcomeId: string
  readonly side: OrderSide
  /** Contracts that may still fill. */
  readonly left: Decimal
}

/** Venues show positions and open orders late: what was sent so recently counts in full besides them. */
export const HOLDINGS_LAG_MS = 60_000

/** How large a position may become by an order. */
export interface PositionReach {
  readonly held: Decimal
  /** In open orders, in orders in doubt, and in those that the venue may not show yet. */
  readonly pending: Decimal
  /** What the order adds. */
  readonly added: Decimal
}

type OrderOf = Pick<OrderTerms, 'outcomeId' | 'side' | 'amount' | 'reduceOnly'>

/**
 * The largest position that an order may lead to, whatever fills first.
 * @param rows of the same account and market: those in doubt, and those sent since shortly before the holdings were read
 * @returns undefined for an order that can only make positions smaller
 */
export function positionReach(
  { outcomeId, side, amount, reduceOnly }: OrderOf,
  { positions, open, sellsHeldOnly }: Holdings,
  rows: readonly JournalRow[],
): PositionReach | undefined {
  if (reduceOnly === true) return undefined
  const isIn = new Set(rows.flatMap(namesOf))
  const pending = [
    ...open.filter(({ names }) => !names.some((name) => isIn.has(name))),
    ...rows.map((row) => ({ ...row.terms, left: countedAmount(row) })),
  ]
  const isOwn = (of: { readonly outcomeId: string }) => of.outcomeId === outcomeId
  const held = (own: boolean): Decimal =>
    sumOf(
      positions.map(({ size, ...of }) => {
        const isLong = compare(size, zero) >= 0
        // Short of one side is long of the other.
        return isOwn(of) === (isLong === own) ? (isLong ? size : subtract(zero, size)) : zero
      }),
    )
  const pendingOf = (own: boolean, which: OrderSide): Decimal =>
    sumOf(pending.filter((one) => isOwn(one) === own && one.side === which).map(({ left }) => left))
  /** Of one side: what sales of it beyond what is held open on the other. */
  const opened = (own: boolean, more: Decimal): Decimal => {
    if (sellsHeldOnly) return zero
    const beyond = subtract(add(pendingOf(own, 'sell'), more), held(own))
    return compare(beyond, zero) > 0 ? beyond : zero
  }
  const size = decimal(amount)
  if (side === 'buy')
    return { held: held(true), pending: add(pendingOf(true, 'buy'), opened(false, zero)), added: size }
  const before = opened(true, zero)
  const added = subtract(opened(true, size), before)
  if (compare(added, zero) <= 0) return undefined
  return { held: held(false), pending: add(pendingOf(false, 'buy'), before), added }
}

/**
 * By which a venue may list the order of a row in whose place the row counts. A change that was not carried out, or may
 * not have been, takes the place of no order.
 */
function namesOf(row: JournalRow): string[] {
  const { terms, handle, outcome, edits } = row
  if (isNotPlaced(row) || (edits !== undefined && isInDoubt(row))) return []
  const ids = outcome.state === 'placed' ? [outcome.order.id] : []
  return [...ids, terms.clientOrderId, ...(handle === undefined ? [] : [handle.value])]
}
