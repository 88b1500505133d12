import { json, Refusal } from '../../http/reply.js'

/** Returns an error, with recorded text (README.md). */
function refusal(status: number, message: string): Refusal {
  return new Refusal(json({ message }, status))
}

export function badRequest(message: string): Refusal {
  return new Refusal(json({ message, error: 'Bad Request', statusCode: 400 }, 400))
}

/** Returns a validation error, which lists its messages. */
export function invalid(...messages: readonly string[]): Refusal {
  return new Refusal(json({ message: messages, error: 'Bad Request', statusCode: 400 }, 400))
}

export function notOneOf(name: string, values: string): Refusal {
  return invalid(`${name} must be one of the following values: ${values}`)
}

export function unknownSlug(slug: string): Refusal {
  return refusal(404, `Market not found for slug: ${slug}`)
}
