import type { IncomingMessage } from 'node:http'
import { credentialNames } from '../../api/arguments/credentials.js'
import type { RecentRequest } from '../../api/envelope/recent-request.js'
import { isVenueId, type VenueId } from '../../api/envelope/venue-ids.js'
import { decodeSafely } from '../../api/values/percent-text.js'
import type { Clock } from '../../effects/clock.js'
import type { Traffic } from '../../observe/traffic.js'
import type { SecretSet } from '../../policy/secrets/secret-set.js'

/** Number of requests in the log. */
const REMEMBERED = 300
/** Characters of a target that are stored. A longer body is not stored. */
const MAX_TOLD_LENGTH = 1_000

/** The outcome of a request, as known to the route that served it. */
interface Answered {
  readonly method: string
  /** As sent, with its query. */
  readonly target: string
  readonly status: number
  readonly tookMs: number
  /** The caller's `User-Agent`. */
  readonly client?: string | undefined
  /** Whether a page of this daemon sent it. */
  readonly byPage?: boolean
  /** Whether it is background work, such as a backfill. */
  readonly background?: boolean
  /** `X-Pmx-Cache` of the response. */
  readonly cache?: string | undefined
  /** `X-Pmx-Upstream-Requests` of the response. */
  readonly calls?: string | undefined
  /** Body of a read call, without credentials. */
  readonly body?: string | undefined
  /** The failure's code. */
  readonly code?: string | undefined
}

/** Responses to calls to one venue since the daemon started. */
interface Served {
  answers: number
  /** Responses without a venue call: from stored data or a cache. */
  withoutCall: number
}

/**
 * The key under which a route stores the fields for {@link RequestLog}. Reading them from the response would cost more than the
 * response.
 */
export const LOG_FIELDS = 'told'

export interface LogFieldsOf {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** The last requests and their counts, for the dashboard. In memory only. */
export interface RequestLog {
  /** Records a cached response. The cost is a few nanoseconds. */
  ready(method: string, target: string, client: string | undefined, byPage: boolean, body?: string): void
  note(answered: Answered): void
  /** Returns the last requests, newest first. */
  recent(): RecentRequest[]
  served(): ReadonlyMap<VenueId, Served>
}

type Slot = Answered & { readonly at: number }

/** @param secrets masked when the log is read, so that writing costs almost nothing */
export function createRequestLog(
  clock: Pick<Clock, 'now'>,
  secrets: Pick<SecretSet, 'findIn' | 'mask'>,
): RequestLog {
  const slots: (Slot | undefined)[] = new Array(REMEMBERED).fill(undefined)
  const counts = new Map<VenueId, Served>()
  let written = 0

  function put(slot: Slot): void {
    slots[written++ % REMEMBERED] = slot
  }

  function count(target: string, withoutCall: boolean): void {
    if (!target.startsWith('/api/')) return
    const venue = target.slice(5, target.indexOf('/', 5))
    const row = counts.get(venue as VenueId) ?? begin(venue)
    if (row === undefined) return
    row.answers++
    if (withoutCall) row.withoutCall++
  }

  function begin(name: string): Served | undefined {
    const venue = name.toLowerCase()
    if (!isVenueId(venue)) return undefined
    const known = counts.get(venue)
    if (known !== undefined) return known
    const row = { answers: 0, withoutCall: 0 }
    counts.set(venue, row)
    return row
  }

  return {
    ready(method, target, client, byPage, body) {
      count(target, true)
      put({
        at: clock.now(),
        method,
        target: bounded(target),
        status: 200,
        tookMs: 0,
        client,
        byPage,
        background: false,
        cache: 'hit',
        calls: '0',
        body: body === undefined || body.length > MAX_TOLD_LENGTH ? undefined : body,
        code: undefined,
      })
    },
    note(answered) {
      const { target, client, body } = answered
      if (answered.status < 400) count(target, answered.calls === '0')
      put({
        at: clock.now(),
        method: answered.method,
        target: bounded(target),
        status: answered.status,
        tookMs: answered.tookMs,
        client,
        byPage: answered.byPage === true,
        background: answered.background === true,
        cache: answered.cache,
        calls: answered.calls,
        body: body === undefined || body.length > MAX_TOLD_LENGTH ? undefined : body,
        code: answered.code,
      })
    },
    recent() {
      const last = [...slots.slice(written % REMEMBERED), ...slots.slice(0, written % REMEMBERED)]
      return last.flatMap((slot) => (slot === undefined ? [] : [told(slot, secrets)])).reverse()
    },
    served: () => counts,
  }
}

/** Creates a function that records a cached response in the log and the metrics after it has been sent directly to the socket. */
export function createReadyNote({ log, traffic, clock }: ReadyNoteDeps) {
  return ({ method = '', url = '', headers }: IncomingMessage, begunAt: number, body?: string): void => {
    traffic.ready(clock.monotonic() - begunAt)
    log.ready(method, url, headers['user-agent'], headers['sec-fetch-site'] === 'same-origin', body)
  }
}

export type NoteReady = ReturnType<typeof createReadyNote>

interface ReadyNoteDeps {
  readonly log: Pick<RequestLog, 'ready'>
  readonly traffic: Pick<Traffic, 'ready'>
  readonly clock: Pick<Clock, 'monotonic'>
}

/** Copies the truncated text, because a substring retains the whole text in memory. */
function bounded(target: string): string {
  return target.length <= MAX_TOLD_LENGTH ? target : Buffer.from(target.slice(0, MAX_TOLD_LENGTH)).toString()
}

function told(slot: Slot, secrets: Pick<SecretSet, 'findIn' | 'mask'>): RecentRequest {
  const { at, method, status, tookMs, client, cache, calls, body, code } = slot
  const args = body === undefined ? undefined : argsIn(secrets.mask(body))
  return {
    at,
    method,
    target: maskedTarget(slot.target, secrets),
    status,
    tookMs,
    ...(client === undefined ? {} : { client: secrets.mask(client.slice(0, 80)) }),
    ...(slot.byPage === true ? { byPage: true } : {}),
    ...(slot.background === true ? { background: true } : {}),
    ...(cache === undefined ? {} : { cache }),
    ...(calls === undefined ? {} : { calls: Number(calls) }),
    ...(args === undefined ? {} : { args }),
    ...(code === undefined ? {} : { code }),
  }
}

const secretNames = new Set<string>([
  ...credentialNames.map((name) => name.toLowerCase()),
  ...['key', 'accesskey', 'pk', 'auth', 'sig', 'sid'],
])

/** Matched within longer names too: `x-api-key`, `credentials[apiKey]`. */
const secretWords =
  /apikey|secret|password|passphrase|token$|privatekey|authorization|credentials|mnemonic|seedphrase|signature$|jwt|cookie|session/

/** Whether a value is a secret, judging by its name. */
function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '')
  return secretNames.has(plain) || secretWords.test(plain)
}

function maskedTarget(target: string, secrets: Pick<SecretSet, 'findIn' | 'mask'>): string {
  const mark = target.indexOf('?')
  if (mark < 0) return secrets.mask(target)
  const query = target
    .slice(mark + 1)
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1)
      return isSecretName(decodeSafely(name)) ? `${name}=***` : pair
    })
  return secrets.mask(`${target.slice(0, mark)}?${query.join('&')}`)
}

/** Returns the positional arguments of a body with secrets masked by name, or undefined if it has none. */
function argsIn(body: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body, (name, value: unknown) => (isSecretName(name) ? '***' : value))
    return typeof parsed === 'object' && parsed !== null && 'args' in parsed ? parsed.args : undefined
  } catch {
    return undefined
  }
}
