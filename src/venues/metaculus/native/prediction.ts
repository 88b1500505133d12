import { createWordTable, describeUnknownWord } from '../../../venue-kit/payload/native-enums.js'
import { createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { complementPrice } from '../../../venue-kit/unify/unified-market.js'
import type { Leg } from '../ids.js'
import {
  type Aggregation,
  aggregation,
  type CurrentForecast,
  type Forecast,
  methods,
  type Question,
} from '../schemas.js'

/** The usual aggregation method, for responses that do not name the question's own. */
const USUAL_METHOD = 'recency_weighted'

/**
 * Returns the aggregation method of the question's community prediction (../README.md).
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when it is not named and only unusual ones have contents, which is ambiguous; and when
 * it is named by an unknown word, because its numbers may differ
 */
export function methodOf(question: Question, what: string): string {
  const { id, default_aggregation_method: named } = question
  const aggregations = question.aggregations ?? {}
  const path = `question ${id}.default_aggregation_method`
  if (named !== undefined) {
    if (methods.includes(named)) return named
    throw createSchemaMismatch(what, path, describeUnknownWord('question.default_aggregation_method', named))
  }
  const shown = Object.keys(aggregations).filter((method) => hasContents(aggregations[method]))
  if (shown.length === 0 || shown.includes(USUAL_METHOD)) return USUAL_METHOD
  throw createSchemaMismatch(
    what,
    path,
    `missing, and ${USUAL_METHOD} is empty while ${shown.join(', ')} is not`,
  )
}

/** Whether a block has contents: an unused method has an empty history and no latest. */
function hasContents(block: unknown): boolean {
  const { history, latest } = Object(block)
  const isEmpty = Array.isArray(history) && history.length === 0
  return ((history ?? undefined) !== undefined && !isEmpty) || (latest ?? undefined) !== undefined
}

/**
 * Returns the question's community prediction, or undefined if the venue sends none of the question's own method: hidden,
 * unavailable to this token, or no forecast yet.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for a schema mismatch
 */
export function aggregationOf(question: Question, what: string): Aggregation | undefined {
  const method = methodOf(question, what)
  const block = question.aggregations?.[method] ?? null
  return (
    readPayload(aggregation, block, `${what}, question ${question.id}, aggregations.${method}`) ?? undefined
  )
}

/**
 * Returns the legs of a question, in the order of its outcomes.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for an unknown type, and a choice without options
 */
export function legsOf(question: Question, what: string): readonly Leg[] {
  switch (question.type) {
    case 'binary':
      return ['YES', 'NO']
    case 'numeric':
    case 'date':
    case 'discrete':
      return ['HIGHER', 'LOWER']
    case 'multiple_choice': {
      const options = question.options ?? []
      if (options.length === 0)
        throw createSchemaMismatch(what, `question ${question.id}.options`, 'a choice has none')
      return options.map((_label, index) => index)
    }
    default:
      throw createSchemaMismatch(
        what,
        `question ${question.id}.type`,
        describeUnknownWord('question.type', question.type),
      )
  }
}

/** Whether a leg is the complement of the predicted number. */
export function isComplement(leg: Leg): boolean {
  return leg === 'NO' || leg === 'LOWER'
}

/** Position of a leg's number in lists of values, and whether the leg is the complement of it. */
export interface Slot {
  readonly index: number
  /** Number of values of a complete list. */
  readonly count: number
  readonly mirrored: boolean
}

/**
 * Returns the slot of a leg. Values of options follow all options there ever were, including retired ones, while outcomes follow
 * the current ones (../README.md).
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a current option is not one of those
 */
export function slotOf(question: Question, leg: Leg, what: string): Slot {
  if (typeof leg !== 'number') return { index: 0, count: 1, mirrored: isComplement(leg) }
  const ever = question.all_options_ever ?? question.options ?? []
  const label = question.options?.[leg]
  const index = label === undefined ? -1 : ever.indexOf(label)
  if (index < 0) {
    throw createSchemaMismatch(
      what,
      `question ${question.id}.all_options_ever`,
      `option ${leg} of options is missing`,
    )
  }
  return { index, count: ever.length, mirrored: false }
}

/**
 * Returns the number of a slot in a step of the prediction, before complementing, or undefined if the venue has none for
 * it.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the list and the question's values differ in length
 */
export function centerOf({ centers }: Forecast, slot: Slot, what: string): number | undefined {
  if (centers === undefined) return undefined
  if (centers.length !== slot.count) {
    throw createSchemaMismatch(what, 'centers', `${centers.length} values where ${slot.count} were expected`)
  }
  return centers[slot.index] ?? undefined
}

/**
 * Returns the current community prediction of a leg, 0..1, or undefined while there is none, also after all forecasts
 * were withdrawn. For a yes/no question and an option it is a probability. For a number or date it is the location of the
 * median in the question's range.
 * @param now epoch ms
 */
export function readCurrentPrediction(
  question: Question,
  leg: Leg,
  now: number,
  what: string,
): number | undefined {
  const latest = aggregationOf(question, what)?.latest
  if (latest === undefined) return undefined
  const isOver = question.status === 'closed' || question.status === 'resolved'
  if (!isOver && latest.end_time !== undefined && latest.end_time <= now) return undefined
  const slot = slotOf(question, leg, what)
  const value = centerOf(latest, slot, what) ?? forecastValueOf(latest, question, slot)
  if (value === undefined) return undefined
  return slot.mirrored ? complementPrice(value) : value
}

/**
 * Returns the forecast value of a leg. Values are `[no, yes]` of a yes/no question, one per option of a choice, and a
 * distribution otherwise.
 */
function forecastValueOf(
  { forecast_values: list }: CurrentForecast,
  { type }: Question,
  slot: Slot,
): number | undefined {
  const isPair = type === 'binary' && list?.length === 2
  const isChoice = type === 'multiple_choice' && list?.length === slot.count
  const value = isPair ? list?.[1] : isChoice ? list?.[slot.index] : undefined
  return value !== undefined && value !== null && value >= 0 && value <= 1 ? value : undefined
}

/** Resolutions of questions other than those about numbers and dates, besides their options. */
const endingOf = createWordTable('metaculus', 'question.resolution', {
  yes: 'decided',
  no: 'decided',
  annulled: 'undecided',
  ambiguous: 'undecided',
})

/**
 * Asserts that a resolution is known.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for a yes/no question or a choice with a resolution that is neither known nor an option:
 * the values of its outcomes do not follow
 */
export function assertResolution(question: Question, what: string): void {
  const { id, type, resolution, options = [], all_options_ever: ever = [] } = question
  const isOption = type === 'multiple_choice' && [...options, ...ever].includes(resolution ?? '')
  if (resolution === undefined || isOption || (type !== 'binary' && type !== 'multiple_choice')) return
  if (endingOf(resolution) !== undefined) return
  const problem = describeUnknownWord('question.resolution', resolution)
  throw createSchemaMismatch(what, `question ${id}.resolution`, problem)
}

/**
 * Returns the payout of a leg, 1 or 0, or undefined while unresolved, and for annulled and ambiguous questions. Numbers
 * and dates have none, because their sides are not yes or no.
 */
export function payoutOf(question: Question, leg: Leg): number | undefined {
  const { resolution, options = [], type } = question
  if (resolution === undefined || question.status !== 'resolved') return undefined
  if (type === 'binary' && (resolution === 'yes' || resolution === 'no')) {
    return (resolution === 'yes') === (leg === 'YES') ? 1 : 0
  }
  if (typeof leg === 'number' && options.includes(resolution)) return options[leg] === resolution ? 1 : 0
  return undefined
}

/**
 * Converts a location 0..1 in a question's range to the question's unit, for dates unix seconds, or undefined if the
 * range is unknown (../README.md).
 */
export function scaleValue({ scaling }: Question, location: number): number | undefined {
  if (scaling?.range_min === undefined || scaling.range_max === undefined) return undefined
  const { range_min: min, range_max: max, zero_point: zero } = scaling
  if (zero === undefined) return min + location * (max - min)
  const ratio = (max - zero) / (min - zero)
  const value = min + ((max - min) * (ratio ** location - 1)) / (ratio - 1)
  return Number.isFinite(value) ? value : undefined
}
