import { readArguments } from '../../api/arguments/arguments.js'
import { type ArgsOf, methodOf } from '../../api/arguments/methods.js'
import { createValidationError } from '../../api/envelope/errors.js'
import { isVenueId, type VenueId } from '../../api/envelope/venue-ids.js'
import { parseOutcomeId, renderOutcomeId } from '../../api/values/outcome-id.js'
import { renderForMessage } from '../../api/values/shown.js'
import { type TableFormat, tableFormats } from '../../candle-table/table-formats.js'
import { assertKnownParams, flagIn, textsIn } from './query-parameters.js'

/** The query of `GET /v0/candles`. */

/** Maximum number of outcomes in one table. */
export const MAX_OUTCOMES = 200

const aliases = { venue: 'exchange', outcome_id: 'outcomeId', since: 'start', until: 'end' } as const

/** Parameters, without their aliases. */
const candleTableParameters = [
  'exchange',
  'outcomeId',
  'resolution',
  'start',
  'end',
  'limit',
  'format',
  'fill',
  'partial',
] as const

/** One series of a table. */
export interface TableOutcome {
  readonly venue: VenueId
  readonly outcomeId: string
  readonly args: ArgsOf<'fetchOHLCV'>
  /** Names of times without a time zone. Absent if there are none. */
  readonly zoneless: readonly string[] | undefined
}

export interface CandleTableQuery {
  /** Each once, in the order of the table's rows. */
  readonly outcomes: readonly TableOutcome[]
  readonly format: TableFormat
  /** Whether missing candles are fetched from the venues. */
  readonly fill: boolean
}

/**
 * @throws VALIDATION_ERROR for a bad value, or for an outcome without a venue; BAD_REQUEST for unknown parameters
 */
export function readCandleTableQuery(params: URLSearchParams): CandleTableQuery {
  assertKnownParams(params, [...candleTableParameters, ...Object.keys(aliases)], 'candle tables')
  const values = textsIn(params, ['outcomeId'], aliases)
  const ids = [...params.getAll('outcomeId'), ...params.getAll('outcome_id')].map((id) => id.trim())
  const given = [...new Set(ids)].filter((id) => id !== '')
  if (given.length === 0)
    throw createValidationError(
      'outcomeId',
      'outcomeId is missing. Send the parameter once for each outcome of the table',
    )
  if (given.length > MAX_OUTCOMES)
    throw createValidationError(
      'outcomeId',
      `A table has at most ${MAX_OUTCOMES} outcomes; got ${given.length}. Send several requests, or use pmx-local export.`,
    )
  const exchange = readExchange(values.get('exchange'))
  const fill = flagIn(values, 'fill')
  const window = Object.fromEntries(
    ['resolution', 'start', 'end', 'limit'].flatMap((name) => {
      const value = values.get(name)
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
  const isPartial =
    values.get('partial') === undefined || values.get('partial') === '' || flagIn(values, 'partial')
  if (fill && values.get('start') === undefined)
    throw createValidationError('start', 'fill=true needs start, the open time of the oldest candle to fetch')
  const outcomes = given.map((text): TableOutcome => {
    const venue = exchange ?? venueOf(text)
    const { args, zoneless } = readArguments(
      methodOf.candles,
      [text, { ...window, partial: isPartial }],
      venue,
    )
    return { venue, outcomeId: args[0], args, zoneless }
  })
  const once = new Map(
    outcomes.map((one) => [renderOutcomeId({ venue: one.venue, id: one.outcomeId }), one] as const),
  )
  const sorted = [...once].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return { outcomes: sorted.map(([, one]) => one), format: readTableFormat(values.get('format')), fill }
}

/** @throws VALIDATION_ERROR with the formats */
export function readTableFormat(text = 'csv'): TableFormat {
  const format = tableFormats.find((name) => name === text.toLowerCase())
  if (format !== undefined) return format
  throw createValidationError(
    'format',
    `format must be one of ${tableFormats.join(', ')}; got ${renderForMessage(text)}`,
  )
}

function readExchange(text: string | undefined): VenueId | undefined {
  const name = text?.toLowerCase()
  if (name === undefined || name === '') return undefined
  if (isVenueId(name) && name !== 'router') return name
  throw createValidationError('exchange', `exchange must be a venue; got ${renderForMessage(text)}`)
}

/** Returns the venue of an outcome of the form `<venue>:<native id>`. @throws VALIDATION_ERROR for any other */
function venueOf(text: string): VenueId {
  const named = parseOutcomeId(text)
  if (named !== undefined && named.venue !== 'router') return named.venue
  throw createValidationError(
    'outcomeId',
    `The venue of ${renderForMessage(text)} is missing. Write <venue>:<id>, or add exchange`,
  )
}
