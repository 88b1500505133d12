import { json, Refusal } from '../../http/reply.js'

/**
 * A failure of the market host. Unknown ids come back as 404, as 400, or as 500 with a text that says so
 * (README.md).
 */
export function marketError(status: number, detail: string): Refusal {
  return new Refusal(json({ detail }, status))
}

/** A failure of the order book host. */
export function bookError(status: number, code: string, message: string): Refusal {
  return new Refusal(json({ error: { code, message } }, status))
}

/** The codes in documents say nothing of unknown tokens; this one is the simulator's. */
export function noSuchToken(): Refusal {
  return bookError(404, 'PAS-4040', 'token not found')
}
