import type { StoredTerms } from '../api/stored-terms.js'
import type { FetchCall } from '../candles/target.js'
import type { OpenContext } from './context.js'

/**
 * The terms on which the candle engine works for a request: its own.
 * @param isOwner it may see whatever the daemon's own credentials brought
 * @param stored what it takes where the venue cannot be asked
 */
export function candleCall(
  { signal, secrets, priority, noteSent }: OpenContext,
  isOwner: boolean,
  stored?: StoredTerms,
): FetchCall {
  const terms = { signal, secrets, priority, isOwner, onSent: noteSent }
  return stored === undefined ? terms : { ...terms, stored }
}
