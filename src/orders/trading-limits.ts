import { PmxError } from '../api/envelope/errors.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  one,
  subtractDecimals,
  toText,
  zero,
} from '../api/values/decimal.js'
import type { OrderSide } from '../venue-kit/contract/trading.js'
import type { PositionBound } from './holdings.js'
import { withoutSignatures } from './unsigned.js'

/** The trading limits of this daemon, the section `trading` of the configuration. */
export interface TradingLimits {
  /** Whether orders may use credentials that the daemon holds. Credentials in a call are not affected. */
  readonly enabled: boolean
  /** Maximum cost of one order, in the venue's money. */
  readonly maxOrderNotional?: number | undefined
  /** Maximum total cost of the orders of one day (UTC), including orders with an unknown outcome. */
  readonly maxDailyNotional?: number | undefined
  /** Maximum total cost of open orders, including orders with an unknown outcome. */
  readonly maxOpenNotional?: number | undefined
  /** Maximum number of contracts of one outcome in an account. */
  readonly maxPosition?: number | undefined
  /** Venues on which orders may be placed; all if absent. */
  readonly venues?: readonly VenueId[] | undefined
  /** Nothing is sent to a venue; the error contains the call instead. */
  readonly dryRun: boolean
}

export interface GuardedOrder {
  readonly venue: VenueId
  /** Amount times {@link computeCountedPrice}. */
  readonly cost: Decimal
  /** Whether the credentials are the daemon's. */
  readonly isHeld: boolean
  /** Returns the costs of the day's orders so far; called only where they are limited. */
  spentToday(): readonly string[]
  /** Returns the cost of all open orders, including those with an unknown outcome; called only where it is limited. */
  openCosts(): Decimal
  /** Returns orders that may have a second copy, which also counts. Called only if costs are limited. */
  possibleCopies?(): PossibleCopies
  /** Returns how large a position may become, or undefined if it can only become smaller. Called only where it is limited. */
  positionReach(): PositionBound | undefined
}

/**
 * Second copies of orders that may exist, because the venue's lists could not be read far enough. An unknown copy does not count
 * as zero.
 */
export interface PossibleCopies {
  /** Costs of the copies of today's orders. */
  readonly today: readonly string[]
  /** Costs of the copies that may be open. */
  readonly open: readonly string[]
}

/** The facts that determine a contract's counted price. */
interface Counted {
  readonly side: OrderSide
  /** Limit price of the order: the worst price at which it may trade. */
  readonly price: Decimal
  /** The best bid for a sold outcome. Absent if there are no bids. */
  readonly bestBid?: Decimal | undefined
  /** Whether the venue rejects short sales (OrderSource, `sellsHeldOnly`). */
  readonly sellsHeldOnly: boolean
}

/**
 * Returns the price at which the trading limits count a contract. A purchase counts at its price. A sale counts at max(price,
 * best bid), since it gives away that value. If short sales are possible it counts at max(price, best bid, 1 - price), since
 * it may buy the other side.
 */
export function computeCountedPrice({ side, price, bestBid = zero, sellsHeldOnly }: Counted): Decimal {
  if (side === 'buy') return price
  return largest(price, bestBid, sellsHeldOnly ? zero : subtractDecimals(one, price))
}

function largest(...prices: readonly Decimal[]): Decimal {
  return prices.reduce((most, price) => (compare(price, most) > 0 ? price : most))
}

/** Whether a limit counts costs. */
export function isCounting({ maxOrderNotional, maxDailyNotional, maxOpenNotional }: TradingLimits): boolean {
  return maxOrderNotional !== undefined || maxDailyNotional !== undefined || maxOpenNotional !== undefined
}

/** Checks an order against the trading limits. @throws PERMISSION_DENIED with the rule and how to change it */
export function assertWithinLimits(
  rails: TradingLimits,
  { venue, cost, isHeld, spentToday, openCosts, possibleCopies, positionReach }: GuardedOrder,
): void {
  assertMayTrade(rails, { venue, isHeld })
  const { maxOrderNotional, maxDailyNotional, maxOpenNotional, maxPosition } = rails
  if (maxOrderNotional !== undefined && compare(cost, decimalOf(maxOrderNotional)) > 0) {
    throw refused(
      'maxOrderNotional',
      `The order costs ${toText(cost)}. The limit for one order is ${maxOrderNotional}.`,
      {
        limit: maxOrderNotional,
        cost: toText(cost),
      },
    )
  }
  if (maxDailyNotional !== undefined)
    assertDay(spentToday(), cost, maxDailyNotional, possibleCopies?.().today)
  if (maxOpenNotional !== undefined) assertOpen(openCosts(), cost, maxOpenNotional, possibleCopies?.().open)
  if (maxPosition !== undefined) assertPosition(positionReach(), maxPosition)
}

