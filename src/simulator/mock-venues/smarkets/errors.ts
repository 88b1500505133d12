import { json, Refusal, type Reply } from '../../http/reply.js'

/** Returns an error in the venue's format (venues/smarkets/README.md). */
export function smarketsError(status: number, error_type: string, data: unknown): Reply {
  return json({ error_type, data }, status)
}

/** Returns the error for an invalid parameter, by its name. */
export function invalidField(name: string, problem: string): Refusal {
  return new Refusal(smarketsError(400, 'REQUEST_VALIDATION_ERROR', { [name]: [problem] }))
}

/** Returns the error for a path with too many ids. */
export function tooLarge(): Refusal {
  return new Refusal(smarketsError(414, 'REQUEST_TOO_LARGE', 'too many ids'))
}
