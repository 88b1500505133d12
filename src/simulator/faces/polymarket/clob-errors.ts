import { json, Refusal } from '../../reply.js'

/** Texts of the order book host, as recorded (docs: polymarket, 3.15 and the error bodies beside it). */
export function clobError(status: number, error: string): Refusal {
  return new Refusal(json({ error }, status))
}

export function noBook(): Refusal {
  return clobError(404, 'No orderbook exists for the requested token id')
}

export function invalidPayload(): Refusal {
  return clobError(400, 'Invalid payload')
}
