import * as z from 'zod'

/** What was sent as text: kept as JSON when that gives back the very same text, else as the text. */
export type StoredBody = { readonly json: unknown } | { readonly text: string }

/** The text of a body as the venue sent it. */
export function renderBody(body: StoredBody): string {
  return 'text' in body ? body.text : JSON.stringify(body.json)
}

/** Keeps JSON only when nothing of the text is lost by it: numbers beyond doubles, spaces and escapes stay text. */
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

/** The body of a line; undefined where it holds none, or both kinds. */
export function bodyIn(line: object, text: string | undefined): StoredBody | undefined {
  const hasJson = Object.hasOwn(line, 'json')
  if (hasJson === (text !== undefined)) return undefined
  return text === undefined ? { json: 'json' in line ? line.json : undefined } : { text }
}
