import { EXAMPLE_VENUE } from '../../api/envelope/venue-ids.js'
import { buildObjectSchema, type JsonSchema } from '../../api/values/json-schema.js'
import { MAX_CHANGED_ROWS } from '../history/changes.js'
import { MAX_PART_STEPS, priceBases } from '../history/shared-part.js'
import { buildParameter } from './parameters.js'
import { buildReplies } from './replies.js'

const text: JsonSchema = { type: 'string' }
const time: JsonSchema = { type: 'string', format: 'date-time' }
const price: JsonSchema = { type: 'number', minimum: 0, maximum: 1 }
const epoch: JsonSchema = { type: 'integer', minimum: 0 }
const basis: JsonSchema = { ...text, enum: [...priceBases] }
const values = {
  open: price,
  high: price,
  low: price,
  close: price,
  'volume?': { type: 'number', minimum: 0 },
} as const

const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

const changedCandle = buildObjectSchema({ timestamp: time, ...values, known_since: orNull(time) })
const changedSeries = buildObjectSchema({
  venue: text,
  series: text,
  outcome_id: orNull(text),
  resolution: text,
  basis,
  candles: listOf(changedCandle),
  'removed?': listOf(time),
})
const changesReply = buildObjectSchema({
  data: listOf(changedSeries),
  meta: buildObjectSchema({ count: epoch, cursor: text, isLast: { type: 'boolean' } }),
})
const span = { from: epoch, to: epoch } as const
const partReply = buildObjectSchema({
  now: epoch,
  bars: listOf(buildObjectSchema({ timestamp: epoch, ...values })),
  coverage: listOf(buildObjectSchema({ ...span, kind: text, route: text, fetchedAt: epoch })),
  receipts: listOf(
    buildObjectSchema({ ...span, knownAt: epoch, 'withinMs?': epoch, 'finalAt?': epoch, source: text }),
  ),
  provisional: listOf(
    buildObjectSchema({ ...span, route: text, requestedAt: epoch, lookAgainAt: epoch, looks: epoch }),
  ),
})

/** Returns `/v0/changes` and `/v0/shared/part`: the stored candles of this daemon. */
export function buildHistoryPaths(): Readonly<Record<string, object>> {
  const changes = {
    operationId: 'v0_changes',
    summary: 'Candles that were stored or replaced after a cursor. Each candle is returned once.',
    description:
      'Late fills, last candles and new values of final candles, in the order in which they were stored. `known_since` is the time at which the values became known here. `removed` has the open times of candles that do not exist according to later responses. Repeat the request with `meta.cursor` until `meta.isLast`.',
    tags: ['v0'],
    parameters: [
      buildParameter(
        'after',
        { ...text, description: '`meta.cursor` from the last response, or `start`, the default.' },
        { example: 'start' },
      ),
      buildParameter(
        'limit',
        { type: 'integer', minimum: 1, description: `Maximum number of candles, up to ${MAX_CHANGED_ROWS}.` },
        { example: 100 },
      ),
    ],
    responses: buildReplies(changesReply, 'Candles by series, in the order of the changes.', 'list'),
  }
  const part = {
    operationId: 'v0_shared_part',
    summary:
      'Returns the stored candles of a series in a time range, for daemons that use this one as a peer.',
    description:
      'Final candles with the coverage that confirms them, the times at which they became known, and empty ranges that only one response confirms. Times are epoch ms. Private venues are left out.',
    tags: ['v0'],
    parameters: [
      buildParameter(
        'venue',
        { ...text, description: 'The venue.' },
        { isRequired: true, example: EXAMPLE_VENUE },
      ),
      buildParameter(
        'series',
        { ...text, minLength: 1, description: 'Name of the series at the venue.' },
        { isRequired: true, example: 'KXCASSMARKELECTION-27MAY12-CAST' },
      ),
      buildParameter(
        'stepMs',
        { ...epoch, minimum: 60_000, description: 'Candle length, ms.' },
        { isRequired: true, example: 3_600_000 },
      ),
      buildParameter(
        'basis',
        { ...basis, description: 'What the prices are based on.' },
        { isRequired: true, example: 'trade' },
      ),
      buildParameter('from', { ...epoch, description: 'First open time.' }, { isRequired: true, example: 0 }),
      buildParameter(
        'to',
        {
          ...epoch,
          description: `Only candles that open before this time, at most ${MAX_PART_STEPS} intervals after \`from\`.`,
        },
        { isRequired: true, example: 3_600_000 },
      ),
    ],
    responses: buildReplies(partReply, 'Parts of the span.', 'list'),
  }
  return { '/v0/changes': { get: changes }, '/v0/shared/part': { get: part } }
}
