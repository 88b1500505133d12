import type { Context } from 'hono'
import {
  findUnreadKeys,
  findUnreadMembers,
  readArguments,
  toArgumentsFromBody,
  toArgumentsFromQuery,
} from '../../api/arguments/arguments.js'
import { modernizeArguments } from '../../api/arguments/legacy.js'
import { getMethodRow, isMethodName, type MethodName, methodNames } from '../../api/arguments/methods.js'
import { maxAgeIn, type StoredTerms } from '../../api/arguments/stored-terms.js'
import { assertNoBound, assertNoSeries } from '../../api/arguments/time-bounds.js'
import { PmxError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Credentials } from '../../api/models/models.js'
import { clipText } from '../../api/values/shown.js'
import { suggestName } from '../../api/values/suggest.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import { ReadyJson, ReadyPieces } from '../../core/request/api-call.js'
import { withoutCall } from '../../core/request/response-headers.js'
import type { Ids } from '../../effects/ids.js'
import { classifyMethod, type Traffic } from '../../observe/traffic.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { createSecretSet, secretsOf } from '../../policy/secrets/secret-set.js'
import { createSingleFlight } from '../../policy/single-flight.js'
import { credentialsOf } from '../access/body-credentials.js'
import type { Access, CallerRights } from '../access/caller-rights.js'
import { anonymous, assertRight, readAuthorization } from '../access/caller-rights.js'
import { maskError } from '../access/masked-error.js'
import { createNotGettableError, readPriority, readStoredTerms, readVenue } from '../request/call-terms.js'
import { createCallerSignal } from '../request/connections.js'
import { notifyWhenDelivered, readOrderTerms } from '../request/order-terms.js'
import { queryIn } from '../request/query-parameters.js'
import { parseRequestBody, readBody } from '../request/request-body.js'
import { LOG_FIELDS } from '../request/request-log.js'
import { isBareIn, withoutMetadata } from '../response/bare-rows.js'
import { createBodyCache } from '../response/body-cache.js'
import {
  createCallHeaders,
  createRequestIdHeader,
  createZoneWarning,
  joinWarnings,
} from '../response/call-headers.js'
import { MIN_COMPRESSED_BYTES, noteLongReply } from '../response/compression.js'
import type { ReadyAnswer, ReadyAnswers } from '../response/ready-responses.js'
import { replyWith } from '../response/ready-responses.js'
import type { Responder, ResponseBody } from '../response/respond.js'
import { withUnknownPrices } from '../response/unknown-prices.js'
import { type CandleTables, isTableRequest } from './candle-tables.js'
import { assertCompleteCall } from './complete-call.js'

export interface ApiDeps {
  readonly dispatcher: Dispatcher
  readonly access: Access
  readonly respond: Responder
  readonly tables: Pick<CandleTables, 'one'>
  readonly maxBodyBytes: number
  readonly stopping: AbortSignal
  readonly ready: ReadyAnswers
  readonly turn: EventLoopYield
  readonly ids: Pick<Ids, 'requestId'>
  readonly traffic: Pick<Traffic, 'cached'>
  /** The price to show for unknown prices. If absent, unknown prices are omitted. */
  readonly unknownPrice?: number | undefined
}

/** Number of `User-Agent` characters that distinguish clients. */
const MAX_CLIENT_LENGTH = 200

