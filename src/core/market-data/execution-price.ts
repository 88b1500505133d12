import { createValidationError } from '../../api/envelope/errors.js'
import type { ExecutionPrice } from '../../api/models/models.js'

const TOLERANCE = 1e-8

/**
 * Computes the average price of filling `amount` contracts against a book (api/README.md, "Calculations"). An empty side
 * returns zeros and `fullyFilled: false`.
 * @param side `buy` consumes the asks upward, `sell` consumes the bids downward
 * @throws VALIDATION_ERROR for an invalid side, an amount that is not positive, or levels without numbers on either side
 */
export function computeExecutionPrice(
  book: { readonly bids: unknown; readonly asks: unknown },
  side: string,
  amount: number,
): ExecutionPrice {
  if (side !== 'buy' && side !== 'sell')
    throw createValidationError('side', `side must be buy or sell; got '${side.slice(0, 40)}'`)
  if (amount <= 0) throw createValidationError('amount', 'Amount must be greater than 0')
  const [asks, bids] = [readLevels(book.asks, 'asks'), readLevels(book.bids, 'bids')]
  const levels =
    side === 'buy' ? asks.sort((a, b) => a.price - b.price) : bids.sort((a, b) => b.price - a.price)
  let left = amount
  let cost = 0
  // Summed separately: with a large amount, the difference to the remainder is too imprecise for the filled amount.
  let filled = 0
  for (const level of levels) {
    if (left <= TOLERANCE) break
    const taken = Math.min(left, level.size)
    cost += taken * level.price
    filled += taken
    left -= taken
  }
  if (filled <= TOLERANCE) return { price: 0, filledAmount: 0, fullyFilled: false }
  const fullyFilled = left <= TOLERANCE
  return { price: cost / filled, filledAmount: fullyFilled ? amount : filled, fullyFilled }
}

interface Level {
  readonly price: number
  readonly size: number
}

function readLevels(levels: unknown, field: 'bids' | 'asks'): Level[] {
  if (!Array.isArray(levels))
    throw createValidationError(`orderBook.${field}`, `orderBook.${field} must be a list of levels`)
  return levels
    .map((level: unknown, index): Level => {
      const { price, size } = typeof level === 'object' && level !== null ? (level as Partial<Level>) : {}
      if (typeof price !== 'number' || typeof size !== 'number' || !Number.isFinite(price + size)) {
        throw createValidationError(
          `orderBook.${field}[${index}]`,
          `orderBook.${field}[${index}] needs a numeric price and size`,
        )
      }
      return { price, size }
    })
    .filter((level) => level.size > 0)
}
