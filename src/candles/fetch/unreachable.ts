import { PmxError } from '../../api/envelope/errors.js'
import { DeadlineExceeded } from '../../policy/abort.js'
import { isWalled, toPmxError } from '../../transport/errors.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import type { FetchCall } from './fetch-target.js'

/** A venue that could not be asked, or not to any avail. */
export interface Unreachable {
  /** In one word, for programs. */
  readonly reason: string
  readonly error: PmxError
}

/**
 * What a failure says of the way to the venue: undefined for one that lies in the question, in its asker, in what the
 * venue answers, or in a read that goes on when it is asked again.
 */
export function toUnreachable(
  error: unknown,
  venue: Venue,
  { signal, secrets }: Pick<FetchCall, 'signal' | 'secrets'>,
): Unreachable | undefined {
  const isExpected = error instanceof PmxError || error instanceof DeadlineExceeded
  // Who has left, or was sent away by a daemon that stops, is answered nothing.
  const hasLeft = signal.aborted && !(signal.reason instanceof DeadlineExceeded)
  if (!isExpected || hasLeft) return undefined
  const failure = toPmxError(error)
  const reason = reasonOf(failure, venue.isPrivate !== true && holderOf(secrets) === '')
  return reason === undefined ? undefined : { reason, error: failure }
}

/** @param isAnybody nothing about the asker could be the reason of a refusal */
function reasonOf(failure: PmxError, isAnybody: boolean): string | undefined {
  const { code, detail, retryable } = failure
  const kind = detail?.['kind']
  switch (code) {
    case 'NETWORK_ERROR':
      return kind === 'timeout' || kind === 'only_if_cached' || kind === 'offline' ? kind : 'unreachable'
    case 'RATE_LIMIT_EXCEEDED':
      return 'rate_limited'
    case 'EXCHANGE_NOT_AVAILABLE':
      // A venue that answers in another shape, or refuses this very request, was reached: that is to be seen.
      return kind === 'unfinished' || !retryable ? undefined : 'venue_failed'
    case 'PERMISSION_DENIED':
      return isWalled(failure) || isAnybody ? 'blocked' : undefined
    default:
      return undefined
  }
}
