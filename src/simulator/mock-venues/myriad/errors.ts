import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'

/** Returns an error of the API (README.md). Texts other than the three fixed ones are invented. */
export function createApiError(status: number, error: string, details?: readonly string[]): Refusal {
  return new Refusal(toJsonReply(details === undefined ? { error } : { error, details }, status))
}

export function createBadParams(...details: readonly string[]): Refusal {
  return createApiError(400, 'Invalid parameters', details)
}

/** Returns the error for a word that is not allowed. */
export function notOneOf(name: string, words: string): Refusal {
  return createBadParams(`${name} must be one of ${words}`)
}

/** Returns the error for a call without a proven wallet. */
export function createUnauthorized(error: string): Refusal {
  return createApiError(401, error)
}

/** Returns the error for a key without a signature; only its code is recorded (README.md, "Accounts"). */
export function createSignatureRequired(): Refusal {
  return new Refusal(toJsonReply({ code: 'SIGNATURE_REQUIRED' }, 401))
}

export function createNoMarket(): Refusal {
  return createApiError(404, 'Market not found')
}

export function createNoEvent(): Refusal {
  return createApiError(404, 'Event not found')
}

/** Returns the error after thirty calls in ten seconds. */
export function refuseTooMany(): Reply {
  return toJsonReply({ error: 'Too many requests' }, 429, {
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '0',
  })
}
