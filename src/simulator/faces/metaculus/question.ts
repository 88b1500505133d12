import { toIso } from '../../../contract/instant.js'
import type { FaceContext } from '../../face.js'
import { aggregationsOf, type Depth, methodOf } from './aggregations.js'
import { type Question, revealedAt, type State, stateOf, timesOf } from './posts.js'

type Native = Readonly<Record<string, unknown>>

/** What an answer about a question carries. */
export interface Manner extends Depth {
  readonly descriptions: boolean
}

/** The title of a question: that of its market, or of the event whose options it lists. */
function titleOf({ kind, event, markets }: Question): string {
  return kind === 'binary' ? (markets[0]?.question ?? event.title) : event.title
}

/** The options of a multiple choice; a binary question has none. */
function optionsOf({ kind, markets }: Question): readonly string[] {
  return kind === 'binary' ? [] : markets.map((market) => market.label ?? market.yesLabel)
}

/** A question as it stands inside its post and by itself (docs: metaculus, section 3.3). */
export function nativeQuestion(context: FaceContext, question: Question, manner: Manner): Native {
  const { id, kind, event } = question
  const times = timesOf(question)
  const state = stateOf(context, times)
  const options = optionsOf(question)
  const resolvedAt = state === 'resolved' ? toIso(times.resolvesAt) : null
  return {
    id,
    title: titleOf(question),
    ...(manner.descriptions ? { description: event.rules } : {}),
    created_at: toIso(event.opensAt),
    open_time: toIso(times.opensAt),
    cp_reveal_time: toIso(revealedAt(question)),
    scheduled_resolve_time: toIso(times.endsAt),
    actual_resolve_time: resolvedAt,
    resolution_set_time: resolvedAt,
    scheduled_close_time: toIso(times.endsAt),
    // Never null on a question: until it closes, the announced close stands here.
    actual_close_time: toIso(hasClosed(state) ? times.closesAt : times.endsAt),
    type: kind,
    options: kind === 'binary' ? null : options,
    ...(kind === 'binary' ? {} : { all_options_ever: options, options_history: [[BEGINNING, options]] }),
    group_variable: '',
    status: state,
    possibilities: kind === 'binary' ? { type: 'binary' } : {},
    resolution: state === 'resolved' ? resolutionOf(question) : null,
    include_bots_in_aggregates: false,
    question_weight: 1,
    ...(manner.descriptions ? { resolution_criteria: event.rules, fine_print: '' } : {}),
    label: event.markets.length > 1 && kind === 'binary' ? (question.markets[0]?.label ?? '') : '',
    open_upper_bound: null,
    open_lower_bound: null,
    unit: '',
    scaling: { range_max: null, range_min: null, zero_point: null },
    default_aggregation_method: methodOf(question),
    post_id: event.number,
    aggregations: aggregationsOf(context, question, manner),
  }
}

/** Before any change of options (docs: metaculus, sample of a multiple choice). */
const BEGINNING = '0001-01-01T00:00:00'

export function hasClosed(state: State): boolean {
  return state === 'closed' || state === 'resolved'
}

/** `yes`, `no` or the option that came true; what pays half was annulled. */
function resolutionOf(question: Question): string {
  if (question.kind === 'binary') {
    const payout = question.markets[0]?.payout
    return payout === 1 ? 'yes' : payout === 0 ? 'no' : 'annulled'
  }
  return optionsOf(question)[question.markets.findIndex(({ payout }) => payout === 1)] ?? 'annulled'
}
