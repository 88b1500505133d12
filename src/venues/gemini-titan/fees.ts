import type { UnifiedMarket } from '../../api/models/models.js'
import { parseIso } from '../../api/times/instant.js'
import {
  decimalOf,
  multiply,
  one,
  pickSmallerDecimal,
  subtractDecimals,
  toMultiple,
  toNumber,
} from '../../api/values/decimal.js'
import { type FeeScheduleOf, type FeeTerms, noFee, type TakerFee } from '../../venue-kit/contract/fees.js'

/**
 * The venue's fees: a rate times contracts times the possible win or loss of a contract, rounded up to the cent. Sources:
 * gemini.com/fees/predictions and the change log of its API (2026-08-26; README.md, "Fees").
 */
interface FeeRates {
  readonly taker: number
  /** 0 while makers pay no fee. */
  readonly maker: number
  /** The amount per contract that the rates apply to. */
  readonly of: 'price x (1 - price)' | 'min(price, 1 - price)'
}

/** Contracts listed from this time on have the second schedule. */
const SECOND_FROM = Date.UTC(2026, 2, 18)
/** Makers pay no fee between the first day and the second. */
const MAKERS_FREE_FROM = Date.UTC(2026, 8, 2)
const MAKERS_FREE_UNTIL = Date.UTC(2027, 0, 1)

const schedules = {
  first: { taker: 0.05, maker: 0.01, of: 'min(price, 1 - price)' },
  second: { taker: 0.07, maker: 0.0175, of: 'price x (1 - price)' },
} as const satisfies Record<string, FeeRates>

/** Undefined if the listing time of a contract is unknown, epoch ms. */
function scheduleOf(listedAt: number | undefined): FeeRates | undefined {
  if (listedAt === undefined) return undefined
  return listedAt < SECOND_FROM ? schedules.first : schedules.second
}

/** Returns the rates of a contract on a day, as {@link scheduleOf}. @param listedAt, at epoch ms */
export function feeRatesAt(listedAt: number | undefined, at: number): FeeRates | undefined {
  const schedule = scheduleOf(listedAt)
  const isFree = at >= MAKERS_FREE_FROM && at < MAKERS_FREE_UNTIL
  return isFree && schedule !== undefined ? { ...schedule, maker: 0 } : schedule
}

const CENT = decimalOf('0.01')

/** Returns the taker fee by the listing time in the contract's row: it has not changed since. */
export const takerFee: TakerFee = ({ market, ...order }) => {
  const rates = scheduleOf(listedAtOf(market))
  return rates && feeBy(rates, rates.taker, order)
}

function listedAtOf({ sourceMetadata }: UnifiedMarket): number | undefined {
  const createdAt = sourceMetadata?.['createdAt']
  return typeof createdAt === 'string' ? parseIso(createdAt) : undefined
}

function feeBy({ of }: FeeRates, rate: number, { price, size }: Parameters<FeeTerms['feeOf']>[0]): number {
  const [won, lost] = [decimalOf(price), subtractDecimals(one, decimalOf(price))]
  const share = of === 'price x (1 - price)' ? multiply(won, lost) : pickSmallerDecimal(won, lost)
  return toNumber(toMultiple(multiply(multiply(decimalOf(rate), decimalOf(size)), share), CENT, 'up'))
}

/** Returns the fees of a contract on a day, which the maker fee depends on. */
export const feeSchedule: FeeScheduleOf = (market, at) => {
  const rates = feeRatesAt(listedAtOf(market), at)
  if (rates === undefined) return undefined
  const terms = (rate: number): FeeTerms => ({
    formula: `rate * contracts * ${rates.of.replace('x', '*')}, rounded up to step`,
    parameters: { rate, step: toNumber(CENT) },
    feeOf: (order) => feeBy(rates, rate, order),
  })
  return { currency: 'USD', taker: terms(rates.taker), maker: rates.maker === 0 ? noFee : terms(rates.maker) }
}
