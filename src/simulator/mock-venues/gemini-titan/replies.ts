import { json, Refusal, type Reply } from '../../http/reply.js'

/** Returns an error of the catalog's paths. */
export function catalogueError(status: number, code: string, message: string): Refusal {
  return new Refusal(json({ error: code, message }, status))
}

/** Returns an error of the engine's paths, always with status 400. */
export function engineError(reason: string, message: string): Refusal {
  return new Refusal(json({ result: 'error', reason, message }, 400))
}

/**
 * Returns the error for a nonce that is not above the last one. Status 409 is documented; the text is that of the spot
 * API.
 */
export function nonceConflict(nonce: string): Refusal {
  const message = `Nonce '${nonce}' has not increased since your last call to the Gemini API.`
  return new Refusal(json({ result: 'error', reason: 'InvalidNonce', message }, 409))
}

/** Returns the error for a symbol that does not exist or has not opened yet. */
export function noSuchSymbol(symbol: string): Refusal {
  return engineError('InvalidSymbol', `Supplied value '${symbol}' is not a valid symbol`)
}

export function tooMany(): Reply {
  return json({ result: 'error', reason: 'RateLimit', message: 'Requests were made too frequently' }, 429)
}
