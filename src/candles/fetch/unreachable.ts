import { PmxError } from '../../api/envelope/errors.js'
import { DeadlineExceeded } from '../../policy/abort.js'
import { isWalled, toPmxError } from '../../transport/errors.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import type { FetchCall } from './fetch-target.js'

/** The reason why a venue could not be called, or did not serve the request. */
export interface Unreachable {
  /** One word, for programs. */
  readonly reason: string
  readonly error: PmxError
}

/**
 * Returns why a venue is unreachable. Returns undefined for failures with another cause: the request, its caller, the
 * venue's response, or a read that continues when it is repeated.
 */
export function toUnreachable(
  error: unknown,
  venue: Venue,
  { signal, secrets }: Pick<FetchCall, 'signal' | 'secrets'>,
): Unreachable | undefined {
  const isExpected = error instanceof PmxError || error instanceof DeadlineExceeded
  // A caller that has left, or that the stopping daemon disconnected, gets no result.
  const hasLeft = signal.aborted && !(signal.reason instanceof DeadlineExceeded)
  if (!isExpected || hasLeft) return undefined
  const failure = toPmxError(error)
  const reason = reasonOf(failure, venue.isPrivate !== true && holderOf(secrets) === '')
  return reason === undefined ? undefined : { reason, error: failure }
}

/** @param isAnybody the caller cannot be the reason of a refusal */
function reasonOf(failure: PmxError, isAnybody: boolean): string | undefined {
  const { code, detail, retryable } = failure
  const kind = detail?.['kind']
  switch (code) {
    case 'NETWORK_ERROR':
      return kind === 'timeout' || kind === 'only_if_cached' || kind === 'offline' ? kind : 'unreachable'
    case 'RATE_LIMIT_EXCEEDED':
      return 'rate_limited'
    case 'EXCHANGE_NOT_AVAILABLE':
      // A venue that responds in another format, or refuses this very request, is reachable: the error must be visible.
      return kind === 'unfinished' || !retryable ? undefined : 'venue_failed'
    case 'PERMISSION_DENIED':
      return isWalled(failure) || isAnybody ? 'blocked' : undefined
    default:
      return undefined
  }
}
