import { json, Refusal, type Reply } from '../../http/reply.js'

/** Error bodies of the API (README.md). Texts beside the three fixed ones are ours. */
export function apiError(status: number, error: string, details?: readonly string[]): Refusal {
  return new Refusal(json(details === undefined ? { error } : { error, details }, status))
}

export function badParams(...details: readonly string[]): Refusal {
  return apiError(400, 'Invalid parameters', details)
}

/** A word that is none of those it may be. */
export function notOneOf(name: string, words: string): Refusal {
  return badParams(`${name} must be one of ${words}`)
}

/** The answer to who does not prove a wallet. */
export function unauthorized(error: string): Refusal {
  return apiError(401, error)
}

/** The answer to a key without a signature: its code alone is on record (README.md, "Accounts"). */
export function signatureRequired(): Refusal {
  return new Refusal(json({ code: 'SIGNATURE_REQUIRED' }, 401))
}

export function noMarket(): Refusal {
  return apiError(404, 'Market not found')
}

export function noEvent(): Refusal {
  return apiError(404, 'Event not found')
}

/** Thirty calls in ten seconds are spent. */
export function tooMany(): Reply {
  return json({ error: 'Too many requests' }, 429, {
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '0',
  })
}
