import * as z from 'zod'
import { openWordOf } from '../../venue-kit/payload/native-words.js'
import { keepsRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  epochSeconds,
  integer,
  isoTime,
  maybe,
  ornament,
  ornaments,
  probability,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Words of the source (github.com/Metaculus/metaculus at 100c4088). Those that decide are refused where they are read
 * (native/prediction.ts, mapping.ts): a question of a group must not keep the others from being looked up.
 */
const types = ['binary', 'multiple_choice', 'numeric', 'date', 'discrete'] as const
/** Of posts and of questions, published ones first. */
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
/** Ways of putting forecasts together; the one that is named is the key under which the prediction stands. */
export const methods: readonly string[] = [
  'recency_weighted',
  'unweighted',
  'single_aggregation',
  'metaculus_prediction',
]

/** Aggregation times are the only ones in unix seconds, with fractions (README.md). */
const instant = epochSeconds.transform(Math.floor)

/** Values of one option or none of an inactive one. */
const values = maybe(z.array(z.nullable(probability)))

/** A step of the community prediction: it holds from `start_time` until `end_time`. */
const forecast = z.object({
  start_time: instant,
  end_time: maybe(instant),
  forecaster_count: ornament(integer),
  centers: values,
  interval_lower_bounds: ornament(z.array(z.nullable(z.number()))),
  interval_upper_bounds: ornament(z.array(z.nullable(z.number()))),
})
export type Forecast = z.output<typeof forecast>

/** Only the current step has them; of continuous questions they are a distribution, of which nothing is read. */
const currentForecast = forecast.extend({ forecast_values: maybe(z.array(z.nullable(z.number()))) })
export type CurrentForecast = z.output<typeof currentForecast>

/** What is withheld is null, or an empty list in place of an object (README.md). */
function unlessWithheld<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (Array.isArray(value) && value.length === 0 ? null : value),
    z.nullable(schema),
  )
}

/** One way of putting forecasts together. */
export const aggregation = unlessWithheld(
  z.object({ history: maybe(z.array(forecast)), latest: maybe(unlessWithheld(currentForecast)) }),
)
export type Aggregation = NonNullable<z.output<typeof aggregation>>

const scaling = z.object({
  range_min: maybe(z.number()),
  range_max: maybe(z.number()),
  zero_point: maybe(z.number()),
})

export const question = keepsRaw(
  z.object({
    id: integer,
    post_id: integer,
    title: z.string(),
    type: openWordOf('metaculus', 'question.type', types),
    status: openWordOf('metaculus', 'question.status', statuses),
    label: ornament(text),
    description: ornament(text),
    resolution_criteria: ornament(text),
    open_time: maybe(isoTime),
    cp_reveal_time: ornament(isoTime),
    scheduled_close_time: maybe(isoTime),
    scheduled_resolve_time: ornament(isoTime),
    actual_close_time: maybe(isoTime),
    actual_resolve_time: maybe(isoTime),
    /** A word, an option, or the number or date that came out. */
    resolution: maybe(z.union([text, z.number().transform(String)])),
    options: maybe(z.array(z.string())),
    all_options_ever: maybe(z.array(z.string())),
    scaling: ornament(scaling),
    unit: ornament(text),
    default_aggregation_method: maybe(
      openWordOf('metaculus', 'question.default_aggregation_method', methods),
    ),
    // Of the ways only the question's own default is read, with `aggregation`.
    aggregations: unlessWithheld(z.record(z.string(), z.unknown())),
    // One's own, which only orders are read from, with `ownForecasts`.
    my_forecasts: z.unknown().optional(),
  }),
)
export type Question = z.output<typeof question>

const named = z.object({ name: text })
/** Known by its id or its slug; either tells which one it is. */
const tournament = z.object({ id: ornament(integer), name: ornament(text), slug: ornament(text) })

const projects = z.object({
  category: ornaments(named),
  tag: ornaments(named),
  tournament: ornaments(tournament),
  question_series: ornaments(tournament),
  index: ornaments(tournament),
  default_project: ornament(z.object({ header_image: maybe(text) })),
})

export const post = keepsRaw(
  z.object({
    id: integer,
    title: z.string(),
    slug: maybe(text),
    status: openWordOf('metaculus', 'post.status', statuses),
    published_at: maybe(isoTime),
    scheduled_resolve_time: ornament(isoTime),
    nr_forecasters: ornament(integer),
    forecasts_count: ornament(integer),
    comment_count: ornament(integer),
    projects: ornament(projects),
    question: maybe(question),
    group_of_questions: maybe(
      z.object({
        description: ornament(text),
        resolution_criteria: ornament(text),
        questions: rowsOf(question, 'questions'),
      }),
    ),
    // Only whether they are there is read.
    conditional: z.unknown().optional(),
    notebook: z.unknown().optional(),
  }),
)
export type Post = z.output<typeof post>

export const postPage = z.object({ results: rowsOf(post, 'results') })

/** The way from a question to its post. */
export const questionPost = z.object({ question_id: integer, post_id: integer })

export const project = keepsRaw(
  z.object({
    id: integer,
    name: text,
    slug: maybe(text),
    type: ornament(text),
    description: ornament(text),
    description_preview: ornament(text),
    header_image: ornament(text),
    start_date: ornament(isoTime),
    close_date: ornament(isoTime),
    is_ongoing: ornament(z.boolean()),
  }),
)
export type Project = z.output<typeof project>

const ownForecast = z.object({
  start_time: instant,
  /** When it was, or will be, withdrawn. */
  end_time: maybe(instant),
  /** `[no, yes]` of a yes/no question; of a choice by all options there ever were. */
  forecast_values: z.array(z.nullable(probability)),
})
export type OwnForecast = z.output<typeof ownForecast>

/** `my_forecasts` of a question */
export const ownForecasts = z.object({ latest: maybe(ownForecast) })
