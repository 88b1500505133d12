import type { FetchCall } from '../candles/fetcher.js'
import type { OpenContext } from './context.js'

/** The terms on which the candle engine works for a request: its own. */
export function candleCall({ signal, secrets, priority, noteSent }: OpenContext): FetchCall {
  return { signal, secrets, priority, onSent: noteSent }
}
