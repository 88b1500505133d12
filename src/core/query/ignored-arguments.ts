import { isGiven } from '../../api/values/shown.js'

/** Finds query members that have no effect next to, or without, other members. They are reported as ignored. */

interface Listing {
  readonly query?: string
  readonly searchIn?: string
  readonly category?: string
  readonly tags?: readonly string[]
  readonly filter?: Readonly<Record<string, unknown>>
}

export function findIgnoredInMarkets({ query, searchIn, category, tags, filter }: Listing): string[] {
  const overridden = {
    ...(category === undefined ? {} : { category }),
    ...(tags === undefined ? {} : { tags }),
  }
  return [
    ...(searchIn !== undefined && query === undefined ? ['searchIn'] : []),
    ...Object.keys(overridden)
      .filter((name) => filter?.[name] !== undefined)
      .map((name) => `filter.${name}`),
    ...(filter === undefined ? [] : findIgnoredCriteria(filter).map((name) => `filter.${name}`)),
  ]
}

/** Finds ignored members of an event query. If an event is named, members that select events of a series have no effect. */
export function findIgnoredInEvents(
  query: Listing & { readonly eventId?: string; readonly slug?: string; readonly series?: string },
): string[] {
  const { eventId, slug, series } = query
  return [
    ...findIgnoredInMarkets(query),
    ...(series !== undefined && (eventId ?? slug) !== undefined ? ['series'] : []),
  ]
}

/** Finds ignored criteria of a filter for `filterMarkets` and `filterEvents`. */
export function findIgnoredCriteria(criteria: unknown): string[] {
  if (typeof criteria !== 'object' || criteria === null) return []
  const { text, searchIn, search_in: sought = searchIn } = criteria as Readonly<Record<string, unknown>>
  return isGiven(sought) && !isGiven(text) ? ['searchIn'] : []
}
