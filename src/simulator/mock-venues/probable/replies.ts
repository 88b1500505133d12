import { Refusal, toJsonReply } from '../../http/reply.js'

/** Returns an error of the market host. Unknown ids yield 404, 400, or 500 with an explaining text (README.md). */
export function createMarketError(status: number, detail: string): Refusal {
  return new Refusal(toJsonReply({ detail }, status))
}

/** Returns an error of the order book host. */
export function createBookError(status: number, code: string, message: string): Refusal {
  return new Refusal(toJsonReply({ error: { code, message } }, status))
}

/** Returns the error for an unknown token; no documented code covers it, so this one is invented. */
export function createNoSuchToken(): Refusal {
  return createBookError(404, 'PAS-4040', 'token not found')
}
