/** Texts for the documentation's forms, search and examples. They do not use the browser, so tests can call them. */

/** The address in the examples of the built pages. */
const EXAMPLE_HOST = 'localhost:3847'

/** Returns the path and query of a call. An empty value is treated as absent. */
export function buildTarget(
  venue: string,
  method: string,
  values: readonly (readonly [name: string, value: string])[],
): string {
  const query = values
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const path = `/api/${encodeURIComponent(venue)}/${method}`
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Whether a text contains each word of a query, in any order and case. */
export function matchesWords(text: string, query: string): boolean {
  const lower = text.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/**
 * Returns an example with the address of the daemon that serves the page. A text that is only the address stays unchanged,
 * because it names the default address and is not an example.
 */
export function replaceOrigin(
  text: string,
  { protocol, host }: { readonly protocol: string; readonly host: string },
): string {
  if (!protocol.startsWith('http') || text === `http://${EXAMPLE_HOST}`) return text
  return text
    .replaceAll(`http://${EXAMPLE_HOST}`, `${protocol}//${host}`)
    .replaceAll(`ws://${EXAMPLE_HOST}`, `${protocol.replace('http', 'ws')}//${host}`)
    .replaceAll(EXAMPLE_HOST, host)
}
