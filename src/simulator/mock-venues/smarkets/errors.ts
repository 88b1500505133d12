import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'

/** Returns an error in the venue's format (venues/smarkets/README.md). */
export function toErrorReply(status: number, error_type: string, data: unknown): Reply {
  return toJsonReply({ error_type, data }, status)
}

/** Returns the error for an invalid parameter, by its name. */
export function createInvalidField(name: string, problem: string): Refusal {
  return new Refusal(toErrorReply(400, 'REQUEST_VALIDATION_ERROR', { [name]: [problem] }))
}

/** Returns the error for a path with too many ids. */
export function createTooLarge(): Refusal {
  return new Refusal(toErrorReply(414, 'REQUEST_TOO_LARGE', 'too many ids'))
}
