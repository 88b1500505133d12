import { PmxError } from '../../../api/envelope/errors.js'
import { type Decimal, decimalOf, subtractDecimals, toNumber, unitsOf } from '../../../api/values/decimal.js'
import { createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { complementPrice } from '../../../venue-kit/unify/unified-market.js'
import type { Leg } from '../ids.js'
import { type OwnForecast, ownForecasts, type Question } from '../schemas.js'
import { readCurrentPrediction, slotOf } from './prediction.js'

/**
 * Returns the caller's last forecast, withdrawn or not, or undefined if there is none.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the venue does not report it, which differs from no forecast
 */
export function ownForecastOf(question: Question, what: string): OwnForecast | undefined {
  const at = `${what}, question ${question.id}, my_forecasts`
  if (question.my_forecasts === undefined || question.my_forecasts === null)
    throw createSchemaMismatch(at, '', 'missing, though the call had a token')
  const { latest } = readPayload(ownForecasts, question.my_forecasts, at)
  if (latest === undefined || isContinuous(question)) return undefined
  const count = question.type === 'binary' ? 2 : (question.all_options_ever ?? question.options ?? []).length
  if (latest.forecast_values.length !== count)
    throw createSchemaMismatch(at, 'latest.forecast_values', `expected ${count} values`)
  return latest
}

/** Whether its forecasts are distributions. */
export function isContinuous({ type }: Question): boolean {
  return type !== 'binary' && type !== 'multiple_choice'
}

/** Whether it is valid at a given time. @param now epoch ms */
export function isStanding({ end_time: end }: OwnForecast, now: number): boolean {
  return end === undefined || end > now
}

/** Returns the value of a forecast for a leg. */
export function readForecast(
  { forecast_values: values }: OwnForecast,
  question: Question,
  leg: Leg,
  what: string,
): number | undefined {
  if (question.type === 'binary') return values[leg === 'NO' ? 0 : 1] ?? undefined
  return values[slotOf(question, leg, what).index] ?? undefined
}

/** Builds a forecast of a yes/no question that gives a side this probability. */
export function pairForecast(question: Question, leg: Leg, price: string) {
  const yes = leg === 'NO' ? subtractDecimals(decimalOf('1'), decimalOf(price)) : decimalOf(price)
  return { question: question.id, probability_yes: toNumber(yes) }
}

/** Values have millionths. None of them may be below a thousandth (../README.md). */
const DIGITS = 6
const WHOLE = 1_000_000
const LEAST = 1_000

/**
 * Builds a forecast of a choice that gives one option this probability. The others share the rest in proportion to the
 * caller's own forecast, otherwise the community's.
 * @throws INVALID_ORDER if their proportion is unknown, and where they would get too little
 */
export function toChoiceForecast(question: Question, leg: Leg, price: string, now: number, what: string) {
  const options = question.options ?? []
  const asked = decimalOf(price)
  const own = ownForecastOf(question, what)
  const standing = own !== undefined && isStanding(own, now) ? own : undefined
  const weights = options.map((_label, index) =>
    standing === undefined
      ? readCurrentPrediction(question, index, now, what)
      : readForecast(standing, question, index, what),
  )
  const others = weights.flatMap((weight, index) => (index === leg ? [] : [weight]))
  if (others.some((weight) => weight === undefined)) {
    throw refused(
      question,
      'it is not known how to divide the rest among the other options. This token cannot see the community prediction, and ' +
        "you have no forecast yet. Make your first forecast on the question's page.",
    )
  }
  const shares = sharesOf(
    asked,
    others.map((weight) => weight ?? 0),
  )
  if (shares === undefined) throw refused(question, 'the other options need 0.001 each.')
  const values = options.map((_label, index) =>
    index === leg ? toNumber(asked) : (shares[index < Number(leg) ? index : index - 1] ?? 0) / WHOLE,
  )
  return {
    question: question.id,
    probability_yes_per_category: Object.fromEntries(options.map((label, index) => [label, values[index]])),
  }
}

/** Returns the millionths of the other options; the largest one compensates rounding and the minimum values. */
function sharesOf(asked: Decimal, weights: readonly number[]): readonly number[] | undefined {
  const rest = WHOLE - Number(unitsOf(asked, DIGITS, 'nearest'))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) =>
    Math.max(LEAST, Math.floor(total === 0 ? rest / weights.length : (rest * weight) / total)),
  )
  const largest = shares.indexOf(Math.max(...shares))
  const others = shares.reduce((sum, share, index) => (index === largest ? sum : sum + share), 0)
  shares[largest] = rest - others
  return rest - others >= LEAST ? shares : undefined
}

function refused({ id }: Question, why: string): PmxError {
  return new PmxError('INVALID_ORDER', `One price is not enough for a forecast of question ${id}: ${why}`, {
    field: 'price',
    detail: { kind: 'order_rule' },
  })
}

/** Whether two values are equal, without the noise of floats. */
export function isSameValue(a: number | undefined, b: number): boolean {
  return a !== undefined && Math.abs(complementPrice(a) - complementPrice(b)) < 1e-6
}
