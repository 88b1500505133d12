import { PmxError } from '../../api/envelope/errors.js'
import type { CallIdentity } from '../../transport/call-types.js'
import type { EntryHead } from '../format/format.js'
import { describeCall } from '../format/recorded-call.js'
import { type ComparedCall, findNearestCalls } from './nearest-calls.js'

/** Why none of the similar recorded calls matches the call. */
export type Unmatched =
  /** Their redacted values differ. */
  | { readonly kind: 'other_values' }
  /** The key that compares their redacted values is missing. */
  | { readonly kind: 'no_key'; readonly id: string }
  /** An older version recorded them and redacted values without a hash. */
  | { readonly kind: 'no_hash' }

interface Missed {
  /** How often the call was recorded. */
  readonly times: number
  readonly why: Unmatched | undefined
  /** All entries of the cassette. */
  readonly entries: readonly EntryHead[]
}

/** Returns the error for a call that the cassette does not contain, or does not contain often enough. */
export function missOf(call: CallIdentity, { times, why, entries }: Missed): PmxError {
  const asked = describeCall(call)
  const detail = { kind: 'cassette_miss', call: asked }
  const miss = (message: string, more: object): PmxError =>
    new PmxError('NOT_FOUND', message, { exchange: call.venue, detail: { ...detail, ...more } })
  if (why !== undefined) return miss(messageOf(asked, why), { reason: why.kind })
  if (times > 0) {
    const often = times === 1 ? 'once' : `${times} times`
    return miss(
      `The cassette contains ${asked} only ${often}, and --on-repeat error refuses further calls.`,
      {
        recorded: times,
      },
    )
  }
  const calls = entries.filter(({ n }) => n === 0).map((entry) => entry.call)
  const nearest = findNearestCalls(call, calls)
  return miss(
    `The cassette does not have ${asked} of ${call.venue}. ${hint(nearest)} Record it again with this call.`,
    { nearest: nearest.map(({ call: recorded, differences }) => ({ call: recorded, differences })) },
  )
}

function messageOf(asked: string, why: Unmatched): string {
  switch (why.kind) {
    case 'other_values':
      return `The cassette contains ${asked} only with different redacted values, such as a different price, size or order id. Record it again with this call.`
    case 'no_key':
      return `The cassette contains ${asked}, but the key ${why.id} that compares its redacted values is missing. Copy the file <cassette>.key of the recording next to the cassette, set PMX_LOCAL_CASSETTE_KEY to its key, or record again.`
    case 'no_hash':
      return `The cassette contains ${asked}, but an older version recorded it without hashes of its price, size or order id. Record it again.`
  }
}

function hint(nearest: readonly ComparedCall[]): string {
  const first = nearest[0]
  if (first === undefined) return 'It contains no calls to this venue.'
  const { call, differences, differsInTimesOnly } = first
  const [only] = differences
  const what =
    differences.length === 1
      ? `It contains ${call}, which differs in one parameter: ${only}.`
      : `Nearest: ${call} (${differences.join('; ')}).`
  if (!differsInTimesOnly) return what
  return `${what} Your test used its own clock. Use PMX_LOCAL_NOW, or replay.now from pmx-local/testing, instead of the current time, or use a limit instead of a start.`
}
