import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { PmxError } from '../../api/envelope/errors.js'
import type { Ids } from '../../effects/ids.js'
import { toIsoMicros } from '../format/checked-fields.js'
import { type RecordedRequest, requestKey } from '../format/format.js'
import { hashArguments } from '../format/recorded-call.js'
import type { ValueKey } from '../format/value-key.js'
import type { CoreRequest } from './cassette-session.js'
import type { RequestTimeline } from './stepped-clock.js'

/** The state of a running API request. */
interface RunningRequest {
  readonly line: RequestTimeline
  /** Its hash and how often it was made before: the same on record and replay. */
  readonly name: string
  /** On replay: whether it was made as often on the recording. */
  readonly isRecorded: boolean
  /** When it arrived, epoch ms. */
  readonly arrivedAt: number
  /** Number of ids created for it so far, and of order ids. */
  names: number
  orderNames: number
  /** Whether it places, changes or cancels orders. */
  readonly changes: boolean
  readonly isPaced: boolean
  /** Whether its caller sent credentials. */
  readonly proves: boolean
  /** Texts that are redacted in its calls and their responses; see `CoreRequest`. */
  readonly own: readonly string[]
  /** The error of its first call that could not be made: missing on a replay, or not allowed on a recording. */
  miss: PmxError | undefined
}

/** Tracks each API request through all of its work, however many run concurrently. */
export interface Requests {
  /** Returns the running request; undefined outside of requests. */
  running(): RunningRequest | undefined
  /** Returns the texts that are redacted now; outside of requests, those of all accounts. */
  own(): readonly string[]
  /** Registers texts that identify an account. */
  noteOwn(texts: readonly string[]): void
  run<Result>(start: RequestStart, work: () => Promise<Result>): Promise<Result>
  /** Returns the timeline of the running work: that of a request, or of {@link aside}. */
  line(): RequestTimeline | undefined
  /** Runs work outside of requests, on its own timeline or on the common one. */
  aside<Result>(line: RequestTimeline | undefined, work: () => Result): Result
  /** Makes the ids that are created in requests repeatable. */
  ids(inner: Ids): Ids
}

interface RequestStart {
  readonly question: RecordedRequest
  readonly line: RequestTimeline
  readonly isRecorded: boolean
  /** How often it was made before; counted here if absent. */
  readonly nth?: number | undefined
  readonly asked: Pick<CoreRequest, 'credentials' | 'own' | 'changes' | 'isPaced'>
}

export function createRequests(): Requests {
  const storage = new AsyncLocalStorage<{
    readonly line: RequestTimeline | undefined
    readonly request?: RunningRequest
  }>()
  const asked = new Map<string, number>()
  /** The texts of all registered accounts. */
  const accounts = new Set<string>()

  function noteOwn(texts: readonly string[]): void {
    for (const text of texts) accounts.add(text)
  }

  function nameOf(question: RecordedRequest, nth: number | undefined): string {
    const key = requestKey(question)
    const n = asked.get(key) ?? 0
    asked.set(key, n + 1)
    return `${key} ${nth ?? n}`
  }

  return {
    running: () => storage.getStore()?.request,
    own: () => storage.getStore()?.request?.own ?? [...accounts],
    noteOwn,
    line: () => storage.getStore()?.line,
    aside: (line, work) => storage.run({ line }, work),
    async run(
      { question, nth, asked: { credentials = {}, own = [], changes = false, isPaced = false }, ...start },
      work,
    ) {
      noteOwn(own)
      // The wallet type is not a credential.
      const proves = Object.keys(credentials).some((name) => name !== 'signatureType')
      const request: RunningRequest = {
        ...start,
        name: nameOf(question, nth),
        arrivedAt: start.line.now,
        changes,
        isPaced,
        proves,
        own,
        names: 0,
        orderNames: 0,
        miss: undefined,
      }
      const [ended] = await Promise.allSettled([storage.run({ line: start.line, request }, work)])
      // An adapter may treat "not found" as a result, but a missing call in a cassette is not one.
      if (request.miss !== undefined) throw request.miss
      if (ended.status === 'rejected') throw ended.reason
      return ended.value
    },
    ids: (inner) => ({
      ...inner,
      instanceId() {
        const request = storage.getStore()?.request
        return request === undefined ? inner.instanceId() : nameFrom(`${request.name} ${request.names++}`)
      },
      orderName() {
        const request = storage.getStore()?.request
        if (request === undefined) return inner.orderName()
        // Another recording of the same request needs another order id, since venues reject duplicates.
        return nameFrom(`${request.name} ${toIsoMicros(request.arrivedAt)} order ${request.orderNames++}`)
      },
    }),
  }
}

/** Returns an id in the form of a UUID. */
function nameFrom(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-')
}

/** Returns the request as a cassette may identify it. */
export function toRecordedRequest(
  { exchange, method, args, isPrivate }: CoreRequest,
  key: ValueKey | undefined,
): RecordedRequest {
  return { exchange, method, hash: hashArguments(args, isPrivate === true ? key : undefined) }
}
