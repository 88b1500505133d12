import { hashText } from '../../../effects/random.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import type { Question } from './posts.js'

/** A forecast of a caller: its creation and withdrawal (epoch ms), and the probability of each option. */
export interface OwnForecast {
  readonly from: number
  readonly to: number | null
  readonly values: readonly number[]
}

/** By token and question, oldest first. */
const notes: NotesOf<readonly OwnForecast[]> = { name: 'metaculus forecasts' }
/** Maximum stored forecasts of one question. */
const MAX_FORECASTS = 50

function forecastsBy({ paper }: MockContext, owner: string, { id }: Question): readonly OwnForecast[] {
  return paper.notes(notes).get(owner, String(id)) ?? []
}

/** Ends the current forecast, and begins the next one if there is one. */
export function changeForecast(
  context: MockContext,
  owner: string,
  question: Question,
  values: readonly number[] | undefined,
): void {
  const before = forecastsBy(context, owner, question).map((one) => ({ ...one, to: one.to ?? context.now }))
  const next = values === undefined ? [] : [{ from: context.now, to: null, values }]
  const kept = [...before, ...next].slice(-MAX_FORECASTS)
  context.paper.notes(notes).set(owner, String(question.id), kept)
}

/** Returns `my_forecasts` (venues/metaculus/README.md): times are unix seconds, as in aggregations. */
export function forecastsOf(context: MockContext, question: Question, owner: string) {
  const history = forecastsBy(context, owner, question).map(({ from, to, values }) => ({
    question_id: question.id,
    author_id: 100_000 + (hashText(owner) % 100_000),
    start_time: from / 1000,
    end_time: to === null ? null : to / 1000,
    forecast_values: values,
    interval_lower_bounds: null,
    centers: null,
    interval_upper_bounds: null,
    distribution_input: null,
  }))
  return { history, latest: history.at(-1) ?? null, score_data: {} }
}
