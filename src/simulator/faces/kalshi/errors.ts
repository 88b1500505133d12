import { json, Refusal, type Reply } from '../../reply.js'

/** The object form of errors (venues/kalshi/README.md). */
export function kalshiError(status: number, code: string, details?: string): Reply {
  return json({ error: { code, message: code.replace(/_/g, ' '), details } }, status)
}

export function badRequest(details: string): Refusal {
  return new Refusal(kalshiError(400, 'bad_request', details))
}

export function invalidParameter(details: string): Refusal {
  return new Refusal(kalshiError(400, 'invalid_parameters', details))
}

export function notFound(): Refusal {
  return new Refusal(kalshiError(404, 'not_found'))
}

/** An empty bucket: here the error is a text, and there is no Retry-After. */
export function tooMany(): Reply {
  return json({ error: 'too many requests' }, 429)
}
