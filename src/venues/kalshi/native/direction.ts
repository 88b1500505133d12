import * as z from 'zod'
import { enumOf } from '../../../venue-kit/payload/native-enums.js'
import { optionalOf, ornamentOf } from '../../../venue-kit/payload/schema.js'
import type { Side } from '../ids.js'

const sides = ['yes', 'no'] as const
const bookSides = ['bid', 'ask'] as const

/**
 * What an order or a fill is of, and what was done. The venue nets: selling YES is buying NO, so that a row has one
 * direction and two names for it.
 */
export interface Direction {
  readonly side: Side
  readonly action: 'buy' | 'sell'
}

/**
 * The members that say so. `outcome_side` is the exposure that was taken, `book_side` the same in words of the book, and
 * both are documented as what decides (docs.kalshi.com, order direction; OpenAPI 3.34, Order and Fill). `side` and
 * `action` are deprecated: a recorded fill has the exposure in `side`, also where `action` is `sell` (2026-07-28),
 * while an order has the contract that was meant. Orders of the socket name no action, and have `is_yes` as the older
 * name of the exposure.
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
 * The direction of a row by what it takes: a sale that takes NO is one of YES. Without a word for what was done, a side
 * that is not the one that was taken was sold (docs.kalshi.com, order direction); else it is a purchase of what it takes,
 * which is the same exposure.
 * @returns undefined without both newer members, and where they contradict each other
 */
function byExposure({ outcome_side, book_side, side, action }: Members): Direction | undefined {
  const takes = outcome_side ?? (book_side && taken[book_side])
  if (takes === undefined || (book_side !== undefined && taken[book_side] !== takes)) return undefined
  const done = action ?? (side === undefined || side === takes ? 'buy' : 'sell')
  return { side: done === 'sell' ? other[takes] : takes, action: done }
}

/**
 * Of an order: the older names say which contract was meant. Undefined where nothing says what it is of: a side alone may
 * have been bought or sold.
 */
export function orderDirection(row: Members): Direction | undefined {
  const { outcome_side, book_side, side, action, is_yes } = row
  if (outcome_side !== undefined || book_side !== undefined) return byExposure(row)
  if (side !== undefined && action !== undefined) return { side, action }
  return is_yes === undefined ? undefined : byExposure({ ...row, outcome_side: is_yes ? 'yes' : 'no' })
}

/**
 * Of a fill: with the older names alone only a purchase is certain, since the side of a sale may be either contract.
 * Undefined where nothing says what it is of.
 */
export function fillDirection(row: Members): Direction | undefined {
  const { outcome_side, book_side, side, action } = row
  if (outcome_side !== undefined || book_side !== undefined) return byExposure(row)
  return action === 'buy' ? side && { side, action } : undefined
}

/**
 * What the taker of a public trade took; `taker_side` is the deprecated name, which rows of lists have no more.
 */
export const takerMembers = {
  taker_outcome_side: optionalOf(enumOf('kalshi', 'trade.taker_outcome_side', sides)),
  taker_book_side: ornamentOf(enumOf('kalshi', 'trade.taker_book_side', bookSides)),
  taker_side: ornamentOf(enumOf('kalshi', 'trade.taker_side', sides)),
}
const taker = z.object(takerMembers)

/** The side that the taker of a trade took; undefined where the venue does not say. */
export function takerOf(trade: z.output<typeof taker>): Side | undefined {
  const { taker_outcome_side: outcome, taker_book_side: book, taker_side: older } = trade
  return outcome ?? (book === undefined ? older : taken[book])
}

/** A row with its direction. @param of the reading of the row's kind */
export function directed<Row extends Members>(of: (row: Members) => Direction | undefined) {
  return (row: Row, ctx: z.RefinementCtx<Row>): Row & { readonly direction: Direction } => {
    const direction = of(row)
    if (direction !== undefined) return { ...row, direction }
    ctx.addIssue({
      code: 'custom',
      message: 'its side is not told, or told in two ways',
      path: ['outcome_side'],
    })
    return z.NEVER
  }
}
