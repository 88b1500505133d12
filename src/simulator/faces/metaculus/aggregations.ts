import type { FaceContext } from '../../face.js'
import { mix } from '../../world/hash.js'
import type { Tier } from './access.js'
import { type Change, historyOf, latestOf } from './history.js'
import { forecastersOf, type Question, revealedAt, stateOf, timesOf } from './posts.js'

/** How much of the aggregates an answer carries. */
export interface Depth {
  readonly tier: Tier
  /** The current prediction. */
  readonly latest: boolean
  readonly history: boolean
}

type Native = Readonly<Record<string, unknown>>

/** The method under which a question's aggregate stands: the usual one, or the plain mean. */
export function methodOf({ event }: Question): 'recency_weighted' | 'unweighted' {
  return mix(event.seed, 5) % 5 === 0 ? 'unweighted' : 'recency_weighted'
}

/** A restricted token sees the predictions of one question in this many. */
const OPEN_TO_ALL = 25

/**
 * The aggregates under their method: empty while the prediction is hidden or was not asked for, null where the token's
 * tier withholds it (docs: metaculus, sections 1.1 and 3.5).
 */
export function aggregationsOf(context: FaceContext, question: Question, depth: Depth): Native {
  const method = methodOf(question)
  if (depth.tier === 'restricted' && mix(question.event.seed, 6) % OPEN_TO_ALL !== 0) {
    return { [method]: { history: null, latest: null } }
  }
  const hidden = context.now < revealedAt(question) && stateOf(context, timesOf(question)) !== 'resolved'
  const latest = hidden || !depth.latest ? undefined : latestOf(context, question)
  const changes = hidden || !depth.history ? [] : historyOf(context, question)
  const until = endOf(context, question)
  return {
    [method]: {
      history: changes.map((change, index) =>
        element(question, change, changes[index + 1]?.at ?? until, index + 1),
      ),
      latest: latest === undefined ? null : latestElement(question, latest, until),
      score_data: {},
    },
  }
}

/** When the last change stopped counting: at the close. */
function endOf({ now }: FaceContext, question: Question): number | undefined {
  const { closesAt } = timesOf(question)
  return closesAt <= now ? closesAt : undefined
}

/** The quartiles of the forecasters lie this far from the middle, within what may be forecast. */
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
    means: null,
    histogram: null,
  }
}

/** Binary: the forecast values are those of NO and YES, the centers that of YES alone. */
function latestElement(question: Question, change: Change, until: number | undefined): Native {
  const [yes] = change.centers
  const isBinary = question.kind === 'binary'
  const values = isBinary && typeof yes === 'number' ? [1 - yes, yes] : change.centers
  return {
    ...element(question, change, until, forecastersOf(question.event)),
    forecast_values: values,
    means: change.centers,
    histogram: null,
  }
}
