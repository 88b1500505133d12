import { type FeeScheduleOf, type FeeTerms, noFee } from '../../venue-kit/contract/fees.js'

/** Fees have five digits (docs.polymarket.com, fees, July 2026). */
const STEP = 0.00001

/** Truncates further digits, as in the on-chain fees that nautechsystems/nautilus_trader recorded in September 2026. */
function toStep(fee: number): number {
  // Digits of floats beyond the twelfth are noise.
  return Number((Math.floor(Number((fee / STEP).toFixed(7))) * STEP).toFixed(5))
}

/**
 * The market's own schedule: contracts x rate x (price x (1 - price)) ^ exponent. It applies only to takers if it is marked so.
 * There are no fees if the market is marked as free (README.md, "Accounts and orders").
 */
export const feeSchedule: FeeScheduleOf = ({ sourceMetadata = {} }) => {
  const { feesEnabled, feeSchedule: stated } = sourceMetadata
  // As the venue sends them: flags and numbers are texts in some deployments.
  if (String(feesEnabled) === 'false') return { currency: 'USDC', taker: noFee, maker: noFee }
  if (typeof stated !== 'object' || stated === null) return undefined
  const told = stated as Readonly<Record<string, unknown>>
  const [rate, exponent] = [numberIn(told['rate']), numberIn(told['exponent'])]
  if (rate === undefined || exponent === undefined) return undefined
  const taker: FeeTerms = {
    formula: 'rate * contracts * (price * (1 - price)) ^ exponent, rounded down to step',
    parameters: { rate, exponent, step: STEP },
    note: 'Builder fees are added.',
    feeOf: ({ price, size }) => toStep(rate * size * (price * (1 - price)) ** exponent),
  }
  return { currency: 'USDC', taker, ...(String(told['takerOnly']) === 'true' ? { maker: noFee } : {}) }
}

function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
