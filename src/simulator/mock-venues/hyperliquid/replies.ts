import { Refusal, type Reply, toJsonReply, toTextReply } from '../../http/reply.js'

/** Returns the error for an unreadable body: not JSON, an unknown type or interval, a missing or mistyped member. */
export function createUnreadable(): Refusal {
  return new Refusal(toTextReply('Failed to deserialize the JSON body into the target type', 422))
}

/** Returns the response to some well-formed queries for unknown objects: status 500 and `null`. */
export function createNullError(): Refusal {
  return new Refusal(toJsonReply(null, 500))
}

export function refuseTooMany(): Reply {
  return toJsonReply(null, 429)
}
