import * as z from 'zod'
import { enumOf } from '../../../venue-kit/payload/native-enums.js'
import { optionalOf, ornamentOf } from '../../../venue-kit/payload/schema.js'
import type { Side } from '../ids.js'

const sides = ['yes', 'no'] as const
const bookSides = ['bid', 'ask'] as const

/**
 * The outcome and the side of an order or a fill. The venue nets: selling YES is buying NO, so that one direction has two names.
 */
export interface Direction {
  readonly side: Side
  readonly action: 'buy' | 'sell'
}

/**
 * The members that determine it. `outcome_side` is the exposure that was taken, `book_side` the same in terms of the book, and
 * both are documented as decisive (docs.kalshi.com, order direction; OpenAPI 3.34, Order and Fill). `side` and `action` are
 * deprecated: a recorded fill has the exposure in `side`, also where `action` is `sell` (2026-07-28), while an order has the
 * traded contract. Orders of the socket have no action, and `is_yes` as the older name of the exposure.
 */
export const directionMembers = {
  outcome_side: optionalOf(enumOf('kalshi', 'order.outcome_side', sides)),
  book_side: optionalOf(enumOf('kalshi', 'order.book_side', bookSides)),
  side: optionalOf(enumOf('kalshi', 'order.side', sides)),
  action: optionalOf(enumOf('kalshi', 'order.action', ['buy', 'sell'])),
  is_yes: optionalOf(z.boolean()),
}
const members = z.object(directionMembers)
type Members = z.output<typeof members>

const taken = { bid: 'yes', ask: 'no' } as const
const other = { yes: 'no', no: 'yes' } as const

/**
 * Returns the direction of a row by its exposure: a sale that takes NO is a sale of YES. Without an action, a side other than the
 * exposure was sold (docs.kalshi.com, order direction). Otherwise it is a purchase of the exposure, which is equivalent.
 * @returns undefined without both newer members, and where they contradict each other
 */
function byExposure({ outcome_side, book_side, side, action }: Members): Direction | undefined {
  const takes = outcome_side ?? (book_side && taken[book_side])
  if (takes === undefined || (book_side !== undefined && taken[book_side] !== takes)) return undefined
  const done = action ?? (side === undefined || side === takes ? 'buy' : 'sell')
  return { side: done === 'sell' ? other[takes] : takes, action: done }
}

/**
 * Returns the direction of an order: the older members name the traded contract. Returns undefined if it is not
 * determined: a side alone may have been bought or sold.
 */
export function orderDirection(row: Members): Direction | undefined {
  const { outcome_side, book_side, side, action, is_yes } = row
  if (outcome_side !== undefined || book_side !== undefined) return byExposure(row)
  if (side !== undefined && action !== undefined) return { side, action }
  return is_yes === undefined ? undefined : byExposure({ ...row, outcome_side: is_yes ? 'yes' : 'no' })
}

/**
 * Returns the direction of a fill. With the older members alone only a purchase is certain, since the side of a sale may
 * be either contract. Returns undefined if it is not determined.
 */
export function directionOfFill(row: Members): Direction | undefined {
  const { outcome_side, book_side, side, action } = row
  if (outcome_side !== undefined || book_side !== undefined) return byExposure(row)
  return action === 'buy' ? side && { side, action } : undefined
}

/** Returns the same direction as a trade of this side: selling YES is buying NO. */
export function directionOn(wanted: Side, { side, action }: Direction): Direction {
  if (side === wanted) return { side, action }
  return { side: wanted, action: action === 'buy' ? 'sell' : 'buy' }
}

/**
 * The members of a public trade with the taker's side; `taker_side` is the deprecated name, which rows of lists no longer have.
 */
export const takerMembers = {
  taker_outcome_side: optionalOf(enumOf('kalshi', 'trade.taker_outcome_side', sides)),
  taker_book_side: ornamentOf(enumOf('kalshi', 'trade.taker_book_side', bookSides)),
  taker_side: ornamentOf(enumOf('kalshi', 'trade.taker_side', sides)),
}
const taker = z.object(takerMembers)

/** Returns the side that the taker of a trade took, or undefined if the venue does not report it. */
export function takerOf(trade: z.output<typeof taker>): Side | undefined {
  const { taker_outcome_side: outcome, taker_book_side: book, taker_side: older } = trade
  return outcome ?? (book === undefined ? older : taken[book])
}

/** Adds the direction to a row. @param of reads the direction of the row's kind */
export function toDirected<Row extends Members>(of: (row: Members) => Direction | undefined) {
  return (row: Row, ctx: z.RefinementCtx<Row>): Row & { readonly direction: Direction } => {
    const direction = of(row)
    if (direction !== undefined) return { ...row, direction }
    ctx.addIssue({
      code: 'custom',
      message: 'its side is missing, or returned in two contradictory ways',
      path: ['outcome_side'],
    })
    return z.NEVER
  }
}
