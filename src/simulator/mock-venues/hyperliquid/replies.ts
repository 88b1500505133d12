import { json, Refusal, type Reply, textReply } from '../../http/reply.js'

/** A body the venue cannot read: not JSON, an unknown type, a missing or mistyped member, an unknown interval. */
export function unreadable(): Refusal {
  return new Refusal(textReply('Failed to deserialize the JSON body into the target type', 422))
}

/** What some well-formed questions about things that do not exist get: status 500 and `null`. */
export function brokenNull(): Refusal {
  return new Refusal(json(null, 500))
}

export function tooMany(): Reply {
  return json(null, 429)
}
