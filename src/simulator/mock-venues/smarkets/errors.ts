import { json, Refusal, type Reply } from '../../http/reply.js'

/** The one form of errors (venues/smarkets/README.md). */
export function smarketsError(status: number, error_type: string, data: unknown): Reply {
  return json({ error_type, data }, status)
}

/** A parameter that cannot be read, by its name. */
export function invalidField(name: string, problem: string): Refusal {
  return new Refusal(smarketsError(400, 'REQUEST_VALIDATION_ERROR', { [name]: [problem] }))
}

/** More ids than a path may hold. */
export function tooLarge(): Refusal {
  return new Refusal(smarketsError(414, 'REQUEST_TOO_LARGE', 'too many ids'))
}
