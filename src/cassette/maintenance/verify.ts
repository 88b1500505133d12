import { messageOf } from '../../api/envelope/errors.js'
import { parseJson } from '../../api/values/json.js'
import type { WireReply } from '../../transport/call-types.js'
import { renderCanonicalJson } from '../../transport/call-types.js'
import { REDACTED } from '../format/allowed-headers.js'
import { renderBody } from '../format/body-text.js'
import {
  type Cassette,
  type EntryHead,
  type RecordedEntry,
  type StoredEntry,
  withAnswer,
} from '../format/format.js'
import { describeCall } from '../format/recorded-call.js'
import { compareShapes, type ShapeDifference } from '../format/response-shape.js'
import { groupBy } from './merge.js'
import { renderSocketName } from './overview.js'

/** The comparison of one recorded call. */
export interface CallVerdict {
  readonly venue: string
  readonly call: string
  /** `drift`: shape changed; `value`: only values changed; `same`; `skipped`: not called; `failed`: no response to compare. */
  readonly kind: 'same' | 'value' | 'drift' | 'skipped' | 'failed'
  /** With `drift`. */
  readonly drift?: readonly ShapeDifference[]
  /** The reason, for `skipped` and `failed`. */
  readonly why?: string
}

/** Sends a recorded call to the venue now. */
export type CallVenue = (entry: EntryHead) => Promise<WireReply>

/**
 * Repeats the venue calls one after another, and compares each response with the last recorded one. It sends only GET calls
 * without redacted values, and opens no sockets.
 * @param tell receives each verdict as soon as it is known
 */
export async function verifyCassette(
  { entries, tapes }: Pick<Cassette<RecordedEntry | StoredEntry>, 'entries' | 'tapes'>,
  ask: CallVenue,
  tell: (verdict: CallVerdict) => void = () => {},
): Promise<CallVerdict[]> {
  const groups = groupBy(entries, (entry) => `${entry.call.venue} ${entryKey(entry)}`)
  const verdicts: CallVerdict[] = []
  for (const group of groups.values()) {
    const entry = group.reduce((last, other) => (other.n > last.n ? other : last))
    const told = {
      venue: entry.call.venue,
      call: describeCall(entry.call),
      ...(await verdictOf(withAnswer(entry), ask)),
    }
    verdicts.push(told)
    tell(told)
  }
  for (const tape of tapes) {
    const { venue } = tape.socket
    const told = {
      venue,
      call: renderSocketName(tape),
      kind: 'skipped',
      why: 'sockets are not reopened',
    } as const
    verdicts.push(told)
    tell(told)
  }
  return verdicts
}

function entryKey({ call }: EntryHead): string {
  return renderCanonicalJson({ ...call })
}

type Outcome = Omit<CallVerdict, 'venue' | 'call'>

async function verdictOf(entry: RecordedEntry, ask: CallVenue): Promise<Outcome> {
  const why = whyNot(entry)
  if (why !== undefined || !('reply' in entry.answer)) return { kind: 'skipped', why: why ?? 'a failure' }
  const { reply } = entry.answer
  let current: WireReply
  try {
    current = await ask(entry)
  } catch (error) {
    return { kind: 'failed', why: messageOf(error) }
  }
  if (current.status !== reply.status) {
    return { kind: 'failed', why: `HTTP ${current.status}; the recording has ${reply.status}` }
  }
  const text = renderBody(reply.body)
  if (text === current.text) return { kind: 'same' }
  const [recorded, now] = [parseJson(text), parseJson(current.text)]
  if (recorded === undefined || now === undefined) return compareTexts(recorded, now)
  const drift = compareShapes(recorded.value, now.value)
  return drift.length === 0 ? { kind: 'value' } : { kind: 'drift', drift }
}

/** Undefined for a call that may be sent again. */
function whyNot({ call, answer }: RecordedEntry): string | undefined {
  // A repeated order or cancellation would have an effect.
  if (call.method !== 'GET') return `${call.method} is not repeated`
  if ('failure' in answer) return 'the recording has a network failure'
  if (answer.reply.status >= 400) return `the recording has HTTP ${answer.reply.status}`
  if (call.query.some(([, value]) => value === REDACTED)) return 'a query value was not recorded'
  return undefined
}

function compareTexts(recorded: unknown, now: unknown): Outcome {
  if (recorded === now) return { kind: 'value' }
  const [was, is] = recorded === undefined ? ['text', 'JSON'] : ['JSON', 'text']
  return { kind: 'drift', drift: [{ field: '', kind: 'type', message: `${was}, now ${is}` }] }
}
