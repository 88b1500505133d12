import { pmxHeaders } from '../../api/envelope/pmx-headers.js'

type Headers = Readonly<Record<string, string>>

/** States of a cached list, the least current one first. */
const cacheStates = ['stale', 'miss', 'hit']

/** How a header's values from several pages become one. By default the first one is used. */
const joins: Readonly<Record<string, (values: readonly string[]) => string>> = {
  [pmxHeaders.upstreamRequests]: (values) => String(values.reduce((sum, value) => sum + Number(value), 0)),
  [pmxHeaders.listAge]: findLargest,
  [pmxHeaders.listVersion]: joinDistinct,
  [pmxHeaders.skippedRows]: findLargest,
  [pmxHeaders.cache]: (values) => cacheStates.find((state) => values.includes(state)) ?? values[0] ?? '',
  [pmxHeaders.truncated]: joinDistinct,
  [pmxHeaders.warning]: joinDistinct,
  [pmxHeaders.missingVenues]: joinDistinct,
}

function findLargest(values: readonly string[]): string {
  return String(Math.max(...values.map(Number)))
}

function joinDistinct(values: readonly string[]): string {
  return [...new Set(values)].join('; ')
}

/** Joins the headers of a list's pages. Data that is stale or missing in one page is stale or missing in the result. */
export function joinPageHeaders(pages: readonly Headers[]): Record<string, string> {
  const names = [...new Set(pages.flatMap((page) => Object.keys(page)))]
  return Object.fromEntries(
    names.map((name) => {
      const values = pages.flatMap((page) => page[name] ?? [])
      return [name, joins[name]?.(values) ?? values[0] ?? '']
    }),
  )
}

/** Warning of a result from pages of different lists. */
export const LIST_REPLACED =
  'the list was refreshed between two pages, so rows may be missing or repeated. Repeat the request'

/** Whether the list was replaced between two of its pages. Rows may then be missing or repeated. */
export function isListReplaced(pages: readonly Headers[]): boolean {
  const versions = new Set(pages.map((page) => page[pmxHeaders.listVersion]))
  if (versions.size > 1) return true
  // A daemon of an earlier version sends only the age.
  const ages = pages.flatMap((page) => page[pmxHeaders.listAge] ?? []).map(Number)
  return ages.some((age, index) => age < (ages[index - 1] ?? 0))
}
