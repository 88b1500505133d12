import { json, Refusal, type Reply } from '../../http/reply.js'

/** Returns an error of the API (README.md). Texts other than the three fixed ones are invented. */
export function apiError(status: number, error: string, details?: readonly string[]): Refusal {
  return new Refusal(json(details === undefined ? { error } : { error, details }, status))
}

export function badParams(...details: readonly string[]): Refusal {
  return apiError(400, 'Invalid parameters', details)
}

/** Returns the error for a word that is not allowed. */
export function notOneOf(name: string, words: string): Refusal {
  return badParams(`${name} must be one of ${words}`)
}

/** Returns the error for a call without a proven wallet. */
export function unauthorized(error: string): Refusal {
  return apiError(401, error)
}

/** Returns the error for a key without a signature; only its code is recorded (README.md, "Accounts"). */
export function signatureRequired(): Refusal {
  return new Refusal(json({ code: 'SIGNATURE_REQUIRED' }, 401))
}

export function noMarket(): Refusal {
  return apiError(404, 'Market not found')
}

export function noEvent(): Refusal {
  return apiError(404, 'Event not found')
}

/** Returns the error after thirty calls in ten seconds. */
export function tooMany(): Reply {
  return json({ error: 'Too many requests' }, 429, {
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '0',
  })
}
