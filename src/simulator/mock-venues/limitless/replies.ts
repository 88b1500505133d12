import { Refusal, toJsonReply } from '../../http/reply.js'

/** Returns an error, with recorded text (README.md). */
function refusal(status: number, message: string): Refusal {
  return new Refusal(toJsonReply({ message }, status))
}

export function createBadRequest(message: string): Refusal {
  return new Refusal(toJsonReply({ message, error: 'Bad Request', statusCode: 400 }, 400))
}

/** Returns a validation error, which lists its messages. */
export function createInvalid(...messages: readonly string[]): Refusal {
  return new Refusal(toJsonReply({ message: messages, error: 'Bad Request', statusCode: 400 }, 400))
}

export function notOneOf(name: string, values: string): Refusal {
  return createInvalid(`${name} must be one of the following values: ${values}`)
}

export function createUnknownSlug(slug: string): Refusal {
  return refusal(404, `Market not found for slug: ${slug}`)
}
