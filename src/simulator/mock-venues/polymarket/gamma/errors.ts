import { Refusal, toJsonReply } from '../../../http/reply.js'

/** Returns the error for an invalid parameter. */
export function createInvalid(error: string): Refusal {
  return new Refusal(toJsonReply({ type: 'validation error', error }, 422))
}

export function createNotFound(error: string): Refusal {
  return new Refusal(toJsonReply({ type: 'not found error', error }, 404))
}

export function createInternalError(): Refusal {
  return new Refusal(toJsonReply({ type: 'internal error', error: 'internal error' }, 500))
}
