import * as z from 'zod'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { ApiReply } from '../client/caller.js'
import { readShape, shapes } from '../client/response-shapes.js'

/** Tracks whether the venue is reachable, from one run's responses. */
export interface Contact {
  note(reply: ApiReply): void
  /** Whether the last call could not connect, and no call of this run got a response from the venue. */
  readonly isOffline: boolean
}

/** No connection, because there is no network or no name server is reachable. */
const noWay = z.object({ kind: z.enum(['dns', 'refused']) })
/** No call was sent because earlier ones failed to connect, so this adds no information. */
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
      // A stored response does not show whether the venue is reachable.
      if (envelope.success) wasHeard ||= countVenueCalls(reply.headers) > 0
      else if (noWay.safeParse(envelope.error.detail).success) isCut = true
      else if (!notAsked.safeParse(envelope.error.detail).success) wasHeard = true
    },
    get isOffline() {
      return isCut && !wasHeard
    },
  }
}

/** Returns the number of venue calls that a response took, or 0 without the header. */
export function countVenueCalls(headers: ApiReply['headers']): number {
  const text = headers[pmxHeaders.upstreamRequests] ?? ''
  return /^\d+$/.test(text) ? Number(text) : 0
}
