import * as z from 'zod'

/** A body that was sent as text: stored as JSON if that reproduces the exact text, otherwise as text. */
export type StoredBody = { readonly json: unknown } | { readonly text: string }

/** Returns the text of a body as the venue sent it. */
export function renderBody(body: StoredBody): string {
  return 'text' in body ? body.text : JSON.stringify(body.json)
}

/**
 * Converts a text to a stored body. The body is stored as JSON only if no information is lost. Numbers beyond doubles,
 * spaces and escapes remain text.
 */
export function toStoredBody(text: string): StoredBody {
  try {
    const json: unknown = JSON.parse(text)
    return JSON.stringify(json) === text ? { json } : { text }
  } catch {
    return { text }
  }
}

/** The members of a line that hold a body. */
export const bodyShape = { json: z.unknown().optional(), text: z.string().optional() }

/** Returns the body of a line, or undefined if the line has none, or has both kinds. */
export function bodyIn(line: object, text: string | undefined): StoredBody | undefined {
  const hasJson = Object.hasOwn(line, 'json')
  if (hasJson === (text !== undefined)) return undefined
  return text === undefined ? { json: 'json' in line ? line.json : undefined } : { text }
}
