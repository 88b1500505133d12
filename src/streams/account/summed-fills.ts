import type { UserTrade } from '../../api/models/models.js'
import { decimalOf, divide, multiply, subtractDecimals, toNumber } from '../../api/values/decimal.js'
import { listUnknownMembers } from '../../api/values/unknown-members.js'

/** Maximum number of orders whose fills are stored. Those listed longest ago are dropped first. */
const MAX_KNOWN = 5_000
/** Number of digits in a price that is computed from two averages. */
const PRICE_DIGITS = 9

/** Converts rows with the sum of each order's fills (`AccountSource.fillsAreSums`) into increments. */
export function createSummedFills() {
  const known = new Map<string, Pick<UserTrade, 'amount' | 'price'>>()

  function remember({ id, amount, price }: UserTrade): void {
    known.delete(id)
    known.set(id, { amount, price })
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KNOWN) return
      known.delete(oldest)
    }
  }

  return {
    /** @returns the rows' increments. Each order counts in full the first time. */
    fresh(rows: readonly UserTrade[]): UserTrade[] {
      return rows.flatMap((row) => {
        const before = known.get(row.id)
        // A list may be older than the previous one.
        if (before !== undefined && row.amount < before.amount) return []
        remember(row)
        if (before === undefined) return [row]
        return row.amount === before.amount ? [] : [addedTo(before, row)]
      })
    },
  }
}

/** Returns the increment. The venue rounds averages, so a computed price that is out of range is unknown. */
function addedTo(before: Pick<UserTrade, 'amount' | 'price'>, row: UserTrade): UserTrade {
  const amount = subtractDecimals(decimalOf(row.amount), decimalOf(before.amount))
  const cost = subtractDecimals(
    multiply(decimalOf(row.amount), decimalOf(row.price)),
    multiply(decimalOf(before.amount), decimalOf(before.price)),
  )
  const price = toNumber(divide(cost, amount, PRICE_DIGITS, 'nearest'))
  const isPrice = price > 0 && price < 1
  const { isSumOfOrder: _sum, ...facts } = row.metadata ?? {}
  return {
    ...row,
    id: `${row.id}:${row.amount}`,
    amount: toNumber(amount),
    price: isPrice ? price : 0,
    metadata: {
      ...facts,
      isPartOfOrder: true,
      filledBefore: before.amount,
      ...(isPrice ? {} : { unknown: [...listUnknownMembers(row), 'price'] }),
    },
  }
}
