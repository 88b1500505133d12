import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type Amount, multiplyAmounts, sumAmounts, toFixedText } from '../../paper-trading/state/amount.js'
import type { PaperAccount, PaperFill } from '../../paper-trading/state/types.js'

/**
 * On-chain settlement (README.md, "Settlement"). A match is final immediately. With `switches.opinion.settlement:
 * 'later'` it is final after this delay; recorded trades followed their order by a second.
 */
const SETTLES_AFTER_MS = 1_000

type Asked = Pick<MockContext, 'now' | 'switches'>

/** Returns the time at which a match is settled, epoch ms. */
export function settledAt({ switches }: Pick<Asked, 'switches'>, { at }: Pick<PaperFill, 'at'>): number {
  return switches.opinion.settlement === 'later' ? at + SETTLES_AFTER_MS : at
}

export function isSettled(asked: Asked, fill: Pick<PaperFill, 'at'>): boolean {
  return settledAt(asked, fill) <= asked.now
}

/** Returns the money that a fill moves, including fees: the payment of a buyer, the proceeds of a seller. */
export function moneyOf({ order, price, size, fee }: PaperFill): Amount {
  const gross = multiplyAmounts(price, size)
  return order.action === 'buy' ? gross : gross - fee
}

/** Returns the contracts that a fill moves; those withheld as a buyer's fee are excluded. */
export function sharesOf({ size, withheld }: PaperFill): Amount {
  return size - withheld
}

/** Returns the filled amounts of an order: contracts and money before the fee, of settled fills. */
export function filledOf(
  fills: readonly PaperFill[],
  text: (amount: Amount) => string = (amount) => toFixedText(amount, 18),
): Readonly<Record<'filledShares' | 'filledAmount', string>> {
  return {
    filledShares: text(sumAmounts(fills.map(({ size }) => size))),
    filledAmount: text(sumAmounts(fills.map(({ price, size }) => multiplyAmounts(price, size)))),
  }
}

/** Returns fills that are not settled yet; newest first. */
export function pendingFillsOf(asked: Asked, account: PaperAccount): readonly PaperFill[] {
  return account.fills().filter((fill) => !isSettled(asked, fill))
}
