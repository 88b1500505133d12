import type { PmxError } from '../../api/envelope/errors.js'
import { DeadlineExceeded } from '../../policy/abort.js'
import { type CallIdentity, callKey, type Wire } from '../../transport/call-types.js'
import { WireError } from '../../transport/errors.js'
import type { Recordable } from '../format/allowed-headers.js'
import { renderBody } from '../format/body-text.js'
import type {
  Cassette,
  EntryHead,
  RecordedFailure,
  RecordedOutcome,
  RecordingSession,
} from '../format/format.js'
import { hideInAll, restoreIn } from '../format/personal-texts.js'
import {
  type AllowedCall,
  describeCall,
  recordedKeyOf,
  renderHiddenValues,
  toAllowedCall,
} from '../format/recorded-call.js'
import { replaceAddresses } from '../format/stand-ins.js'
import { keyIdOf, type ValueKey } from '../format/value-key.js'
import { groupBy } from '../maintenance/merge.js'
import { renderAnswerName, renderEntryName } from '../maintenance/overview.js'
import { missOf, type Unmatched } from './miss.js'
import type { RequestTimeline } from './stepped-clock.js'

/** The result of a call that is made more often than it was recorded: the last response, or an error. */
export type OnRepeat = 'last' | 'error'

/** The API request that makes a call. */
export interface RequestIdentity {
  readonly name: string
  /** Whether it was made as often on the recording. */
  readonly isRecorded: boolean
  /** Whether it places, changes or cancels orders. */
  readonly changes?: boolean
  readonly line: RequestTimeline
}

export interface ReplayDeps<Kept extends EntryHead> {
  readonly cassette: Pick<Cassette<Kept>, 'entries' | 'sessions'>
  answerOf(entry: Kept): RecordedOutcome
  readonly recordable: Recordable
  /** The keys that compare redacted values. */
  readonly keys: readonly ValueKey[]
  readonly onRepeat: OnRepeat
  /** Returns the running request; undefined outside of requests. */
  currentRequest(): RequestIdentity | undefined
  /** Returns the texts that are redacted in calls of the running request, as on the recording. */
  own(): readonly string[]
  /** Called when a response arrives that was recorded at this moment (epoch ms). The returned promise delays the response. */
  onAnswer(at: number, signal: AbortSignal): void | Promise<void>
  /** Called for a call that the cassette does not hold. */
  onMiss(miss: PmxError): void
}

/** The calls of the cassette that were never made. */
export interface Unused {
  readonly count: number
  /** In the order of the file, with the names that `prune` accepts. */
  readonly calls: readonly string[]
}

/** A call that the cassette does not hold, or not as often. */
export interface Miss {
  readonly venue: string
  readonly call: string
  readonly times: number
  /** The error message, with what to do. */
  readonly message: string
}

/** Maximum number of misses that are reported individually. */
const MAX_MISSES = 50

export interface ReplayWire extends Wire {
  unused(): Unused
  /** Returns the misses, the latest last. */
  misses(): readonly Miss[]
  /** Returns the number of calls with a response, and of calls that the cassette does not hold. */
  counts(): { readonly answered: number; readonly missed: number }
}

/**
 * Creates a transport that reads all responses from a cassette. The nth identical call receives the nth recorded
 * response. A recorded request receives its own responses, regardless of the order of concurrent requests. Other calls
 * fail with `NOT_FOUND` and detail kind `cassette_miss`, which names the nearest recorded calls.
 */
