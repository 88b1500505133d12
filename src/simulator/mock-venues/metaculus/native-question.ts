import type { MockContext } from '../../mock-kit/mock-venue.js'
import { toSecondIso } from '../../world/common/dates.js'
import { aggregationsOf, type Depth, methodOf } from './aggregations.js'
import { factsOfRange, resolutionOfContinuous, titleOfContinuous } from './continuous.js'
import { forecastsOf } from './own-forecasts.js'
import { type Question, revealedAt, type State, stateOf, timesOf } from './posts.js'
import { toExactTime } from './times.js'

type Native = Readonly<Record<string, unknown>>

/** Options for rendering a question. */
export interface Manner extends Depth {
  /** The caller, whose forecasts are returned with each question. */
  readonly owner: string
  readonly descriptions: boolean
}

/** Returns the title of a question: that of its market, or of the event whose options it lists. */
function titleOf({ kind, event, markets }: Question): string {
  if (kind === 'multiple_choice') return event.title
  const question = markets[0]?.question ?? event.title
  return kind === 'binary' ? question : titleOfContinuous(kind, question)
}

/** Returns the options of a multiple choice question; other questions have none. */
export function optionsOf({ kind, markets }: Question): readonly string[] {
  return kind === 'multiple_choice' ? markets.map((market) => market.label ?? market.yesLabel) : []
}

/** Renders a question, as inside its post and by itself (venues/metaculus/README.md). */
export function toNativeQuestion(context: MockContext, question: Question, manner: Manner): Native {
  const { id, kind, event } = question
  const isChoice = kind === 'multiple_choice'
  const times = timesOf(question)
  const state = stateOf(context, times)
  const options = optionsOf(question)
  const resolvedAt = state === 'resolved' ? toSecondIso(times.resolvesAt) : null
  return {
    id,
    title: titleOf(question),
    ...(manner.descriptions ? { description: event.rules } : {}),
    created_at: toExactTime(event.opensAt, event.seed),
    open_time: toSecondIso(times.opensAt),
    cp_reveal_time: toSecondIso(revealedAt(question)),
    scheduled_resolve_time: toSecondIso(times.endsAt),
    actual_resolve_time: resolvedAt,
    resolution_set_time: resolvedAt,
    scheduled_close_time: toSecondIso(times.endsAt),
    // Never null on a question: until it closes, this is the announced close.
    actual_close_time: toSecondIso(hasClosed(state) ? times.closesAt : times.endsAt),
    type: kind,
    options: isChoice ? options : null,
    ...(isChoice ? { all_options_ever: options, options_history: [[BEGINNING, options]] } : {}),
    group_variable: '',
    status: state,
    possibilities: kind === 'binary' ? { type: 'binary' } : {},
    resolution: state === 'resolved' ? resolutionOf(question) : null,
    include_bots_in_aggregates: false,
    question_weight: 1,
    ...(manner.descriptions ? { resolution_criteria: event.rules, fine_print: '' } : {}),
    label: event.markets.length > 1 && kind === 'binary' ? (question.markets[0]?.label ?? '') : '',
    ...rangeOf(question),
    default_aggregation_method: methodOf(question),
    post_id: event.number,
    aggregations: aggregationsOf(context, question, manner),
    my_forecasts: forecastsOf(context, question, manner.owner),
  }
}

const noRange = {
  open_upper_bound: null,
  open_lower_bound: null,
  unit: '',
  scaling: { range_max: null, range_min: null, zero_point: null },
}

function rangeOf({ kind, markets: [market] }: Question): Native {
  return kind === 'binary' || kind === 'multiple_choice' || market === undefined
    ? noRange
    : factsOfRange(kind, market)
}

/** Before any change of options (venues/metaculus/README.md). */
const BEGINNING = '0001-01-01T00:00:00'

export function hasClosed(state: State): boolean {
  return state === 'closed' || state === 'resolved'
}

/** `yes`, `no`, the winning option, or the final value; a payout of half is annulled. */
function resolutionOf(question: Question): string {
  const { kind, markets } = question
  const [market] = markets
  if (kind === 'multiple_choice') {
    return optionsOf(question)[markets.findIndex(({ payout }) => payout === 1)] ?? 'annulled'
  }
  if (market === undefined) return 'annulled'
  if (kind !== 'binary') return resolutionOfContinuous(kind, market)
  return market.payout === 1 ? 'yes' : market.payout === 0 ? 'no' : 'annulled'
}
