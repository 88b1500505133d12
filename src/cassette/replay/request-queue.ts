import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { PmxError } from '../../api/envelope/errors.js'
import type { Ids } from '../../effects/ids.js'
import { toIsoMicros } from '../format/checked-fields.js'
import { type RecordedRequest, requestKey } from '../format/format.js'
import { hashArguments } from '../format/hidden-keys.js'
import type { ValueKey } from '../format/value-key.js'
import type { CoreRequest } from './cassette-session.js'
import type { RequestTimeline } from './stepped-clock.js'

/** What is known of the API request on whose behalf something runs. */
interface RunningRequest {
  readonly line: RequestTimeline
  /** The question and how often it was asked before: the same on record and replay. */
  readonly name: string
  /** On replay: it was asked as often on the recording. */
  readonly isRecorded: boolean
  /** When it arrived, epoch ms. */
  readonly arrivedAt: number
  /** Names made for it so far, and names of orders. */
  names: number
  orderNames: number
  /** It places, changes or cancels orders. */
  readonly changes: boolean
  readonly isPaced: boolean
  /** Its caller gave credentials. */
  readonly proves: boolean
  /** What is left out of its calls and their answers; see `CoreRequest`. */
  readonly own: readonly string[]
  /** The first call of it that was not made: a replay could not answer it, or a recording may not hold it. */
  miss: PmxError | undefined
}

/** Follows each API request through everything that is done for it, however many run at once. */
export interface Requests {
  /** Undefined outside of requests. */
  running(): RunningRequest | undefined
  /** What is left out of calls and their answers now: of all accounts outside of requests. */
  own(): readonly string[]
  /** Tells of texts that stand for an account. */
  noteOwn(texts: readonly string[]): void
  run<Result>(start: RequestStart, work: () => Promise<Result>): Promise<Result>
  /** The time line of whatever is running: a request's, or that of {@link aside}. */
  line(): RequestTimeline | undefined
  /** Runs something that no request asks for, on a time line of its own or on the common one. */
  aside<Result>(line: RequestTimeline | undefined, work: () => Result): Result
  /** Makes the names that are made within requests repeatable. */
  ids(inner: Ids): Ids
}

interface RequestStart {
  readonly question: RecordedRequest
  readonly line: RequestTimeline
  readonly isRecorded: boolean
  /** How often it was asked before; counted here when absent. */
  readonly nth?: number | undefined
  readonly asked: Pick<CoreRequest, 'credentials' | 'own' | 'changes' | 'isPaced'>
}

export function createRequests(): Requests {
  const storage = new AsyncLocalStorage<{
    readonly line: RequestTimeline | undefined
    readonly request?: RunningRequest
  }>()
  const asked = new Map<string, number>()
  /** Of all accounts that were told of. */
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
      // What kind of wallet it is proves nothing.
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
      // An adapter may take "not found" for an answer; a cassette that lacks a call gives none.
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
        // The same request of another recording must not name its order like this one: venues refuse a second one.
        return nameFrom(`${request.name} ${toIsoMicros(request.arrivedAt)} order ${request.orderNames++}`)
      },
    }),
  }
}

/** In the form of a UUID. */
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

/** The request as a cassette may name it. */
export function toRecordedRequest(
  { exchange, method, args, isPrivate }: CoreRequest,
  key: ValueKey | undefined,
): RecordedRequest {
  return { exchange, method, hash: hashArguments(args, isPrivate === true ? key : undefined) }
}
