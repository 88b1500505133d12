import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { readArguments, toArgumentsFromQuery } from '../../api/arguments/arguments.js'
import { methodOf } from '../../api/arguments/methods.js'
import type { StoredTerms } from '../../api/arguments/stored-terms.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { defaultResolution, parseResolution, renderResolution } from '../../api/times/resolution.js'
import { renderOutcomeId } from '../../api/values/outcome-id.js'
import {
  type CandleSlice,
  createLayout,
  findMarks,
  type TableLayout,
  toMarkedSlices,
} from '../../candle-table/columns.js'
import { ParquetUnavailable } from '../../candle-table/parquet.js'
import { createTableWriter, type TableFormat } from '../../candle-table/table-formats.js'
import type { TableWriter } from '../../candle-table/table-writer.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import { CandleRows, type CoreCall } from '../../core/request/api-call.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { createLru } from '../../policy/lru.js'
import { type Access, assertRight, type CallerRights, readAuthorization } from '../access/caller-rights.js'
import { readStoredTerms } from '../request/call-terms.js'
import {
  type CandleTableQuery,
  readCandleTableQuery,
  readTableFormat,
  type TableOutcome,
} from '../request/candle-table-query.js'
import { createCallerSignal } from '../request/connections.js'
import { queryIn } from '../request/query-parameters.js'
import { createRangedReply, type RangedBody } from '../response/byte-ranges.js'
import { createCallHeaders, createZoneWarning } from '../response/call-headers.js'
import type { Identity } from '../response/identity.js'
import { joinOutcomeHeaders, type OutcomeHeaders } from '../response/outcome-headers.js'
import type { BaseHeaders } from '../response/respond.js'

/** Maximum number of rows in one table. All of them are in memory until it is sent. */
export const MAX_TABLE_ROWS = 500_000
/** Outcomes that are read at the same time. */
const READ_AT_ONCE = 8
/** Size of the tables that are cached for the same caller's next range, bytes. */
const CACHED_BYTES = 67_108_864
/** How long ranges may be served from a table that was read for an earlier request, ms. */
const RANGES_MS = 60_000

interface CandleTableDeps {
  readonly dispatcher: Pick<Dispatcher, 'run'>
  readonly stopping: AbortSignal
  readonly turn: EventLoopYield
  readonly access: Access
  readonly clock: { monotonic(): number }
  readonly base: BaseHeaders
  readonly mode: Identity['mode']
}

const contentTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** The parts of a table. */
interface TableRequest extends Pick<CandleTableQuery, 'outcomes' | 'format'> {
  /** The request as it was sent, which distinguishes tables. */
  readonly question: string
  readonly stored: StoredTerms | undefined
}

const onlyStored: StoredTerms = { unasked: 'only_if_cached', serves: true }

/**
 * Creates `GET /v0/candles`, and `GET /api/{exchange}/fetchOHLCV` with `format`: candles as a table, for programs that read a
 * table from a URL. These programs request the length first and then byte ranges, so a table is cached for some seconds. All
 * ranges then belong to one table.
 */
