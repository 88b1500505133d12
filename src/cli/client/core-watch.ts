import { readArguments } from '../../api/arguments/arguments.js'
import { toFailure } from '../../api/envelope/envelope.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import { dataOf, type WatchUpdate } from '../../core/watch/subscriptions.js'
import { createAbort } from '../../policy/abort.js'
import type { FailureFacts } from '../output/failure.js'
import type { WatchedUpdate, WatchRequest, WatchUntil } from './watch-types.js'

/** An arbitrarily long time, because nothing else prevents the process from exiting between updates. */
const KEEP_ALIVE_MS = 60_000

/** Creates subscriptions in this process. */
export function watchOver(dispatcher: Pick<Dispatcher, 'watch'>): WatchUntil {
  return async (venue, wishes, onNews, signal) => {
    const leaving = createAbort()
    const keepAlive = setInterval(() => {}, KEEP_ALIVE_MS)
    try {
      return await new Promise<FailureFacts | undefined>((resolve, reject) => {
        const onAbort = (): void => resolve(undefined)
        if (signal.aborted) onAbort()
        signal.addEventListener('abort', onAbort, { once: true })
        for (const wish of wishes)
          begin(dispatcher, venue, wish, onNews, leaving.signal, (error) => resolve(told(error))).catch(
            (error: unknown) => (error instanceof PmxError ? resolve(told(error)) : reject(error)),
          )
      })
    } finally {
      clearInterval(keepAlive)
      leaving.abort()
    }
  }
}

async function begin(
  dispatcher: Pick<Dispatcher, 'watch'>,
  venue: VenueId,
  { method, args: raw }: WatchRequest,
  onNews: (news: WatchedUpdate) => void,
  leaving: AbortSignal,
  ended: (error: PmxError) => void,
): Promise<void> {
  const update = (one: WatchUpdate): void => {
    if (leaving.aborted) return
    onNews({ method, symbol: one.symbol, data: dataOf(one) })
  }
  const { args } = readArguments(method, raw, venue)
  // The user of this command owns the configuration.
  const call = { venue, signal: leaving, credentials: undefined, trusted: true }
  const watching = await dispatcher.watch(method, args, call, { update, ended })
  if (leaving.aborted) watching.stop()
  else leaving.addEventListener('abort', () => watching.stop(), { once: true })
  for (const one of watching.current()) update(one)
}

function told(error: PmxError): FailureFacts {
  return toFailure(error).body.error
}
