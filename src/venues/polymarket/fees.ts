import { type FeeScheduleOf, type FeeTerms, noFee } from '../../venue-kit/fees.js'

/** Fees have five digits (docs.polymarket.com, fees, July 2026). */
const [DIGITS, STEP] = [5, 0.00001]

/**
 * What a market states as its schedule: contracts x rate x (price x (1 - price)) ^ exponent, of takers alone where it says
 * so; nothing where it says that it has no fees (README.md, "Accounts and orders").
 */
export const feeSchedule: FeeScheduleOf = ({ sourceMetadata = {} }) => {
  const { feesEnabled, feeSchedule: stated } = sourceMetadata
  if (feesEnabled === false) return { currency: 'USDC', taker: noFee, maker: noFee }
  if (typeof stated !== 'object' || stated === null) return undefined
  const { rate, exponent, takerOnly } = stated as Readonly<Record<string, unknown>>
  if (typeof rate !== 'number' || typeof exponent !== 'number') return undefined
  const taker: FeeTerms = {
    formula: 'rate * contracts * (price * (1 - price)) ^ exponent, rounded to step',
    parameters: { rate, exponent, step: STEP },
    note: 'Fees of builders come on top.',
    feeOf: ({ price, size }) => Number((rate * size * (price * (1 - price)) ** exponent).toFixed(DIGITS)),
  }
  return { currency: 'USDC', taker, ...(takerOnly === true ? { maker: noFee } : {}) }
}
