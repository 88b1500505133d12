/** Maximum length of a caller's text in a message. */
const MAX_SHOWN = 60

/** Returns a text for a message, truncated if it is too long. */
export function clipText(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text
}

/** Returns a caller's value for a message, as JSON, truncated if it is too long. */
export function renderForMessage(value: unknown): string {
  return clipText(JSON.stringify(value) ?? String(value))
}

/** Whether a value is given. Absent arguments and empty texts are not. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
