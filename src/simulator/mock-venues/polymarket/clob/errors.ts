import { json, Refusal } from '../../../http/reply.js'

/** Returns an error of the order book host; texts are recorded or from its error code page (../README.md, "Errors"). */
export function clobError(status: number, error: string): Refusal {
  return new Refusal(json({ error }, status))
}

export function noBook(): Refusal {
  return clobError(404, 'No orderbook exists for the requested token id')
}

export function invalidPayload(): Refusal {
  return clobError(400, 'Invalid payload')
}

export function invalidOrder(): Refusal {
  return clobError(400, 'Invalid order payload')
}
