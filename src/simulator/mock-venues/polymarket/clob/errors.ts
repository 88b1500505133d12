import { Refusal, toJsonReply } from '../../../http/reply.js'

/** Returns an error of the order book host; texts are recorded or from its error code page (../README.md, "Errors"). */
export function createClobError(status: number, error: string): Refusal {
  return new Refusal(toJsonReply({ error }, status))
}

export function createNoBook(): Refusal {
  return createClobError(404, 'No orderbook exists for the requested token id')
}

export function createInvalidPayload(): Refusal {
  return createClobError(400, 'Invalid payload')
}

export function createInvalidOrder(): Refusal {
  return createClobError(400, 'Invalid order payload')
}