/** Creates `GET|POST /api/{exchange}/{method}`: reads the call, runs it, and wraps the result (api/README.md, "A call"). */
export function createApiRoute({
  dispatcher,
  access,
  respond,
  tables,
  maxBodyBytes,
  stopping,
  ready,
  turn,
  ids,
  traffic,
  unknownPrice,
}: ApiDeps) {
  const flights = createSingleFlight<Told>()
  const bodies = createBodyCache()

  async function run(c: Context, call: ParsedCall, caller: CallerRights): Promise<Response> {
    const { method, venue, stored, bare } = call
    for (const name of call.unread ?? []) assertNoBound(method, name)
    const read = readArguments(method, call.rawArgs, venue)
    if (venue === 'router')
      for (const name of [...read.ignored, ...(call.unread ?? [])]) assertNoSeries(method, name)
    const { priority } = readPriority(c)
    const maxAgeS = maxAgeIn(c.req.header('cache-control'))
    const order = readOrderTerms(c, method, ids)
    let isMine = false

    /** Runs the call up to the response text. Identical concurrent requests share one run. */
    async function work(signal: AbortSignal): Promise<Told> {
      isMine = true
      const client = c.req.header('user-agent')?.slice(0, MAX_CLIENT_LENGTH)
      const asked = {
        venue,
        signal,
        client,
        credentials: call.credentials,
        trusted: caller.trusted,
        ...order,
      }
      const answer = await dispatcher.run(method, read.args, {
        ...asked,
        ...(priority === undefined ? {} : { priority }),
        ...(stored === undefined ? {} : { stored }),
        bare,
        ...(maxAgeS === undefined ? {} : { maxAgeS }),
      })
      const ignored = [...read.ignored, ...(call.unread ?? []), ...(answer.ignored ?? [])]
      if (answer.delivered !== undefined) notifyWhenDelivered(c, answer.delivered)
      await turn()
      const { reuse } = answer
      const { data, warning } = withUnknownPrices(method, withoutMetadata(answer.data, bare), unknownPrice)
      const headers = {
        ...createCallHeaders(
          answer.headers,
          ignored,
          joinWarnings(createZoneWarning(read.zoneless), warning),
        ),
        ...createRequestIdHeader(order),
      }
      if (reuse === undefined || !(data instanceof ReadyJson)) return { body: bodies.of(data), headers }
      // Credentials make a response private, and must not be stored in a cache key either.
      const question = call.credentials === undefined ? call.question : ''
      const put = ready.put(question, data.text, headers, reuse)
      return { ...put, headers: { ...put.headers, ...headers } }
    }

    const ends = createCallerSignal(c, stopping)
    const shared = ready.isOn && call.credentials === undefined && isRead(method)
    const key = [caller.trusted, priority, JSON.stringify(stored), bare, maxAgeS, call.question].join(' ')
    const told = await (shared ? flights.run(key, ends.signal, work) : work(ends.signal)).finally(() =>
      ends.release(),
    )
    const how = told.headers[pmxHeaders.cache]
    if (how !== undefined) traffic.cached(venue, classifyMethod(method), how)
    // A caller that joined another call caused no venue request.
    const headers = isMine ? told.headers : { ...told.headers, ...withoutCall }
    const isTold = shared && c.req.method === 'POST'
    c.set(LOG_FIELDS, { headers, body: isTold ? call.question.slice(c.req.path.length + 1) : undefined })
    const { body, etag } = told
    if (etag === undefined || body instanceof ReadyPieces) return respond.success(body, headers)
    return sendAgain(c, { body, etag, headers })
  }

  /**
   * Identifies the caller. The SDKs send no token with calculations that the server performs for them (api/README.md, "Access
   * control").
   */
  function identify(c: Context, name: string): CallerRights {
    if (c.req.method === 'POST' && isMethodName(name) && getMethodRow(name).tokenless === true)
      return anonymous
    return access.identify(...readAuthorization((name) => c.req.header(name)))
  }

  return {
    async get(c: Context): Promise<Response> {
      const name = c.req.param('method') ?? ''
      const caller = identify(c, name)
      const venue = readVenue(c)
      return named(venue, async () => {
        if (!isMethodName(name) || getMethodRow(name).verb !== 'get')
          throw createNotGettableError(name, venue)
        const query = queryIn(c.req.url)
        assertRight(caller, name)
        if (getMethodRow(name).table === true && isTableRequest(query))
          return tables.one(c, venue, query, caller)
        const question = c.req.url.slice(c.req.url.indexOf('/', 8))
        const [stored, bare] = [readStoredTerms(c, name, query), isBareIn(name, query)]
        const [rawArgs, unread] = [toArgumentsFromQuery(name, query), findUnreadKeys(name, query)]
        return run(
          c,
          { venue, method: name, rawArgs, unread, credentials: undefined, stored, bare, question },
          caller,
        )
      })
    },

    async post(c: Context): Promise<Response> {
      const name = c.req.param('method') ?? ''
      const caller = identify(c, name)
      const venue = readVenue(c)
      return named(venue, () => posted(c, venue, name, caller))
    },
  }

  async function posted(c: Context, venue: VenueId, name: string, caller: CallerRights): Promise<Response> {
    if (!isMethodName(name))
      throw new PmxError(
        'NOT_FOUND',
        `No such method: '${clipText(name)}'${suggestName(name, methodNames)}. GET /api/${venue}/has lists the methods.`,
      )
    const body = await readBody(c.req, maxBodyBytes)
    const text = body.kind === 'text' ? body.text : ''
    const parsed = () => (text === '' ? undefined : parseRequestBody(text, takesRows(name)))
    const argsIn = (value: unknown) => modernizeArguments(name, toArgumentsFromBody(value))
    assertRight(caller, name)
    const question = `${c.req.path} ${text}`
    const value = parsed()
    const credentials = credentialsOf(value)
    const query = queryIn(c.req.url)
    const [rawArgs, unread] = [argsIn(value), findUnreadMembers(value)]
    assertCompleteCall(name, unread, query)
    const [stored, bare] = [readStoredTerms(c, name, query), isBareIn(name, query)]
    const call = { venue, method: name, rawArgs, unread, credentials, stored, bare, question }
    return run(c, call, caller).catch((error: unknown) => {
      throw withoutOwn(error, credentials)
    })
  }
}

