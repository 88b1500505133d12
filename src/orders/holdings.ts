import { add, compare, type Decimal, decimalOf, subtractDecimals, zero } from '../api/values/decimal.js'
import type { OrderSide, OrderTerms } from '../venue-kit/contract/trading.js'
import { countContracts, sumDecimals } from './exposure.js'
import { isKnownNotPlaced, type JournalRow, orderIdOf } from './journal.js'

/** An account's positions and open orders in the market of an order, as the venue reported them. */
export interface Holdings {
  /** Time just before the read, epoch ms. */
  readonly at: number
  /** How much older the venue's data was, ms. Absent if the venue does not report it. */
  readonly behindMs?: number
  /** Contracts by outcome; below 0 for a short position. */
  readonly positions: readonly { readonly outcomeId: string; readonly size: Decimal }[]
  readonly open: readonly ListedOrder[]
  /** As in OrderSource: a sale opens no position on the other side. */
  readonly sellsHeldOnly: boolean
}

interface ListedOrder {
  /** The names under which the journal may have it. */
  readonly names: readonly string[]
  readonly outcomeId: string
  readonly side: OrderSide
  /** Contracts that may still fill. */
  readonly left: Decimal
}

/** Venues report positions and open orders with a delay, so orders sent or filled within this time also count in full. */
export const HOLDINGS_LAG_MS = 60_000

/** The upper bound of a position after an order. */
export interface PositionBound {
  readonly held: Decimal
  /** Contracts in open orders, orders with an unknown outcome, and orders that the venue may not report yet. */
  readonly pending: Decimal
  /** Contracts that the order adds. */
  readonly added: Decimal
  /** Contracts of possible second copies of orders, which are counted as pending. */
  readonly copies?: readonly string[]
}

type OrderOf = Pick<OrderTerms, 'outcomeId' | 'side' | 'amount' | 'reduceOnly'>

/**
 * Returns the largest position to which an order may lead, whatever fills first.
 * @param rows of the same account and market that the holdings may not reflect. They have an unknown outcome, were sent, filled
 * or ended since shortly before the read, or are open but not listed
 * @returns undefined for an order that can only make positions smaller
 */
export function boundPosition(
  { outcomeId, side, amount, reduceOnly }: OrderOf,
  { positions, open, sellsHeldOnly }: Holdings,
  rows: readonly JournalRow[],
): PositionBound | undefined {
  if (reduceOnly === true) return undefined
  const pending = listPending(open, rows)
  const isOwn = (of: { readonly outcomeId: string }) => of.outcomeId === outcomeId
  const held = (own: boolean): Decimal =>
    sumDecimals(
      positions.map(({ size, ...of }) => {
        const isLong = compare(size, zero) >= 0
        // Short of one side is long of the other.
        return isOwn(of) === (isLong === own) ? (isLong ? size : subtractDecimals(zero, size)) : zero
      }),
    )
  const pendingOf = (own: boolean, which: OrderSide): Decimal =>
    sumDecimals(pending.filter((one) => isOwn(one) === own && one.side === which).map(({ left }) => left))
  /** For one side: contracts on the other side that are opened by selling more than is held. */
  const opened = (own: boolean, more: Decimal): Decimal => {
    if (sellsHeldOnly) return zero
    const beyond = subtractDecimals(add(pendingOf(own, 'sell'), more), held(own))
    return compare(beyond, zero) > 0 ? beyond : zero
  }
  const size = decimalOf(amount)
  if (side === 'buy')
    return { held: held(true), pending: add(pendingOf(true, 'buy'), opened(false, zero)), added: size }
  const before = opened(true, zero)
  const added = subtractDecimals(opened(true, size), before)
  if (compare(added, zero) <= 0) return undefined
  return { held: held(false), pending: add(pendingOf(false, 'buy'), before), added }
}

/** Whether the venue lists the order of a row as open. */
export function isListed(row: JournalRow, { open }: Pick<Holdings, 'open'>): boolean {
  const own = new Set(namesOf(row))
  return open.some(({ names }) => names.some((name) => own.has(name)))
}

type Pending = Pick<ListedOrder, 'outcomeId' | 'side' | 'left'>

/**
 * Returns the contracts that may fill, or have filled but are not part of a position yet. An order counts once, with its largest
 * row.
 */
function listPending(open: readonly ListedOrder[], rows: readonly JournalRow[]): readonly Pending[] {
  const byOrder = new Map<string, Pending>()
  const keyOf = new Map<string, string>()
  const note = (key: string, one: Pending): void => {
    const { outcomeId, side, left } = byOrder.get(key) ?? one
    byOrder.set(key, { outcomeId, side, left: compare(one.left, left) > 0 ? one.left : left })
  }
  for (const row of rows) {
    if (isKnownNotPlaced(row)) continue
    const key = orderIdOf(row) ?? row.id
    for (const name of namesOf(row)) keyOf.set(name, key)
    note(key, { ...row.terms, left: countContracts(row) })
  }
  for (const one of open) {
    const known = one.names.find((name) => keyOf.has(name))
    note(known === undefined ? `listed ${one.names[0]}` : (keyOf.get(known) ?? known), one)
  }
  return [...byOrder.values()]
}

/** Returns the names under which a venue may list the order of a row. A change that was not made has none. */
function namesOf(row: JournalRow): string[] {
  const { terms, handle } = row
  if (isKnownNotPlaced(row)) return []
  const orderId = orderIdOf(row)
  return [
    ...(orderId === undefined ? [] : [orderId]),
    terms.clientOrderId,
    ...(handle === undefined ? [] : [handle.value]),
  ]
}