export function createCandleTables({
  dispatcher,
  access,
  stopping,
  turn,
  clock,
  base,
  mode,
}: CandleTableDeps) {
  const cached = createLru<RangedBody & { readonly readAt: number }>(
    CACHED_BYTES,
    ({ bytes }) => bytes.length,
  )

  async function readOutcome(
    { venue, outcomeId, args }: TableOutcome,
    stored: StoredTerms | undefined,
    call: Omit<CoreCall, 'venue'>,
  ): Promise<OutcomeHeaders & { readonly rows: CandleRows | undefined }> {
    const named = renderOutcomeId({ venue, id: outcomeId })
    try {
      const terms = stored === undefined ? {} : { stored }
      const { data, headers } = await dispatcher.run(methodOf.candles, args, {
        ...call,
        ...terms,
        venue,
        table: true,
      })
      if (!(data instanceof CandleRows)) throw new TypeError('Candles in a table must be rows')
      return { outcomeId: named, headers, rows: data }
    } catch (error) {
      if (!isNotStored(error)) throw error
      return { outcomeId: named, headers: { [pmxHeaders.missing]: 'all' }, rows: undefined }
    }
  }

  async function readAll({ outcomes, stored }: TableRequest, call: Omit<CoreCall, 'venue'>) {
    const read: Awaited<ReturnType<typeof readOutcome>>[] = []
    let count = 0
    for (let at = 0; at < outcomes.length; at += READ_AT_ONCE) {
      const part = outcomes.slice(at, at + READ_AT_ONCE)
      read.push(...(await Promise.all(part.map((one) => readOutcome(one, stored, call)))))
      count = read.reduce((sum, { rows }) => sum + (rows?.candles.length ?? 0), 0)
      if (count > MAX_TABLE_ROWS)
        throw createValidationError(
          'outcomeId',
          `The table has more than ${MAX_TABLE_ROWS} rows. Name fewer outcomes, a later start or a coarser resolution, or use pmx-local export.`,
        )
    }
    if (read.every(({ rows }) => rows === undefined)) throw createNotStoredError(read)
    return read
  }

  async function createTable(request: TableRequest, call: Omit<CoreCall, 'venue'>): Promise<RangedBody> {
    const read = await readAll(request, call)
    const { outcomes, format } = request
    const zone = createZoneWarning(outcomes[0]?.zoneless)
    const headers = createCallHeaders(joinOutcomeHeaders(read), [], zone)
    const isMarked = read.some(({ rows }) => rows && findMarks(rows.candles, rows.notFinal).length > 0)
    const layout = createLayout(isMarked ? ['provisional'] : [])
    const writer = await createWriter(format, layout, () => ({
      price_basis: headers[pmxHeaders.priceBasis] ?? '',
      origin: mode,
    }))
    const pieces: Uint8Array[] = [writer.begin()]
    for (const [at, { rows }] of read.entries()) {
      const outcome = outcomes[at]
      if (rows === undefined || outcome === undefined || rows.candles.length === 0) continue
      for (const slice of toSlices(outcome, rows)) pieces.push(writer.write(slice))
      await turn()
    }
    pieces.push(writer.end())
    const bytes = Buffer.concat(pieces)
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 32)}"`
    return { bytes, etag, headers: { ...base, ...headers, 'content-type': contentTypes[format] } }
  }

  async function send(c: Context, request: TableRequest, { trusted }: CallerRights): Promise<Response> {
    const { method } = c.req
    const asked = {
      method,
      range: c.req.header('range'),
      ifRange: c.req.header('if-range'),
      ifNoneMatch: c.req.header('if-none-match'),
    }
    const key = `${trusted} ${request.question}`
    const before = cached.get(key)
    const isPart = asked.range !== undefined
    if (isPart && before !== undefined && clock.monotonic() - before.readAt < RANGES_MS)
      return createRangedReply(before, asked)
    const ends = createCallerSignal(c, stopping)
    try {
      const table = await createTable(request, { signal: ends.signal, credentials: undefined, trusted })
      cached.set(key, { ...table, readAt: clock.monotonic() })
      return createRangedReply(table, asked)
    } finally {
      ends.release()
    }
  }

  const questionOf = (c: Context): string => c.req.url.slice(c.req.url.indexOf('/', 8))

  return {
    /** `GET /v0/candles`: from the store, unless `fill=true`. */
    async many(c: Context): Promise<Response> {
      const caller = access.identify(...readAuthorization((name) => c.req.header(name)))
      assertRight(caller, methodOf.candles)
      const { fill, ...query } = readCandleTableQuery(queryIn(c.req.url))
      return send(c, { ...query, stored: fill ? undefined : onlyStored, question: questionOf(c) }, caller)
    },
    /**
     * `GET /api/{exchange}/fetchOHLCV` with `format`, for a caller who may call it.
     * @param query is without `format` afterwards
     */
    async one(c: Context, venue: VenueId, query: URLSearchParams, caller: CallerRights): Promise<Response> {
      const format = readTableFormat(query.get('format') ?? '')
      query.delete('format')
      const stored = readStoredTerms(c, methodOf.candles, query)
      const raw = toArgumentsFromQuery(methodOf.candles, query)
      const { args, zoneless } = readArguments(methodOf.candles, raw, venue)
      const outcomes = [{ venue, outcomeId: args[0], args, zoneless }]
      return send(c, { outcomes, format, stored, question: questionOf(c) }, caller)
    },
  }
}

export type CandleTables = ReturnType<typeof createCandleTables>

/** Whether a candle request is for a table. `format=json` without an envelope is a format of `/v0/candles` alone. */
export function isTableRequest(query: URLSearchParams): boolean {
  const format = query.get('format')
  return format !== null && format !== '' && format.toLowerCase() !== 'json'
}

function toSlices(
  { venue, outcomeId, args: [, params = {}] }: TableOutcome,
  { candles, availableAt, notFinal }: CandleRows,
): CandleSlice[] {
  const resolution = renderResolution(parseResolution(params.resolution ?? defaultResolution))
  return toMarkedSlices({ venue, outcomeId, resolution }, candles, availableAt, notFinal)
}

/** Whether the venue would have to be called. */
function isNotStored(error: unknown): boolean {
  return error instanceof PmxError && error.detail?.['kind'] === 'only_if_cached'
}

function createNotStoredError(read: readonly OutcomeHeaders[]): PmxError {
  const [first, ...others] = read.map(({ outcomeId }) => outcomeId.slice(0, 120))
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return new PmxError(
    'NOT_FOUND',
    `The requested candles for ${first}${more} are not stored. Add fill=true to fetch them, or run pmx-local backfill first.`,
    { detail: { kind: 'not_stored' } },
  )
}

/** @throws NOT_SUPPORTED with what to install */
async function createWriter(
  format: TableFormat,
  layout: TableLayout,
  metadata: () => Readonly<Record<string, string>>,
): Promise<TableWriter> {
  try {
    return await createTableWriter(format, layout, metadata)
  } catch (error) {
    if (!(error instanceof ParquetUnavailable)) throw error
    throw new PmxError(
      'NOT_SUPPORTED',
      `format=parquet needs the package ${error.message}: run 'npm install ${error.message}' where pmx-local is installed.`,
    )
  }
}
