import { request as sendRequest } from 'node:http'
import { getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import { PRIORITY_HEADER } from '../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { StopReport } from '../../core/trading/stop-orders.js'
import type { OrderStop } from '../../orders/stop.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import type { ApiCaller, ApiReply, CallTerms, StoreTrouble } from './caller.js'
import { watchByDaemon } from './daemon-socket.js'
import { type ListState, shapes } from './response-shapes.js'

/** Address of a daemon. */
export interface DaemonAddress {
  readonly url: URL
  /** The daemon's access token, for daemons that require it. */
  readonly token?: string | undefined
  /** Whether stored candles are accepted when a venue is unreachable. */
  readonly stale?: boolean
}

/** This is longer than the daemon's own deadline, so its response about a slow venue still arrives. */
const SILENCE_MS = 40_000
const MAX_REPLY_BYTES = 256_000_000

/**
 * Parses the typed address of a daemon, with or without `http://`.
 * @throws CommandFailed (usage) for an invalid http address
 */
export function readAddress(text: string): URL {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(full) ? new URL(full) : undefined
  if (url?.protocol === 'http:' && url.hostname !== '') return url
  throw new CommandFailed(
    `--url is not a valid address: '${text}'. Use a daemon's address, such as http://localhost:3847.`,
    exitCodes.usage,
  )
}

/** No daemon listens at the address, so nothing was sent. */
class NotSent extends CommandFailed {}

/** The response to an order or a cancel was lost, so it may have been executed. */
class OutcomeUnknown extends CommandFailed {}

/**
 * Converts a failed call into an API error. Programs repeat retryable calls, so a call with an unknown outcome is not
 * retryable.
 */
export function serializeFailure(error: CommandFailed): SerializedFailure {
  const { message } = error
  if (!(error instanceof OutcomeUnknown)) return { message, code: 'NETWORK_ERROR', retryable: true }
  return { message, code: 'NETWORK_ERROR', retryable: false, detail: { state: 'unknown' } }
}

interface SerializedFailure {
  readonly message: string
  readonly code: 'NETWORK_ERROR'
  readonly retryable: boolean
  readonly detail?: { readonly state: 'unknown' }
}

/** Creates a caller of a running daemon. */
export function createClient(address: DaemonAddress): ApiCaller {
  return {
    where: address.url.origin,
    call: (venue, method, args, terms) => request(address, venue, method, args, terms),
    watch: watchByDaemon(address),
    lists: (venue) => lists(address, venue),
    venueCalls: () => undefined,
    storeTrouble: () => storeTrouble(address),
    async close() {},
  }
}

/**
 * Sends one call to a daemon over HTTP.
 * @throws CommandFailed without a response, or with one that is not from pmx-local; OutcomeUnknown when an order or a cancel
 * may have been sent
 */
export async function request(
  { url, token, stale = false }: DaemonAddress,
  venue: VenueId,
  method: MethodName,
  args: readonly unknown[],
  { priority = 'interactive', renews = false, signal }: CallTerms = {},
): Promise<ApiReply> {
  const body = JSON.stringify({ args })
  const target = new URL(url)
  target.pathname = `${url.pathname.replace(/\/$/, '')}/api/${venue}/${method}`
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...(token === undefined ? {} : { 'x-pmxt-access-token': token }),
    ...(priority === 'background' ? { [PRIORITY_HEADER]: priority } : {}),
    ...(stale || renews ? { 'cache-control': renews ? 'no-cache' : 'stale-if-error' } : {}),
  }
  try {
    const { status, headers: told, text } = await exchange(target, headers, body, signal)
    return { status, headers: told, body: parseReplyBody(text, url) }
  } catch (error) {
    const isTrade = getMethodRow(method).group === 'trading'
    if (!isTrade || !(error instanceof CommandFailed) || error instanceof NotSent) throw error
    throw new OutcomeUnknown(
      `The result of ${method} is unknown. Check 'pmx-local orders log' and your open orders before you retry.\n  ${error.message}`,
    )
  }
}

/** Reads the state of the daemon's candle store. */
async function storeTrouble(address: DaemonAddress): Promise<StoreTrouble | undefined> {
  const told = shapes.storeState.safeParse(await fetchVerboseHealth(address))
  const { kind, reason, unsaved } = told.data?.candleStore ?? {}
  return kind === undefined || kind === 'ok' ? undefined : { reason: reason ?? kind, unsaved }
}

/**
 * Returns the response of `/health?verbose`; or an error response if a required token is missing.
 * @throws CommandFailed without a response, or with one that is not from pmx-local
 */
export async function fetchVerboseHealth({ url, token }: DaemonAddress): Promise<unknown> {
  const target = new URL(url)
  target.pathname = `${url.pathname.replace(/\/$/, '')}/health`
  target.search = '?verbose'
  const headers = token === undefined ? {} : { 'x-pmxt-access-token': token }
  const { text } = await exchange(target, headers, undefined)
  return parseReplyBody(text, url)
}

