import type { MethodName } from '../api/methods.js'
import type { CassetteSession } from '../cassette/session.js'
import type { Dispatcher } from '../core/dispatcher.js'
import type { FeedDesk } from '../feeds/desk.js'

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
    ...dispatcher,
    run(method, args, call) {
      const credentials = call.credentials === undefined ? undefined : { ...call.credentials }
      return session.run({ exchange: call.venue, method, args, credentials }, (isApart) =>
        (isApart && !goesOn(method) ? openApart() : dispatcher).run(method, args, call),
      )
    },
    watch(method, args, call, sink) {
      const credentials = call.credentials === undefined ? undefined : { ...call.credentials }
      return session.run({ exchange: call.venue, method, args, credentials }, () =>
        dispatcher.watch(method, args, call, sink),
      )
    },
  }
}

/** Calls that go on where the one before ended: they share what is watched. */
function goesOn(method: MethodName): boolean {
  return /^(?:un)?watch/.test(method)
}

/** The same for data feeds. */
export function feedsWithinSession(
  desk: FeedDesk,
  session: CassetteSession,
  openApart: () => FeedDesk,
): FeedDesk {
  return {
    ...desk,
    run(call, signal) {
      const { feed: exchange, method, args } = call
      return session.run({ exchange, method, args, credentials: undefined }, (isApart) =>
        (isApart ? openApart() : desk).run(call, signal),
      )
    },
  }
}
