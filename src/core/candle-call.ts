import type { FetchCall } from '../candles/fetcher.js'
import type { OpenContext } from './context.js'

/**
 * The terms on which the candle engine works for a request: its own.
 * @param isOwner it may see whatever the daemon's own credentials brought
 */
export function candleCall(
  { signal, secrets, priority, noteSent }: OpenContext,
  isOwner: boolean,
): FetchCall {
  return { signal, secrets, priority, isOwner, onSent: noteSent }
}
