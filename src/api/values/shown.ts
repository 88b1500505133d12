/** Longer texts of callers are cut where they are repeated. */
const MAX_SHOWN = 60

/** A text as a message repeats it: cut where it is too long to read. */
export function clipText(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text
}

/** What a caller sent as a message repeats it: as JSON, cut where it is too long to read. */
export function renderForMessage(value: unknown): string {
  return clipText(JSON.stringify(value) ?? String(value))
}
