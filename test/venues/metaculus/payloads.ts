/** Posts after the documented shapes, with fictional content. */

/** Unix seconds of an ISO instant, as aggregation times are. */
const seconds = (iso: string): number => Date.parse(iso) / 1000

/** A step of a prediction. */
export function step(start: string, end: string | null, centers: readonly (number | null)[] | null) {
  return {
    start_time: seconds(start) + 0.25,
    end_time: end === null ? null : seconds(end) + 0.25,
    forecaster_count: 12,
    interval_lower_bounds: centers,
    centers,
    interval_upper_bounds: centers,
  }
}

const binaryHistory = [
  step('2026-11-10T09:00:00Z', '2026-11-12T10:30:00Z', [0.4]),
  step('2026-11-12T10:30:00Z', '2026-11-20T08:00:00Z', [0.55]),
  step('2026-11-20T08:00:00Z', null, [0.62]),
]

export const binaryAggregations = {
  recency_weighted: {
    history: binaryHistory,
    latest: {
      ...step('2026-11-20T08:00:00Z', null, [0.62]),
      forecast_values: [0.38, 0.62],
      means: [0.6],
      histogram: [[0.1]],
    },
    score_data: {},
    movement: null,
  },
}

export function nativeQuestion(over: object = {}) {
  return {
    id: 71_002,
    post_id: 72_500,
    title: 'Will the Velmar bridge open before 2027?',
    short_title: '',
    type: 'binary',
    status: 'open',
    label: '',
    description: 'The bridge has been under construction since 2021.',
    resolution_criteria: 'Resolves as Yes if traffic crosses it.',
    fine_print: '',
    created_at: '2026-11-01T09:00:00.123456Z',
    open_time: '2026-11-10T08:00:00Z',
    cp_reveal_time: '2026-11-11T08:00:00Z',
    scheduled_close_time: '2026-12-30T22:00:00Z',
    scheduled_resolve_time: '2026-12-31T22:00:00Z',
    actual_close_time: '2026-12-30T22:00:00Z',
    actual_resolve_time: null,
    resolution: null,
    options: null,
    all_options_ever: null,
    scaling: { range_min: null, range_max: null, zero_point: null },
    unit: '',
    default_aggregation_method: 'recency_weighted',
    aggregations: binaryAggregations,
    ...over,
  }
}

const projects = {
  category: [{ id: 1, name: 'Transport', slug: 'transport', type: 'category' }],
  tag: [{ id: 2, name: 'Velmar', slug: 'velmar', type: 'tag' }],
  tournament: [{ id: 3, name: 'Harbour Cup', slug: 'harbour-cup', type: 'tournament' }],
  default_project: { id: 3, type: 'tournament', header_image: 'https://img.example/cup.png' },
}

export function nativePost(over: object = {}) {
  return {
    id: 72_500,
    title: 'Will the Velmar bridge open before 2027?',
    short_title: 'Velmar bridge before 2027?',
    slug: 'velmar-bridge-before-2027',
    status: 'open',
    published_at: '2026-11-02T10:00:00Z',
    scheduled_resolve_time: '2026-12-31T22:00:00Z',
    nr_forecasters: 31,
    forecasts_count: 64,
    comment_count: 5,
    projects,
    question: nativeQuestion(),
    ...over,
  }
}

/** Options with a retired one between them: values stand in the order of all there ever were. */
export function choiceQuestion(over: object = {}) {
  return nativeQuestion({
    id: 71_010,
    post_id: 72_510,
    type: 'multiple_choice',
    options: ['Amber', 'Cobalt', 'Other'],
    all_options_ever: ['Amber', 'Birch', 'Cobalt', 'Other'],
    aggregations: {
      recency_weighted: {
        history: [
          step('2026-11-10T09:00:00Z', '2026-11-14T09:00:00Z', [0.5, 0.3, null, 0.2]),
          step('2026-11-14T09:00:00Z', null, [0.5, null, 0.35, 0.15]),
        ],
        latest: {
          ...step('2026-11-14T09:00:00Z', null, [0.5, null, 0.35, 0.15]),
          forecast_values: [0.5, null, 0.35, 0.15],
        },
      },
    },
    ...over,
  })
}

export function numericQuestion(over: object = {}) {
  return nativeQuestion({
    id: 71_020,
    post_id: 72_520,
    type: 'numeric',
    unit: 'ships',
    scaling: { range_min: 100, range_max: 300, zero_point: null },
    aggregations: {
      recency_weighted: {
        history: [step('2026-11-10T09:00:00Z', null, [0.25])],
        latest: { ...step('2026-11-10T09:00:00Z', null, [0.25]), forecast_values: [0.1, 0.5, 0.9] },
      },
    },
    ...over,
  })
}

/** A group of three years, the first of them closed. */
export function groupPost(over: object = {}) {
  const years = [2026, 2027, 2028].map((year, index) =>
    nativeQuestion({
      id: 71_030 + index,
      post_id: 72_530,
      title: `Will the Velmar ferry stop by the following years? (${year})`,
      label: String(year),
      description: '',
      ...(index === 0 ? { status: 'closed', actual_close_time: '2026-11-20T12:00:00Z' } : {}),
    }),
  )
  const post = nativePost({
    id: 72_530,
    title: 'Will the Velmar ferry stop by the following years?',
    slug: 'velmar-ferry',
    question: undefined,
  })
  const group_of_questions = {
    id: 72_530,
    description: 'The ferry has run since 1903.',
    resolution_criteria: 'By year.',
    questions: years,
  }
  return { ...post, group_of_questions, ...over }
}

/** What a token without rights to it is sent of the prediction (src/venues/metaculus/README.md). */
export const withheldAggregations = { recency_weighted: { history: null, latest: null } }

export const page = (...results: readonly object[]) => ({
  next: 'https://www.metaculus.com/api/posts/?offset=100',
  previous: null,
  results,
})
