import { json, Refusal } from '../../../reply.js'

/** Texts of the order book host, as recorded (venues/polymarket/README.md). */
export function clobError(status: number, error: string): Refusal {
  return new Refusal(json({ error }, status))
}

export function noBook(): Refusal {
  return clobError(404, 'No orderbook exists for the requested token id')
}

export function invalidPayload(): Refusal {
  return clobError(400, 'Invalid payload')
}
