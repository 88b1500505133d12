/** Longer texts of callers are cut where they are repeated. */
const MOST_SHOWN = 60

/** A text as a message repeats it: cut where it is too long to read. */
export function clipped(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 3)}...` : text
}

/** What a caller sent as a message repeats it: as JSON, cut where it is too long to read. */
export function shown(value: unknown): string {
  return clipped(JSON.stringify(value) ?? String(value))
}