/** Runs a call to a venue. All its errors name the venue, including those raised before the venue call. */
async function named(venue: VenueId, call: () => Promise<Response>): Promise<Response> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof PmxError ? error.at(venue) : error
  }
}

/** Masks the caller's own credentials, which must not be returned or logged. */
function withoutOwn(error: unknown, credentials: Credentials | undefined): unknown {
  if (credentials === undefined) return error
  const own = createSecretSet()
  for (const secret of secretsOf('request', { ...credentials })) own.add(secret)
  return maskError(error, own)
}

/** A response as it is sent. */
interface Told {
  readonly body: ResponseBody
  readonly headers: Readonly<Record<string, string>>
  /** The ETag of a cached response, which has a complete body. */
  readonly etag?: string
}

/** Whether identical concurrent requests may share one response. */
function isRead(method: MethodName): boolean {
  const { group, verb } = getMethodRow(method)
  return verb === 'get' && (group === 'catalog' || group === 'live')
}

/** Whether a method accepts list rows as an argument. */
function takesRows(method: MethodName): boolean {
  const { group, args } = getMethodRow(method)
  return group === 'pure' && args.some(({ kind }) => kind === 'array')
}

function sendAgain(c: Context, answer: ReadyAnswer): Response {
  const asked = { method: c.req.method, ifNoneMatch: c.req.header('if-none-match') }
  const { status, headers, body } = replyWith(answer, asked)
  const reply = new Response(body ?? null, { status, headers })
  return (body?.length ?? 0) >= MIN_COMPRESSED_BYTES ? noteLongReply(reply) : reply
}

interface ParsedCall {
  readonly venue: VenueId
  readonly method: MethodName
  readonly rawArgs: readonly unknown[]
  /** Query keys or body members that are not arguments. */
  readonly unread?: readonly string[]
  readonly credentials: Credentials | undefined
  /** The stored data that the caller accepts if the venue is unreachable. */
  readonly stored?: StoredTerms | undefined
  /** Rows without `sourceMetadata`. */
  readonly bare: true | undefined
  /** The call as it was sent, which is its cache key. */
  readonly question: string
}
