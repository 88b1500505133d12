import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'

/** Returns an error of the catalog's paths. */
export function createCatalogueError(status: number, code: string, message: string): Refusal {
  return new Refusal(toJsonReply({ error: code, message }, status))
}

/** Returns an error of the engine's paths, always with status 400. */
export function createEngineError(reason: string, message: string): Refusal {
  return new Refusal(toJsonReply({ result: 'error', reason, message }, 400))
}

/**
 * Returns the error for a nonce that is not above the last one. Status 409 is documented; the text is that of the spot
 * API.
 */
export function createNonceConflict(nonce: string): Refusal {
  const message = `Nonce '${nonce}' has not increased since your last call to the Gemini API.`
  return new Refusal(toJsonReply({ result: 'error', reason: 'InvalidNonce', message }, 409))
}

/** Returns the error for a symbol that does not exist or has not opened yet. */
export function createNoSuchSymbol(symbol: string): Refusal {
  return createEngineError('InvalidSymbol', `Supplied value '${symbol}' is not a valid symbol`)
}

export function refuseTooMany(): Reply {
  return toJsonReply(
    { result: 'error', reason: 'RateLimit', message: 'Requests were made too frequently' },
    429,
  )
}
