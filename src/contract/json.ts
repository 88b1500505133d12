/** What a text says as JSON; undefined when it is none. The value stands in an object, for `null` is JSON too. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