/**
 * Reads the stop that a daemon enforces.
 * @returns undefined while it places orders
 * @throws CommandFailed without a readable response
 */
export async function fetchOrderStop(address: DaemonAddress): Promise<OrderStop | undefined> {
  const reply = await fetchVerboseHealth(address)
  const told = shapes.orderState.safeParse(reply)
  if (told.success && refusalIn(reply) === undefined) return told.data.orders?.stopped
  throw new CommandFailed(
    refusalIn(reply) ?? `The response from ${address.url.origin} about stopped orders could not be read.`,
  )
}

/** The daemon waits for orders in progress, and a venue that limits cancels may take minutes. */
const STOP_SILENCE_MS = 600_000

/**
 * Requests that a daemon block new orders and cancel open ones.
 * @returns undefined for a daemon of a version without this
 * @throws CommandFailed without a response, or with an error response
 */
export async function requestOrderStop(
  { url, token }: DaemonAddress,
  asked: { readonly by: string; readonly reason?: string },
): Promise<StopReport | undefined> {
  const { status, reply } = await postAsOwner({ url, token }, 'orders/stop', asked)
  if (status === 404) return undefined
  const told = shapes.stopReport.safeParse(reply)
  if (told.success) return told.data.data
  const unwritten = shapes.unwrittenStop.safeParse(reply)
  if (unwritten.success) return unwritten.data.error.detail
  throw new CommandFailed(
    refusalIn(reply) ?? `The response from ${url.origin} to the stop request could not be read.`,
  )
}

/**
 * Requests that a daemon ends a stop, which may be one that it could not write.
 * @param asked `at` is the time of the stop to end: another stop remains
 * @returns the stop that ended, or undefined
 * @throws CommandFailed without a response, or with an error response
 */
export async function requestOrderResume(
  address: DaemonAddress,
  asked: { readonly by: string; readonly at: number },
): Promise<OrderStop | undefined> {
  const { status, reply } = await postAsOwner(address, 'orders/resume', asked)
  const told = shapes.orderResume.safeParse(reply)
  if (told.success || status === 404) return told.data?.data.stop
  throw new CommandFailed(
    refusalIn(reply) ?? `The response from ${address.url.origin} to the resume request could not be read.`,
  )
}

async function postAsOwner({ url, token }: DaemonAddress, path: string, asked: object) {
  const target = new URL(url)
  target.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  const body = JSON.stringify(asked)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...(token === undefined ? {} : { 'x-pmxt-access-token': token }),
  }
  const { status, text } = await exchange(target, headers, body, undefined, STOP_SILENCE_MS)
  return { status, reply: parseReplyBody(text, url) }
}

function refusalIn(reply: unknown): string | undefined {
  const refusal = shapes.envelope.safeParse(reply).data
  return refusal?.success === false ? refusal.error.message : undefined
}

/** Reads the state of the daemon's stored lists. */
async function lists(address: DaemonAddress, venue: VenueId): Promise<readonly ListState[]> {
  const told = shapes.listStates.safeParse(await fetchVerboseHealth(address))
  return told.data?.catalog.lists[venue] ?? []
}

interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends a request and returns the response. @param body undefined for a GET */
export function exchange(
  target: URL,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  signal?: AbortSignal,
  silenceMs = SILENCE_MS,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const fail = (why: string, isSent = true): void =>
      reject(new (isSent ? CommandFailed : NotSent)(unreachable(target, why)))
    // A separate connection: a pooled one would prevent the process from exiting.
    const call = sendRequest(
      target,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        agent: false,
        timeout: silenceMs,
        ...(signal && { signal }),
      },
      (reply) => {
        const chunks: Buffer[] = []
        let size = 0
        reply.on('data', (chunk: Buffer) => {
          size += chunk.length
          chunks.push(chunk)
          if (size > MAX_REPLY_BYTES)
            call.destroy(new Error('the response is too large. Use a smaller limit'))
        })
        reply.on('end', () => {
          resolve({
            status: reply.statusCode ?? 0,
            headers: flat(reply.headers),
            text: Buffer.concat(chunks).toString('utf8'),
          })
        })
        reply.on('error', (error) => fail(error.message))
      },
    )
    call.on('timeout', () => call.destroy(new Error(`no response within ${silenceMs / 1000} s`)))
    call.on('error', (error: NodeJS.ErrnoException) => fail(describe(error), error.code !== 'ECONNREFUSED'))
    call.end(body)
  })
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )
}

/** Describes an error. Trying both addresses of a name fails with one error for each. */
function describe(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error && first.message !== '' ? first.message : 'the connection failed'
}

function unreachable(target: URL, why: string): string {
  return `No response from ${target.origin}: ${why}.\n  Check the daemon with 'pmx-local status', or start one with 'pmx-local start'.`
}

export function parseReplyBody(text: string, url: URL): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new CommandFailed(`The server at ${url.origin} is not pmx-local, because its response is not JSON.`)
  }
}
