import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type Amount, fixedText, sumAmounts, times } from '../../paper-trading/state/amount.js'
import type { PaperAccount, PaperFill } from '../../paper-trading/state/types.js'

/**
 * Settlement on the chain (README.md, "Settlement"). A match is final at once, or with
 * `switches.opinion.settlement: 'later'` so long after it: trades were recorded a second after their order.
 */
const SETTLES_AFTER_MS = 1_000

type Asked = Pick<MockContext, 'now' | 'switches'>

/** When a match is settled, epoch ms. */
export function settledAt({ switches }: Pick<Asked, 'switches'>, { at }: Pick<PaperFill, 'at'>): number {
  return switches.opinion.settlement === 'later' ? at + SETTLES_AFTER_MS : at
}

export function isSettled(asked: Asked, fill: Pick<PaperFill, 'at'>): boolean {
  return settledAt(asked, fill) <= asked.now
}

/** The money that a fill moves, fees included: what a buyer pays, and what a seller receives. */
export function moneyOf({ order, price, size, fee }: PaperFill): Amount {
  const gross = times(price, size)
  return order.action === 'buy' ? gross : gross - fee
}

/** The contracts that a fill moves: a buyer receives them without those that were kept as the fee. */
export function sharesOf({ size, withheld }: PaperFill): Amount {
  return size - withheld
}

/** What orders show as filled: contracts and money before the fee, of fills that are settled. */
export function filledOf(
  fills: readonly PaperFill[],
  text: (amount: Amount) => string = (amount) => fixedText(amount, 18),
): Readonly<Record<'filledShares' | 'filledAmount', string>> {
  return {
    filledShares: text(sumAmounts(fills.map(({ size }) => size))),
    filledAmount: text(sumAmounts(fills.map(({ price, size }) => times(price, size)))),
  }
}

/** Fills that are not settled yet; the newest first. */
export function pendingFillsOf(asked: Asked, account: PaperAccount): readonly PaperFill[] {
  return account.fills().filter((fill) => !isSettled(asked, fill))
}
