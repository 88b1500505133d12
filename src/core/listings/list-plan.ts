import type { Sort, Status, Venue } from '../../venue-kit/contract/venue.js'
import { DEFAULT_CLOSED_SORT, DEFAULT_SORT, type Selection, statusesOf } from '../query/sort-and-page.js'
import type { ListingRequest, Scope } from './venue-crawl.js'

/** A plan for a list: each requested status, the order, and the number of rows. */
export interface ListingPlan {
  readonly scope: Scope
  readonly statuses: readonly Status[]
  readonly sort: Sort | undefined
  readonly atMost: number | undefined
  readonly mayStopEarly: boolean
}

export function planList(
  venue: Venue,
  query: Selection & { readonly status?: Parameters<typeof statusesOf>[0] },
  scope: Scope,
  unfiltered: boolean,
): ListingPlan {
  const mayStopEarly = unfiltered && query.query === undefined
  const statuses = statusesOf(query.status)
  return {
    scope,
    statuses,
    // A search is ordered by relevance, unless the caller wants another order.
    sort:
      query.sort ??
      (scope.kind === 'search' || venue.markets.hasNoVolumes ? undefined : defaultSortOf(statuses)),
    atMost: mayStopEarly && query.limit !== undefined ? query.limit + (query.offset ?? 0) : undefined,
    mayStopEarly,
  }
}

function defaultSortOf(statuses: readonly Status[]): Sort {
  return statuses.includes('active') ? DEFAULT_SORT : DEFAULT_CLOSED_SORT
}

/** Returns the requests to the venue, one for each status. */
export function requestsOf({ scope, statuses, sort, atMost, mayStopEarly }: ListingPlan): ListingRequest[] {
  return statuses.map((status) => ({
    scope,
    listing: {
      status,
      ...(sort === undefined ? {} : { sort }),
      ...(atMost === undefined ? {} : { atMost }),
    },
    mayStopEarly,
  }))
}

/** If a venue cannot search, every text is searched for in the same list, and callers share its read. */
export function listScopeOf(venue: Venue, { query }: Selection): Scope {
  return query === undefined || venue.markets.search === undefined
    ? { kind: 'all' }
    : { kind: 'search', text: query }
}

/** The part of a listing query that selects rows by their properties. */
export interface Chosen {
  readonly filter?: Readonly<Record<string, unknown>>
  readonly category?: string
  readonly tags?: readonly string[]
}

/** Returns the criteria of a query. Explicit `category` and `tags` override the same keys inside `filter`. */
export function criteriaIn({
  filter,
  category,
  tags,
}: Chosen): Readonly<Record<string, unknown>> | undefined {
  if (filter === undefined && category === undefined && tags === undefined) return undefined
  return {
    ...filter,
    ...(category === undefined ? {} : { category }),
    ...(tags === undefined ? {} : { tags }),
  }
}
