import { json, Refusal, type Reply } from '../../http/reply.js'

/** Returns an error in the object form (README.md of this folder: "Errors"). */
export function kalshiError(status: number, code: string, details?: string): Reply {
  return json({ error: { code, message: code.replace(/_/g, ' '), details } }, status)
}

export function badRequest(details: string): Refusal {
  return new Refusal(kalshiError(400, 'bad_request', details))
}

export function invalidParameter(details: string): Refusal {
  return new Refusal(kalshiError(400, 'invalid_parameters', details))
}

export function invalidOrder(details: string): Refusal {
  return new Refusal(kalshiError(400, 'invalid_order', details))
}

export function invalidSize(): Refusal {
  return new Refusal(kalshiError(400, 'invalid_order_size'))
}

/** Returns the observed rejection of a caller without access. */
export function forbidden(): Refusal {
  return new Refusal(kalshiError(403, 'permission_denied'))
}

export function notFound(): Refusal {
  return new Refusal(kalshiError(404, 'not_found'))
}

/** Returns the response for an empty bucket: its error is a text, and it has no Retry-After. */
export function tooMany(): Reply {
  return json({ error: 'too many requests' }, 429)
}
