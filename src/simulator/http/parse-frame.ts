/** Returns the JSON object in a client's frame, or undefined for anything else. */
export function objectIn(frame: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(frame)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return { ...value }
  } catch {
    return undefined
  }
}
