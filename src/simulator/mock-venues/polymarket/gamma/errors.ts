import { json, Refusal } from '../../../http/reply.js'

/** Returns the error for an invalid parameter. */
export function invalid(error: string): Refusal {
  return new Refusal(json({ type: 'validation error', error }, 422))
}

export function notFound(error: string): Refusal {
  return new Refusal(json({ type: 'not found error', error }, 404))
}

export function internalError(): Refusal {
  return new Refusal(json({ type: 'internal error', error: 'internal error' }, 500))
}
