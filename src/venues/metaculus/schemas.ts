import * as z from 'zod'
import { openEnumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  epochSeconds,
  integer,
  isoTime,
  optionalOf,
  ornamentOf,
  ornamentsOf,
  probability,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Words of the source (github.com/Metaculus/metaculus at 100c4088). Decisive ones are checked where they are read
 * (native/prediction.ts, mapping.ts): one question of a group must not prevent the lookup of the others.
 */
const types = ['binary', 'multiple_choice', 'numeric', 'date', 'discrete'] as const
/** Statuses of posts and of questions, published ones first. */
const statuses = [
  'upcoming',
  'approved',
  'open',
  'closed',
  'resolved',
  'draft',
  'pending',
  'rejected',
  'deleted',
] as const
/** Aggregation methods; the named one is the key of the prediction. */
export const methods: readonly string[] = [
  'recency_weighted',
  'unweighted',
  'single_aggregation',
  'metaculus_prediction',
]

/** Aggregation times are the only ones in unix seconds, with fractions (README.md). */
const instant = epochSeconds.transform(Math.floor)

/** Values of one option. None for an inactive one. */
const values = optionalOf(z.array(z.nullable(probability)))

/** A change of the community prediction: it applies from `start_time` until `end_time`. */
const forecast = z.object({
  start_time: instant,
  end_time: optionalOf(instant),
  forecaster_count: ornamentOf(integer),
  centers: values,
  interval_lower_bounds: ornamentOf(z.array(z.nullable(z.number()))),
  interval_upper_bounds: ornamentOf(z.array(z.nullable(z.number()))),
})
export type Forecast = z.output<typeof forecast>

/** Only the current step has them; for continuous questions they are a distribution, which is not read. */
const currentForecast = forecast.extend({ forecast_values: optionalOf(z.array(z.nullable(z.number()))) })
export type CurrentForecast = z.output<typeof currentForecast>

/** Unavailable data is null, or an empty list instead of an object (README.md). */
function unlessWithheld<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (Array.isArray(value) && value.length === 0 ? null : value),
    z.nullable(schema),
  )
}

/** One aggregation method. */
export const aggregation = unlessWithheld(
  z.object({ history: optionalOf(z.array(forecast)), latest: optionalOf(unlessWithheld(currentForecast)) }),
)
export type Aggregation = NonNullable<z.output<typeof aggregation>>

const scaling = z.object({
  range_min: optionalOf(z.number()),
  range_max: optionalOf(z.number()),
  zero_point: optionalOf(z.number()),
})

export const question = keepRaw(
  z.object({
    id: integer,
    post_id: integer,
    title: z.string(),
    type: openEnumOf('metaculus', 'question.type', types),
    status: openEnumOf('metaculus', 'question.status', statuses),
    label: ornamentOf(text),
    description: ornamentOf(text),
    resolution_criteria: ornamentOf(text),
    open_time: optionalOf(isoTime),
    cp_reveal_time: ornamentOf(isoTime),
    scheduled_close_time: optionalOf(isoTime),
    scheduled_resolve_time: ornamentOf(isoTime),
    actual_close_time: optionalOf(isoTime),
    actual_resolve_time: optionalOf(isoTime),
    /** A word, an option, or the resulting number or date. */
    resolution: optionalOf(z.union([text, z.number().transform(String)])),
    options: optionalOf(z.array(z.string())),
    all_options_ever: optionalOf(z.array(z.string())),
    scaling: ornamentOf(scaling),
    unit: ornamentOf(text),
    default_aggregation_method: optionalOf(
      openEnumOf('metaculus', 'question.default_aggregation_method', methods),
    ),
    // Only the question's default method is read, with `aggregation`.
    aggregations: unlessWithheld(z.record(z.string(), z.unknown())),
    // The caller's forecasts, which only orders read, with `ownForecasts`.
    my_forecasts: z.unknown().optional(),
  }),
)
export type Question = z.output<typeof question>

const named = z.object({ name: text })
/** Known by its id or its slug; either identifies it. */
const tournament = z.object({ id: ornamentOf(integer), name: ornamentOf(text), slug: ornamentOf(text) })

const projects = z.object({
  category: ornamentsOf(named),
  tag: ornamentsOf(named),
  tournament: ornamentsOf(tournament),
  question_series: ornamentsOf(tournament),
  index: ornamentsOf(tournament),
  default_project: ornamentOf(z.object({ header_image: optionalOf(text) })),
})

export const post = keepRaw(
  z.object({
    id: integer,
    title: z.string(),
    slug: optionalOf(text),
    status: openEnumOf('metaculus', 'post.status', statuses),
    published_at: optionalOf(isoTime),
    scheduled_resolve_time: ornamentOf(isoTime),
    nr_forecasters: ornamentOf(integer),
    forecasts_count: ornamentOf(integer),
    comment_count: ornamentOf(integer),
    projects: ornamentOf(projects),
    question: optionalOf(question),
    group_of_questions: optionalOf(
      z.object({
        description: ornamentOf(text),
        resolution_criteria: ornamentOf(text),
        questions: rowsOf(question, 'questions'),
      }),
    ),
    // Only its presence is read.
    conditional: z.unknown().optional(),
    notebook: z.unknown().optional(),
  }),
)
export type Post = z.output<typeof post>

export const postPage = z.object({ results: rowsOf(post, 'results') })

/** The post of a question. */
export const questionPost = z.object({ question_id: integer, post_id: integer })

export const project = keepRaw(
  z.object({
    id: integer,
    name: text,
    slug: optionalOf(text),
    type: ornamentOf(text),
    description: ornamentOf(text),
    description_preview: ornamentOf(text),
    header_image: ornamentOf(text),
    start_date: ornamentOf(isoTime),
    close_date: ornamentOf(isoTime),
    is_ongoing: ornamentOf(z.boolean()),
  }),
)
export type Project = z.output<typeof project>

const ownForecast = z.object({
  start_time: instant,
  /** Time of its withdrawal, past or scheduled. */
  end_time: optionalOf(instant),
  /** `[no, yes]` of a yes/no question; for a choice by all options there ever were. */
  forecast_values: z.array(z.nullable(probability)),
})
export type OwnForecast = z.output<typeof ownForecast>

/** `my_forecasts` of a question */
export const ownForecasts = z.object({ latest: optionalOf(ownForecast) })
