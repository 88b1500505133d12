/** Members of questions that say nothing beside the others, or without them: they are told as ignored. */

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

/** An event that is named is not looked for among those of a series. */
export function findIgnoredInEvents(
  query: Listing & { readonly eventId?: string; readonly slug?: string; readonly series?: string },
): string[] {
  const { eventId, slug, series } = query
  return [
    ...findIgnoredInMarkets(query),
    ...(series !== undefined && (eventId ?? slug) !== undefined ? ['series'] : []),
  ]
}

/** Criteria of a filter, as `filterMarkets` and `filterEvents` take them. */
export function findIgnoredCriteria(criteria: unknown): string[] {
  if (typeof criteria !== 'object' || criteria === null) return []
  const { text, searchIn, search_in: sought = searchIn } = criteria as Readonly<Record<string, unknown>>
  return isSaid(sought) && !isSaid(text) ? ['searchIn'] : []
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
