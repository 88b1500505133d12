import { json, Refusal, type Reply } from '../../http/reply.js'

/** A failure of the catalogue's paths. */
export function catalogueError(status: number, code: string, message: string): Refusal {
  return new Refusal(json({ error: code, message }, status))
}

/** A failure of the engine's paths: 400 whatever is wrong. */
export function engineError(reason: string, message: string): Refusal {
  return new Refusal(json({ result: 'error', reason, message }, 400))
}

/** Of a nonce that is not above the last one; that it is a 409 is documented, the words are those of the spot API. */
export function nonceConflict(nonce: string): Refusal {
  const message = `Nonce '${nonce}' has not increased since your last call to the Gemini API.`
  return new Refusal(json({ result: 'error', reason: 'InvalidNonce', message }, 409))
}

/** Said of what does not exist, and of what has not opened yet. */
export function noSuchSymbol(symbol: string): Refusal {
  return engineError('InvalidSymbol', `Supplied value '${symbol}' is not a valid symbol`)
}

export function tooMany(): Reply {
  return json({ result: 'error', reason: 'RateLimit', message: 'Requests were made too frequently' }, 429)
}