export function replayWire<Kept extends EntryHead>({
  cassette,
  recordable,
  keys,
  answerOf,
  onRepeat,
  currentRequest,
  own: hidden,
  onAnswer,
  onMiss,
}: ReplayDeps<Kept>): ReplayWire {
  const recorded = groupBy(cassette.entries, ({ call }) => callKey(call))
  for (const entries of recorded.values()) entries.sort((a, b) => a.n - b.n)
  const same = groupBy(cassette.entries, ({ call }) => recordedKeyOf(call))
  const used = new Set<Kept>()
  /** How often each request has made each call, by the request's timeline. */
  const madeBy = new WeakMap<RequestTimeline, Map<string, number>>()
  const misses = new Map<string, Miss>()
  let answered = 0
  let missed = 0

  function noteMiss(call: CallIdentity, { message }: PmxError): void {
    const key = callKey(call)
    const times = (misses.get(key)?.times ?? 0) + 1
    misses.delete(key)
    misses.set(key, { venue: call.venue, call: describeCall(call), times, message })
    const [oldest] = misses.keys()
    if (misses.size > MAX_MISSES && oldest !== undefined) misses.delete(oldest)
  }

  /** Returns the next response that this request received for this call on the recording. */
  function own(asker: RequestIdentity, key: string, entries: readonly Kept[]): Kept | undefined {
    const mine = entries.filter(({ by }) => by === asker.name)
    const made = madeBy.get(asker.line) ?? new Map<string, number>()
    const before = made.get(key) ?? 0
    madeBy.set(asker.line, made.set(key, before + 1))
    // A request without a recorded call shared that of another request or its cached response, so the next response is used.
    if (mine.length === 0) {
      const { now, until } = asker.line
      const later = entries.filter(({ at }) => at >= now)
      return later.find(({ at }) => at <= until) ?? later[0] ?? entries.at(-1)
    }
    return mine[before] ?? (onRepeat === 'last' ? mine.at(-1) : undefined)
  }

  /** Returns entries with the same redacted values; if there are none, the reason. */
  function answersOf(call: CallIdentity, values: string | undefined, changes: boolean): Found<Kept> {
    const known = recorded.get(callKey(call)) ?? []
    const hashes = new Map(keys.map((key) => [key.id, values === undefined ? undefined : key.hash(values)]))
    const isSame = ({ call: { withheld } }: Kept): boolean => {
      if (withheld === undefined || values === undefined) return withheld === values
      const id = keyIdOf(withheld)
      return withheld === `${id}.${hashes.get(id)}`
    }
    const entries = known.filter(isSame)
    if (entries.length > 0 || known.length === 0) return { entries }
    const older = known.filter(({ call: { withheld } }) => withheld === undefined)
    // Older recordings have no hashes. Calls that only read receive their responses as before.
    if (older.length > 0) return changes ? { entries: [], why: { kind: 'no_hash' } } : { entries: older }
    const missing = known
      .flatMap(({ call: { withheld = '' } }) => keyIdOf(withheld))
      .find((id) => !hashes.has(id))
    return {
      entries: [],
      why: missing === undefined ? { kind: 'other_values' } : { kind: 'no_key', id: missing },
    }
  }

  function next(call: CallIdentity, values: string | undefined, hasOlderForm: boolean): Kept {
    const asker = currentRequest()
    const { entries, why } = answersOf(call, values, asker?.changes === true)
    const entry =
      asker?.isRecorded === true
        ? own(asker, `${callKey(call)} ${values}`, entries)
        : (newestOf(entries, cassette.sessions).find((candidate) => !used.has(candidate)) ??
          (onRepeat === 'last' ? entries.at(-1) : undefined))
    if (entry === undefined) {
      const miss = missOf(call, { times: entries.length, why, entries: cassette.entries })
      // The adapter sends the older form next; only its miss is reported.
      if (hasOlderForm) throw miss
      missed++
      noteMiss(call, miss)
      onMiss(miss)
      throw miss
    }
    used.add(entry)
    answered++
    return entry
  }

  /** Older recordings may contain an address of the caller unchanged. */
  function askedForm(plain: CallIdentity, hiding: CallIdentity): CallIdentity {
    return !recorded.has(callKey(hiding)) && recorded.has(callKey(plain)) ? plain : hiding
  }

  /**
   * Returns a call as the cassette holds it: unchanged, otherwise with stand-ins for accounts that recorded responses contained.
   */
  function formOf(allowed: AllowedCall, own: readonly string[]): AskedForm {
    const asIs = plainForm(allowed, own)
    if (hasAnswers(asIs)) return asIs
    const stoodIn = keys.flatMap((key) => {
      const found = replaceAddresses(allowed, key)
      return found === undefined ? [] : [{ ...plainForm(found.value, own), restore: found.restore }]
    })
    return stoodIn.find(hasAnswers) ?? asIs
  }

  function plainForm(allowed: AllowedCall, own: readonly string[]): AskedForm {
    const call = askedForm(allowed.call, hideInAll(allowed.call, own))
    return { call, values: renderHiddenValues(allowed, own), restore: (text) => text }
  }

  const hasAnswers = ({ call, values }: AskedForm): boolean =>
    answersOf(call, values, true).entries.length > 0

  return {
    async send(call, _url, { signal }) {
      signal.throwIfAborted()
      const allowed = toAllowedCall(call, recordable)
      const own = hidden()
      const form = formOf(allowed, own)
      const entry = next(form.call, form.values, call.hasOlderForm === true)
      const { at } = entry
      const answer = answerOf(entry)
      await onAnswer(at, signal)
      if ('failure' in answer) throw toError(answer.failure)
      const { status, headers, body } = answer.reply
      const text = form.restore(restoreIn(renderBody(body), hidden()))
      return { status, headers, text, receivedAt: at }
    },
    unused() {
      const left = cassette.entries.filter((entry) => !used.has(entry))
      const isOnly = ({ call }: Kept): boolean => same.get(recordedKeyOf(call))?.length === 1
      return {
        count: left.length,
        calls: left.map((entry) => (isOnly(entry) ? renderEntryName(entry) : renderAnswerName(entry))),
      }
    },
    misses: () => [...misses.values()],
    counts: () => ({ answered, missed }),
    async close() {},
  }
}

/** The form in which a call is looked up. */
interface AskedForm {
  readonly call: CallIdentity
  /** Text of its redacted values. */
  readonly values: string | undefined
  /** Restores in a response what was replaced in the call. */
  restore(text: string): string
}

interface Found<Kept> {
  readonly entries: readonly Kept[]
  readonly why?: Unmatched
}

/** Returns the entries of the last session that made a call. Earlier responses are for the requests that received them. */
function newestOf<Kept extends EntryHead>(
  entries: readonly Kept[],
  sessions: readonly RecordingSession[],
): readonly Kept[] {
  const last = entries.at(-1)
  const session = sessions.findLast(({ from, to }) => last !== undefined && from <= last.at && last.at <= to)
  if (session?.apart !== true) return entries
  return entries.filter(({ at }) => session.from <= at && at <= session.to)
}

function toError({ kind, message, allowedMs = 0 }: RecordedFailure): Error {
  return kind === 'deadline' ? new DeadlineExceeded(allowedMs) : new WireError(kind, message)
}
