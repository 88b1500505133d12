import type { Context } from 'hono'
import { methodOf } from '../../api/arguments/methods.js'
import { createValidationError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { UnifiedMarket } from '../../api/models/models.js'
import { toInstant } from '../../api/times/instant.js'
import { renderForMessage } from '../../api/values/shown.js'
import { renderCsvRows, renderNdjsonRows } from '../../candle-table/row-text.js'
import { parseVenueField } from '../../core/cross-venue/catalog/catalog-query.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import {
  collectSettlements,
  type SettlementQuery,
  settlementColumns,
} from '../../core/market-data/settlement-rows.js'
import { readyTextOf } from '../../core/request/api-call.js'
import { isListReplaced, joinPageHeaders, LIST_REPLACED } from '../../core/request/page-headers.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { type Access, assertRight, readAuthorization } from '../access/caller-rights.js'
import { createCallerSignal } from '../request/connections.js'
import { assertKnownParams, queryIn, readWholeNumber, textsIn } from '../request/query-parameters.js'
import { createCallHeaders, joinWarnings } from '../response/call-headers.js'
import type { Responder } from '../response/respond.js'

/** The route's parameters, each with the name for which it is an alias. */
const settlementParameters: Readonly<Record<string, string>> = {
  exchange: 'exchange',
  venue: 'exchange',
  since: 'since',
  limit: 'limit',
  offset: 'offset',
  format: 'format',
}

export const settlementFormats = ['json', 'csv', 'ndjson'] as const
type SettlementFormat = (typeof settlementFormats)[number]

/** Default number of rows, and the maximum. */
const DEFAULT_SETTLEMENT_ROWS = 1_000
export const MAX_SETTLEMENT_ROWS = 50_000

interface SettlementDeps {
  readonly dispatcher: Dispatcher
  readonly access: Access
  readonly respond: Responder
  readonly stopping: AbortSignal
  readonly turn: EventLoopYield
}

/** Creates `GET /v0/settlements`: the results of a venue's closed markets, one row per outcome. */
export function createSettlementsRoute({ dispatcher, access, respond, stopping, turn }: SettlementDeps) {
  return async (c: Context): Promise<Response> => {
    const method = methodOf.markets
    const caller = access.identify(...readAuthorization((name) => c.req.header(name)))
    assertRight(caller, method)
    const { venue, format, query } = readQuery(queryIn(c.req.url))
    const ends = createCallerSignal(c, stopping)
    const call = { venue, signal: ends.signal, credentials: undefined, trusted: caller.trusted }
    const told: Readonly<Record<string, string>>[] = []
    try {
      const page = await collectSettlements(async (limit, offset) => {
        const answer = await dispatcher.run(method, [{ status: 'closed', limit, offset }], call)
        told.push(answer.headers)
        await turn()
        const text = readyTextOf(answer.data)
        return (text === undefined ? answer.data : JSON.parse(text)) as readonly UnifiedMarket[]
      }, query)
      return send(page.rows, format, query, withNotes(told, page))
    } finally {
      ends.release()
    }
  }

  function send(
    rows: Awaited<ReturnType<typeof collectSettlements>>['rows'],
    format: SettlementFormat,
    { limit, offset }: SettlementQuery,
    headers: Readonly<Record<string, string>>,
  ): Response {
    if (format === 'csv')
      return respond.text(renderCsvRows(settlementColumns, rows), 'text/csv; charset=utf-8', headers)
    if (format === 'ndjson')
      return respond.text(
        renderNdjsonRows(settlementColumns, rows),
        'application/x-ndjson; charset=utf-8',
        headers,
      )
    return respond.plain({ data: rows, meta: { count: rows.length, limit, offset } }, headers)
  }
}

/** @throws VALIDATION_ERROR, BAD_REQUEST for parameters that settlements do not have */
function readQuery(params: URLSearchParams) {
  assertKnownParams(params, Object.keys(settlementParameters), 'settlements')
  const values = textsIn(params, [], settlementParameters)
  const exchange = values.get('exchange')
  if (exchange === undefined || exchange === '')
    throw createValidationError('exchange', 'exchange is missing. Name one venue, such as exchange=kalshi.')
  const since = values.get('since')
  return {
    venue: parseVenueField(exchange),
    format: formatIn(values.get('format')),
    query: {
      limit: Math.min(MAX_SETTLEMENT_ROWS, readWholeNumber(values, 'limit', 1) ?? DEFAULT_SETTLEMENT_ROWS),
      offset: readWholeNumber(values, 'offset', 0) ?? 0,
      ...(since === undefined || since === '' ? {} : { since: toInstant(since, 'since') }),
    },
  }
}

function formatIn(text: string | undefined): SettlementFormat {
  const format = settlementFormats.find((one) => one === (text ?? 'json'))
  if (format !== undefined) return format
  throw createValidationError(
    'format',
    `format must be one of ${settlementFormats.join(', ')}; got ${renderForMessage(text)}`,
  )
}

/** Adds warnings about missing data: rows after the last one, and markets that `since` leaves out. */
function withNotes(
  pages: readonly Readonly<Record<string, string>>[],
  { isCut, undated, rows }: Awaited<ReturnType<typeof collectSettlements>>,
): Readonly<Record<string, string>> {
  const headers = joinPageHeaders(pages)
  const told = headers[pmxHeaders.truncated]
  const cut = isCut
    ? `more than ${rows.length} rows exist: the next rows begin at offset + ${rows.length}`
    : undefined
  const truncated = [told, cut].filter((note) => note !== undefined).join('; ')
  const warning = joinWarnings(
    undated === 0 ? undefined : `since leaves out ${undated} markets without a settlement time`,
    isListReplaced(pages) ? LIST_REPLACED : undefined,
  )
  return {
    ...createCallHeaders(headers, [], warning),
    ...(truncated === '' ? {} : { [pmxHeaders.truncated]: truncated }),
  }
}
