import type { MockContext } from '../../mock-kit/mock-venue.js'
import { mix } from '../../world/common/hash.js'
import type { Tier } from './access.js'
import { computeCumulativeForecast } from './continuous.js'
import { type Change, historyOf, latestOf } from './history.js'
import { forecastersOf, type Question, revealedAt, stateOf, timesOf } from './posts.js'

/** The parts of the aggregates that a response contains. */
export interface Depth {
  readonly tier: Tier
  /** The current prediction. */
  readonly latest: boolean
  readonly history: boolean
}

type Native = Readonly<Record<string, unknown>>

const methods = ['recency_weighted', 'unweighted', 'single_aggregation', 'metaculus_prediction'] as const

/** A method that a question does not use is present without content. */
const unused = { history: [], latest: null, score_data: {} } as const
const unusedMethods: Native = Object.fromEntries(methods.map((method) => [method, unused]))

/** Returns the method of a question's aggregate: the usual one, or the plain mean. */
export function methodOf({ event }: Question): (typeof methods)[number] {
  return mix(event.seed, 5) % 5 === 0 ? 'unweighted' : 'recency_weighted'
}

/** A restricted token sees the predictions of one question in this many. */
const OPEN_TO_ALL = 25

/**
 * Returns the aggregates by method: empty while the prediction is hidden or was not requested, null when the token's
 * tier does not include it (venues/metaculus/README.md).
 */
export function aggregationsOf(context: MockContext, question: Question, depth: Depth): Native {
  const method = methodOf(question)
  if (depth.tier === 'restricted' && mix(question.event.seed, 6) % OPEN_TO_ALL !== 0) {
    return { ...unusedMethods, [method]: { history: null, latest: null } }
  }
  const hidden = context.now < revealedAt(question) && stateOf(context, timesOf(question)) !== 'resolved'
  const latest = hidden || !depth.latest ? undefined : latestOf(context, question)
  const changes = hidden || !depth.history ? [] : historyOf(context, question)
  const until = endOf(context, question)
  return {
    ...unusedMethods,
    [method]: {
      history: changes.map((change, index) =>
        element(question, change, changes[index + 1]?.at ?? until, index + 1),
      ),
      latest: latest === undefined ? null : latestElement(question, latest, until),
      score_data: {},
    },
  }
}

/** Returns the end of the last change: the close of the question. */
function endOf({ now }: MockContext, question: Question): number | undefined {
  const { closesAt } = timesOf(question)
  return closesAt <= now ? closesAt : undefined
}

/** Distance of the quartiles of forecasts from the median, within the valid range. */
const QUARTILE = 0.05
const [LEAST, MOST] = [0.001, 0.999]

function element(
  question: Question,
  { at, centers }: Change,
  until: number | undefined,
  count: number,
): Native {
  const shifted = (by: number) =>
    centers.map((center) =>
      center === null ? null : Math.round(Math.min(MOST, Math.max(LEAST, center + by)) * 1e6) / 1e6,
    )
  return {
    start_time: at / 1000,
    end_time: until === undefined ? null : until / 1000,
    forecast_values: null,
    forecaster_count: Math.min(count, forecastersOf(question.event)),
    interval_lower_bounds: shifted(-QUARTILE),
    centers,
    interval_upper_bounds: shifted(QUARTILE),
    means: isContinuous(question) ? null : centers.map(meanBeside),
    histogram: null,
  }
}

function isContinuous({ kind }: Question): boolean {
  return kind !== 'binary' && kind !== 'multiple_choice'
}

/** Returns a mean of the forecasts, which is nearer to 0.5 than their median. */
function meanBeside(center: number | null): number | null {
  return center === null ? null : Math.round((center * 0.9 + 0.05) * 1e6) / 1e6
}

/**
 * Renders the latest element. Binary forecast values are those of NO and YES, the centers only that of YES; for a
 * range, a distribution.
 */
function latestElement(question: Question, change: Change, until: number | undefined): Native {
  return {
    ...element(question, change, until, forecastersOf(question.event)),
    forecast_values: forecastValues(question, change),
  }
}

function forecastValues(
  { kind, markets: [market] }: Question,
  { centers }: Change,
): readonly (number | null)[] {
  const [center] = centers
  if (kind === 'multiple_choice' || typeof center !== 'number' || market === undefined) return centers
  return kind === 'binary' ? [1 - center, center] : computeCumulativeForecast(kind, center, market)
}