/**
 * Checks the daily limit.
 * @param costs of the day's orders so far
 * @param copies costs of their possible second copies
 * @throws PERMISSION_DENIED
 */
export function assertDay(
  costs: readonly string[],
  cost: Decimal,
  limit: number,
  copies: readonly string[] = [],
): void {
  const spent = sumTexts([...costs, ...copies])
  if (compare(add(spent, cost), decimalOf(limit)) <= 0) return
  throw refused(
    'maxDailyNotional',
    `The order costs ${toText(cost)}, and today's orders cost ${toText(spent)} so far. The daily limit is ${limit}.${describeCopies(copies)}`,
    { limit, spent: toText(spent), cost: toText(cost), ...detailOf(copies) },
  )
}

function assertOpen(known: Decimal, cost: Decimal, limit: number, copies: readonly string[] = []): void {
  const open = add(known, sumTexts(copies))
  if (compare(add(open, cost), decimalOf(limit)) <= 0) return
  throw refused(
    'maxOpenNotional',
    `The order costs ${toText(cost)}, and open orders cost ${toText(open)}. The limit for open orders is ${limit}.${describeCopies(copies)}`,
    { limit, open: toText(open), cost: toText(cost), ...detailOf(copies) },
  )
}

function sumTexts(costs: readonly string[]): Decimal {
  return costs.reduce((sum, text) => add(sum, decimalOf(text)), zero)
}

/**
 * Returns the sentences about possible second copies that a refusal counts, or empty text if there are none. @param copies costs
 * or sizes
 */
function describeCopies(copies: readonly string[]): string {
  if (copies.length === 0) return ''
  const orders = copies.length === 1 ? 'an earlier order' : `${copies.length} earlier orders`
  return ` This includes ${toText(sumTexts(copies))} for possible second copies of ${orders}, because the venue's lists could not be checked completely. \`pmx-local orders reconcile\` checks more of them.`
}

function detailOf(copies: readonly string[]): { readonly possibleCopies?: string } {
  return copies.length === 0 ? {} : { possibleCopies: toText(sumTexts(copies)) }
}

function assertPosition(reach: PositionBound | undefined, limit: number): void {
  if (reach === undefined) return
  const { held, pending, added, copies = [] } = reach
  if (compare(add(add(held, pending), added), decimalOf(limit)) <= 0) return
  throw refused(
    'maxPosition',
    `The position has ${toText(held)} contracts, open orders may add ${toText(pending)}, and this order may add ${toText(added)}. The position limit is ${limit}.${describeCopies(copies)}`,
    { limit, held: toText(held), pending: toText(pending), added: toText(added), ...detailOf(copies) },
  )
}

/** Returns the error for an account whose position cannot be read, because an unknown position may exceed the limit. */
export function createUnknownPositionError(limit: number | undefined, because: string): PmxError {
  return refused(
    'maxPosition',
    `The position limit is ${limit} contracts, but the current position is unknown: ${because}.`,
    {
      limit,
      because,
    },
  )
}

/** Checks the limits that do not depend on the order. @throws PERMISSION_DENIED with the rule */
export function assertMayTrade(
  { enabled, venues }: TradingLimits,
  { venue, isHeld }: Pick<GuardedOrder, 'venue' | 'isHeld'>,
): void {
  if (isHeld && !enabled) {
    throw refused(
      'enabled',
      "Trading with the daemon's credentials is turned off. Set trading.enabled to true in its configuration, or send credentials with the call.",
      { limit: false },
    )
  }
  if (venues !== undefined && !venues.includes(venue))
    throw refused('venues', `Orders may be placed on ${venues.join(', ') || 'no venue'} only.`, {
      limit: venues,
    })
}

/**
 * Returns a dry run's error, which contains the call that would have been sent. Its signatures are removed, since any recipient
 * could send a signed call.
 */
export function createDryRunError(call: unknown): PmxError {
  return refused(
    'dryRun',
    'Nothing was sent, because this daemon is in dry-run mode. detail.call has the request without its signature.',
    { call: withoutSignatures(call) },
  )
}

function refused(
  rule: keyof TradingLimits,
  message: string,
  detail: Readonly<Record<string, unknown>>,
): PmxError {
  return new PmxError('PERMISSION_DENIED', `${message} (trading.${rule})`, {
    detail: { kind: 'guard_rail', rule: `trading.${rule}`, ...detail },
  })
}
