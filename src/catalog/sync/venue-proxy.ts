import type { PmxError } from '../../api/envelope/errors.js'
import type { VenueReply, VenueRequest } from '../../transport/call-types.js'
import { readReply } from '../../transport/errors.js'
import type { VenueHttp } from '../../transport/transport.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { deserializeError } from './serialized-error.js'
import type { FromThread, ToThread } from './sync-messages.js'

interface Waiting {
  readonly resolve: (answer: Extract<ToThread, { kind: 'answer' }>) => void
  readonly reject: (error: Error) => void
}

/**
 * Sends the requests of this thread's adapters to the main thread, which calls the venues. Responses are parsed in this thread.
 */
export interface VenueProxy {
  /** Returns the HTTP client of one job. */
  httpFor(job: number, venue: Pick<Venue, 'id' | 'errors'>): VenueHttp
  /** Resolves the request to which a response belongs. */
  take(answer: Extract<ToThread, { kind: 'answer' | 'failure' }>): void
}

export function createVenueProxy(post: (message: FromThread) => void): VenueProxy {
  const waiting = new Map<number, Waiting>()
  let questions = 0

  return {
    httpFor(job, venue) {
      let sent = 0
      let venueTime: number | undefined
      return {
        get sent() {
          return sent
        },
        get venueTime() {
          return venueTime
        },
        async send(request: VenueRequest) {
          sent++
          const question = questions++
          const answer = await new Promise<Extract<ToThread, { kind: 'answer' }>>((resolve, reject) => {
            waiting.set(question, { resolve, reject })
            post({ kind: 'ask', job, question, request })
          })
          if (answer.venueTime !== undefined)
            venueTime = Math.min(venueTime ?? answer.venueTime, answer.venueTime)
          return read(answer.reply, request, venue)
        },
      }
    },
    take(message) {
      const asker = waiting.get(message.question)
      waiting.delete(message.question)
      if (message.kind === 'answer') asker?.resolve(message)
      else asker?.reject(deserializeError(message.error))
    },
  }
}

/** @throws PmxError with the venue, as the transport does for responses that it parses itself */
function read(
  reply: VenueReply,
  request: VenueRequest,
  { id, errors }: Pick<Venue, 'id' | 'errors'>,
): VenueReply {
  const { bytes, json: _none, ...told } = reply
  if (bytes === undefined) return reply
  const text = new TextDecoder().decode(bytes)
  const outcome = readReply({ ...told, text }, request.accept ?? [], errors)
  if ('ok' in outcome) return outcome.ok
  const error: PmxError = outcome.error
  throw error.at(id)
}
