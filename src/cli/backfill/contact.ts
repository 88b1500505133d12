import * as z from 'zod'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { ApiReply } from '../client/caller.js'
import { readShape, shapes } from '../client/response-shapes.js'

/** What one run learns, answer by answer, of the way to its venue. */
export interface Contact {
  note(reply: ApiReply): void
  /** The last call found no way to the venue, and nothing was heard from it in this run. */
  readonly isOffline: boolean
}

/** No connection could be made: there is no network, or no name server that can be reached. */
const noWay = z.object({ kind: z.enum(['dns', 'refused']) })
/** The venue was not asked again after calls that failed on the way: that says nothing new. */
const notAsked = z.object({
  kind: z.literal('breaker_open'),
  cause: z.object({ code: z.literal('NETWORK_ERROR') }),
})

export function createContact(): Contact {
  let isCut = false
  let wasHeard = false
  return {
    note(reply) {
      const envelope = readShape(shapes.envelope, reply.body, 'an envelope')
      // What comes from the store says nothing of the venue.
      if (envelope.success) wasHeard ||= countVenueCalls(reply.headers) > 0
      else if (noWay.safeParse(envelope.error.detail).success) isCut = true
      else if (!notAsked.safeParse(envelope.error.detail).success) wasHeard = true
    },
    get isOffline() {
      return isCut && !wasHeard
    },
  }
}

/** Venue calls that an answer cost; 0 where it does not say. */
export function countVenueCalls(headers: ApiReply['headers']): number {
  const text = headers[pmxHeaders.upstreamRequests] ?? ''
  return /^\d+$/.test(text) ? Number(text) : 0
}
