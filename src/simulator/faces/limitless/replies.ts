import { json, Refusal } from '../../reply.js'

/** A failure, in the texts that were recorded (venues/limitless/README.md). */
export function refusal(status: number, message: string): Refusal {
  return new Refusal(json({ message }, status))
}

export function badRequest(message: string): Refusal {
  return new Refusal(json({ message, error: 'Bad Request', statusCode: 400 }, 400))
}

/** A failed validation lists what is wrong. */
export function invalid(...messages: readonly string[]): Refusal {
  return new Refusal(json({ message: messages, error: 'Bad Request', statusCode: 400 }, 400))
}

export function unknownSlug(slug: string): Refusal {
  return refusal(404, `Market not found for slug: ${slug}`)
}
