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

/** What the user lets this daemon do with money; the section `trading` of the configuration. */
export interface TradingLimits {
  /** Whether orders may be placed with credentials that the daemon itself holds. Those of a call are its caller's affair. */
  readonly enabled: boolean
  /** Most that one order may cost, in the venue's money. */
  readonly maxOrderNotional?: number | undefined
  /** Most that the orders of one day (UTC) may cost together, those included that may not have been placed. */
  readonly maxDailyNotional?: number | undefined
  /** Most that open orders may cost together, those included that may not have been placed. */
  readonly maxOpenNotional?: number | undefined
  /** Most contracts of one outcome that an account may come to hold. */
  readonly maxPosition?: number | undefined
  /** Venues on which orders may be placed; all without it. */
  readonly venues?: readonly VenueId[] | undefined
  /** Nothing is sent to any venue: what would be is told in the refusal. */
  readonly dryRun: boolean
}

export interface GuardedOrder {
  readonly venue: VenueId
  /** Amount times {@link computeCountedPrice}. */
  readonly cost: Decimal
  /** The credentials are the daemon's. */
  readonly isHeld: boolean
  /** Costs of the day's orders so far; asked for only where they are limited. */
  spentToday(): readonly string[]
  /** Cost of all open orders and of those in doubt; asked for only where it is limited. */
  openCosts(): Decimal
  /** How large a position may become; undefined where it only becomes smaller. Asked for only where it is limited. */
  positionReach(): PositionBound | undefined
}

/** What the rails count a contract of an order by. */
interface Counted {
  readonly side: OrderSide
  /** Of the order: the worst that it may trade at. */
  readonly price: Decimal
  /** The best that somebody bids for what is sold; absent where nobody does. */
  readonly bestBid?: Decimal | undefined
  /** The venue lets nobody sell what he does not hold (OrderSource, `sellsHeldOnly`). */
  readonly sellsHeldOnly: boolean
}

/**
 * The price at which the rails count a contract. A purchase costs its price at most. A sale gives away what others pay
 * the best bid for, however low it would go itself; and where one may sell what one does not hold, it is a purchase of
 * the other side, which may cost all that is left to 1.
 */
export function computeCountedPrice({ side, price, bestBid = zero, sellsHeldOnly }: Counted): Decimal {
  if (side === 'buy') return price
  return largest(price, bestBid, sellsHeldOnly ? zero : subtractDecimals(one, price))
}

function largest(...prices: readonly Decimal[]): Decimal {
  return prices.reduce((most, price) => (compare(price, most) > 0 ? price : most))
}

/** Whether anything is counted. */
export function isCounting({ maxOrderNotional, maxDailyNotional, maxOpenNotional }: TradingLimits): boolean {
  return maxOrderNotional !== undefined || maxDailyNotional !== undefined || maxOpenNotional !== undefined
}

/** @throws PERMISSION_DENIED naming the rule and how it is changed */
export function assertWithinLimits(
  rails: TradingLimits,
  { venue, cost, isHeld, spentToday, openCosts, positionReach }: GuardedOrder,
): void {
  assertMayTrade(rails, { venue, isHeld })
  const { maxOrderNotional, maxDailyNotional, maxOpenNotional, maxPosition } = rails
  if (maxOrderNotional !== undefined && compare(cost, decimalOf(maxOrderNotional)) > 0) {
    throw refused(
      'maxOrderNotional',
      `The order costs ${toText(cost)}, and one order may cost ${maxOrderNotional}.`,
      {
        limit: maxOrderNotional,
        cost: toText(cost),
      },
    )
  }
  if (maxDailyNotional !== undefined) assertDay(spentToday(), cost, maxDailyNotional)
  if (maxOpenNotional !== undefined) assertOpen(openCosts(), cost, maxOpenNotional)
  if (maxPosition !== undefined) assertPosition(positionReach(), maxPosition)
}

/** @param costs of the day's orders so far. @throws PERMISSION_DENIED */
export function assertDay(costs: readonly string[], cost: Decimal, limit: number): void {
  const spent = costs.reduce((sum, text) => add(sum, decimalOf(text)), zero)
  if (compare(add(spent, cost), decimalOf(limit)) <= 0) return
  throw refused(
    'maxDailyNotional',
    `Today's orders cost ${toText(spent)} so far, this one ${toText(cost)}, and all of a day may cost ${limit}.`,
    { limit, spent: toText(spent), cost: toText(cost) },
  )
}

function assertOpen(open: Decimal, cost: Decimal, limit: number): void {
  if (compare(add(open, cost), decimalOf(limit)) <= 0) return
  throw refused(
    'maxOpenNotional',
    `Open orders cost ${toText(open)} so far, this one ${toText(cost)}, and all that are open may cost ${limit}.`,
    { limit, open: toText(open), cost: toText(cost) },
  )
}

function assertPosition(reach: PositionBound | undefined, limit: number): void {
  if (reach === undefined) return
  const { held, pending, added } = reach
  if (compare(add(add(held, pending), added), decimalOf(limit)) <= 0) return
  throw refused(
    'maxPosition',
    `The account holds ${toText(held)} contracts, orders that may fill add ${toText(pending)}, this one ${toText(added)}, and a position may have ${limit}.`,
    { limit, held: toText(held), pending: toText(pending), added: toText(added) },
  )
}

/** Of an account whose position cannot be read: what is not known is not within a limit. */
export function createUnknownPositionError(limit: number | undefined, because: string): PmxError {
  return refused(
    'maxPosition',
    `A position may have ${limit} contracts, and the present one is not known: ${because}.`,
    {
      limit,
      because,
    },
  )
}

/** What is known before the order is. @throws PERMISSION_DENIED naming the rule */
export function assertMayTrade(
  { enabled, venues }: TradingLimits,
  { venue, isHeld }: Pick<GuardedOrder, 'venue' | 'isHeld'>,
): void {
  if (isHeld && !enabled) {
    throw refused(
      'enabled',
      'This daemon places no orders with the credentials that it holds. Set trading.enabled to true in its configuration, or send credentials with the call.',
      { limit: false },
    )
  }
  if (venues !== undefined && !venues.includes(venue))
    throw refused('venues', `Orders may be placed on ${venues.join(', ') || 'no venue'} only.`, {
      limit: venues,
    })
}

/** What would have been sent, without its signatures: what carries them can be sent by anyone. */
export function createDryRunError(call: unknown): PmxError {
  return refused(
    'dryRun',
    'Nothing was sent: this daemon runs dry. detail.call is what would have been, without its signature.',
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
