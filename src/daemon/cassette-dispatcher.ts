import type { CassetteSession } from '../cassette/session.js'
import type { Dispatcher } from '../core/dispatcher.js'

/** Tells the session of every API request, and runs it on the session's time. */
export function withinSession(dispatcher: Dispatcher, session: CassetteSession): Dispatcher {
  return {
    run(method, args, call) {
      const credentials = call.credentials === undefined ? undefined : { ...call.credentials }
      return session.run({ exchange: call.venue, method, args, credentials }, () =>
        dispatcher.run(method, args, call),
      )
    },
  }
}
