import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { CassetteSession } from '../../cassette/replay/cassette-session.js'
import type { Logger } from '../../observe/logger.js'
import type { StreamProtocol, StreamSource } from '../../venue-kit/contract/stream-source.js'
import type { Venue } from '../../venue-kit/contract/venue.js'

/**
 * Returns venues as they are watched in a recording or replay. A venue is polled if its socket needs real credentials that
 * may not be recorded, or if the recording has no socket of it.
 */
export function createRecordedVenues(session: CassetteSession, log: Logger): (venue: Venue) => Venue {
  const known = new Map<VenueId, Venue>()
  return (venue) => {
    const before = known.get(venue.id)
    if (before !== undefined) return before
    const { stream: _stream, ownStream: _own, ...polled } = venue
    const stream = tapedStream(venue, session, log)
    const taped = stream === undefined ? polled : { ...polled, stream }
    known.set(venue.id, taped)
    return taped
  }
}

function tapedStream(
  { id, stream }: Venue,
  session: CassetteSession,
  log: Logger,
): StreamSource<unknown, unknown> | undefined {
  if (stream === undefined || session.kind === 'record') {
    if (stream?.needs === undefined || session.recordsPrivate) return stream
    log.warn(
      { venue: id },
      'its socket needs credentials and is not recorded, so watched data is polled (--record-private records the socket)',
    )
    return undefined
  }
  const path = session.socketPath?.(id, stream.host)
  return path === undefined ? undefined : replayed(stream, path, id, session)
}

/**
 * Opens one socket for each topic, so that a replay finds a topic alone, in another order or at another time. A replay needs
 * no credentials.
 */
function replayed(
  stream: StreamSource<unknown, unknown>,
  path: string,
  venue: VenueId,
  { missIn }: CassetteSession,
): StreamSource<unknown, unknown> {
  const { needs: _needs, ...open } = stream
  return {
    ...open,
    limits: { topicsAConnection: 1, topicsAFrame: 1 },
    handshake: () => ({ path }),
    speak(): StreamProtocol<unknown> {
      const speech = stream.speak()
      let wanted: Parameters<typeof speech.change>[0]['allTopics'] = []
      return {
        ...speech,
        change(change) {
          wanted = change.allTopics
          return speech.change(change)
        },
        read(frame, now) {
          const miss = missIn?.(frame)
          return miss === undefined
            ? speech.read(frame, now)
            : [{ kind: 'refused', topics: wanted, error: miss.at(venue) }]
        },
      }
    },
  }
}
