import type { Context } from 'hono'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { isVenueId, type VenueId } from '../../api/envelope/venue-ids.js'
import { MINUTE_MS, type Span } from '../../api/times/span.js'
import { renderForMessage } from '../../api/values/shown.js'
import type { SharedSeries } from '../../candles/shared/candle-tier.js'
import { type Access, assertReader, readAuthorization } from '../access/caller-rights.js'
import { assertKnownParams, queryIn, textsIn } from '../request/query-parameters.js'
import type { Responder } from '../response/respond.js'
import type { StoredHistory } from './stored-history.js'

const parameters = ['venue', 'series', 'stepMs', 'basis', 'from', 'to'] as const
export const priceBases = ['trade', 'mid', 'point'] as const
/** Maximum number of intervals in one request. */
export const MAX_PART_STEPS = 50_000

interface SharedPartDeps {
  readonly history: StoredHistory | undefined
  readonly access: Access
  readonly respond: Responder
  readonly clock: { now(): number }
}

/** Creates `GET /v0/shared/part`, which returns this daemon's data in a span to daemons that use it as a peer. */
export function createSharedPartRoute({ history, access, respond, clock }: SharedPartDeps) {
  return async (c: Context): Promise<Response> => {
    assertReader(access.identify(...readAuthorization((name) => c.req.header(name))))
    const { series, span } = readQuery(queryIn(c.req.url))
    if (history === undefined)
      throw new PmxError('NOT_SUPPORTED', 'A simulation or a recording is not shared with other daemons.')
    return respond.plain({ now: clock.now(), ...(await history.part(series, span)) })
  }
}

/** @throws VALIDATION_ERROR, BAD_REQUEST for other parameters */
function readQuery(params: URLSearchParams): { readonly series: SharedSeries; readonly span: Span } {
  assertKnownParams(params, parameters, 'shared parts')
  const values = textsIn(params, [])
  const text = (name: (typeof parameters)[number]): string => values.get(name) ?? ''
  const stepMs = readNumber('stepMs', text('stepMs'))
  const span = { from: readNumber('from', text('from')), to: readNumber('to', text('to')) }
  const seriesKey = text('series')
  const basis = priceBases.find((one) => one === text('basis'))
  if (seriesKey === '') throw createValidationError('series', 'series is missing')
  if (basis === undefined)
    throw createValidationError(
      'basis',
      `basis must be one of ${priceBases.join(', ')}; got ${renderForMessage(text('basis'))}`,
    )
  if (stepMs < MINUTE_MS || stepMs % MINUTE_MS !== 0)
    throw createValidationError('stepMs', `stepMs must be a whole number of minutes in ms; got ${stepMs}`)
  if (span.to <= span.from || span.to - span.from > MAX_PART_STEPS * stepMs)
    throw createValidationError(
      'to',
      `to must be later than from, by at most ${MAX_PART_STEPS} intervals; got ${span.to}`,
    )
  return { series: { venue: readVenue(text('venue')), seriesKey, stepMs, basis }, span }
}

function readVenue(text: string): VenueId {
  if (isVenueId(text)) return text
  throw createValidationError('venue', `venue must be a venue id; got ${renderForMessage(text)}`)
}

function readNumber(name: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw createValidationError(name, `${name} must be a whole number of ms; got ${renderForMessage(text)}`)
}
