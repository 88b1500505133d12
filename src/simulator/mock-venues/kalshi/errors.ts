import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'

/** Returns an error in the object form (README.md of this folder: "Errors"). */
export function toErrorReply(status: number, code: string, details?: string): Reply {
  return toJsonReply({ error: { code, message: code.replace(/_/g, ' '), details } }, status)
}

export function createBadRequest(details: string): Refusal {
  return new Refusal(toErrorReply(400, 'bad_request', details))
}

export function createInvalidParameter(details: string): Refusal {
  return new Refusal(toErrorReply(400, 'invalid_parameters', details))
}

export function createInvalidOrder(details: string): Refusal {
  return new Refusal(toErrorReply(400, 'invalid_order', details))
}

export function createInvalidSize(): Refusal {
  return new Refusal(toErrorReply(400, 'invalid_order_size'))
}

/** Returns the observed rejection of a caller without access. */
export function createForbidden(): Refusal {
  return new Refusal(toErrorReply(403, 'permission_denied'))
}

export function createNotFound(): Refusal {
  return new Refusal(toErrorReply(404, 'not_found'))
}

/** Returns the response for an empty bucket: its error is a text, and it has no Retry-After. */
export function refuseTooMany(): Reply {
  return toJsonReply({ error: 'too many requests' }, 429)
}
