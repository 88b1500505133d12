import { PmxError } from '../../api/envelope/errors.js'
import type { Watching, WatchSink } from './subscriptions.js'

/** The book of an outcome that a client watches over a socket. */
interface SocketWatch {
  /** The cache scope of the venue and the credentials, as `cacheScopeOf` returns it. */
  readonly scope: string
  /** The client's `User-Agent`, or '' if it sends none, as on many sockets. */
  readonly client: string
  readonly outcomeId: string
}

/**
 * Books that are watched over sockets, for calls that end them. SDKs watch over a socket, and send `unwatchOrderBook` as a
 * separate call that does not name the socket.
 */
export interface SocketWatches {
  /** @returns the same subscription, which a call may end from now on */
  add(watch: SocketWatch, watching: Watching, sink: Pick<WatchSink, 'ended'>): Watching
  /**
   * Ends the matching subscription: the only one of this client, otherwise the only one there is. If several clients
   * watch the same book, none is ended, since the owner is unknown.
   */
  end(watch: SocketWatch): void
}

interface Known {
  readonly watch: SocketWatch
  end(): void
}

export function createSocketWatches(): SocketWatches {
  const known = new Set<Known>()
  return {
    add(watch, watching, sink) {
      const one: Known = {
        watch,
        end() {
          stop()
          sink.ended(unwatched())
        },
      }
      function stop(): void {
        known.delete(one)
        watching.stop()
      }
      known.add(one)
      return { ...watching, stop }
    },
    end({ scope, client, outcomeId }) {
      const all = [...known].filter(({ watch }) => watch.scope === scope && watch.outcomeId === outcomeId)
      const own = all.filter(({ watch }) => watch.client === client)
      const [only, ...others] = own.length === 1 ? own : all
      if (others.length === 0) only?.end()
    },
  }
}

function unwatched(): PmxError {
  return new PmxError('BAD_REQUEST', 'The subscription was ended by a call to unwatchOrderBook.', {
    detail: { kind: 'unwatched' },
  })
}
