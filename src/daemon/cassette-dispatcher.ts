import type { CassetteSession } from '../cassette/session.js'
import type { Dispatcher } from '../core/dispatcher.js'

/**
 * Tells the session of every API request, and runs it on the session's time.
 * @param openApart makes a dispatcher that knows nothing yet
 */
export function withinSession(
  dispatcher: Dispatcher,
  session: CassetteSession,
  openApart: () => Dispatcher,
): Dispatcher {
  return {
    run(method, args, call) {
      const credentials = call.credentials === undefined ? undefined : { ...call.credentials }
      return session.run({ exchange: call.venue, method, args, credentials }, (isApart) =>
        (isApart ? openApart() : dispatcher).run(method, args, call),
      )
    },
  }
}
