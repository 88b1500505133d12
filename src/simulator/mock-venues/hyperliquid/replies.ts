import { json, Refusal, type Reply, textReply } from '../../http/reply.js'

/** Returns the error for an unreadable body: not JSON, an unknown type or interval, a missing or mistyped member. */
export function unreadable(): Refusal {
  return new Refusal(textReply('Failed to deserialize the JSON body into the target type', 422))
}

/** Returns the response to some well-formed queries for unknown objects: status 500 and `null`. */
export function brokenNull(): Refusal {
  return new Refusal(json(null, 500))
}

export function tooMany(): Reply {
  return json(null, 429)
}
