import type { Sort, Status, Venue } from '../../venue-kit/contract/venue.js'
import { type Selection, statusesOf } from '../query/sort-and-page.js'
import type { ListingRequest, Scope } from './venue-crawl.js'

/** What is to be listed: each wanted status, in which order, and how much of it. */
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
  return {
    scope,
    statuses: statusesOf(query.status),
    // A search is ordered by how well it fits, unless the caller wants another order.
    sort: query.sort ?? (scope.kind === 'search' || venue.markets.hasNoVolumes ? undefined : 'volume'),
    atMost: mayStopEarly && query.limit !== undefined ? query.limit + (query.offset ?? 0) : undefined,
    mayStopEarly,
  }
}

/** What the venue is asked for, a status each. */
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

/** Where a venue cannot search, every text is looked for in the same list, and callers share its reading. */
export function listScopeOf(venue: Venue, { query }: Selection): Scope {
  return query === undefined || venue.markets.search === undefined
    ? { kind: 'all' }
    : { kind: 'search', text: query }
}

/** The part of a listing query that chooses by what rows are. */
export interface Chosen {
  readonly filter?: Readonly<Record<string, unknown>>
  readonly category?: string
  readonly tags?: readonly string[]
}

/** Explicit `category` and `tags` override the same keys inside `filter`. */
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
