import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Search } from '../../../catalog/cross-venue/cross-venue-search.js'
import { withCatalogIds } from '../../../catalog/cross-venue/row-text.js'
import type { IndexQuery } from '../../../catalog/cross-venue/search-index.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import type { ListSnapshot } from '../../../catalog/rows/snapshot-rows.js'
import type { ListSnapshots } from './list-snapshots.js'
import { findRowsNamed } from './rows-by-name.js'

type SearchedPage = Awaited<ReturnType<Search['page']>>

export interface CatalogSearchQuery extends Omit<IndexQuery, 'openAt' | 'closedAt'> {
  /**
   * Whether the text is searched word by word, with rows ordered by relevance. Otherwise a title or slug must contain it
   * verbatim; if none does, it is searched word by word.
   */
  readonly isByWords?: true
  /** Whether closed rows are included; `only` for closed rows alone. */
  readonly closed?: boolean | 'only'
}

interface SearchParts {
  readonly snapshots: ListSnapshots
  readonly search: Search
}

/** A query as it is searched in the ready lists. */
interface SearchedFor {
  readonly kind: RowKind
  readonly query: CatalogSearchQuery
  readonly sought: IndexQuery
  readonly from: readonly ListSnapshot[]
  /** Venues whose rows may be named. */
  readonly venues: readonly VenueId[]
}

/** Header of a text that was searched word by word. */
const byWords = { [pmxHeaders.search]: 'words' } as const

/**
 * Returns a page of rows of all venues that match a query, either by its literal text or by its words. The headers show
 * which of the two was used.
 */
export async function searchAll(
  parts: SearchParts,
  asked: SearchedFor,
): Promise<{ readonly page: SearchedPage; readonly headers?: typeof byWords }> {
  const { query, from, kind, sought } = asked
  const asText = query.isByWords === true ? undefined : await pageOfText(parts, asked)
  if (asText !== undefined) return { page: asText }
  const asWords = query.text === undefined ? undefined : await pageOfWords(parts, asked)
  if (asWords !== undefined) return { page: asWords, headers: byWords }
  return { page: await parts.search.page(from, kind, sought) }
}

/** Returns rows whose title or slug contains the text verbatim, or undefined if none does, regardless of the page. */
async function pageOfText(
  { search }: SearchParts,
  { kind, query, sought, from }: SearchedFor,
): Promise<SearchedPage | undefined> {
  const page = await search.page(from, kind, sought)
  if (query.text === undefined || page.rows.length > 0) return page
  if (query.offset === 0) return undefined
  const first = await search.page(from, kind, { ...sought, offset: 0, limit: 1 })
  return first.rows.length > 0 ? page : undefined
}

/**
 * Returns rows that match the words, or undefined if there is none. Rows named by the text are included whatever their
 * status.
 */
async function pageOfWords(
  { snapshots, search }: SearchParts,
  { kind, query, sought, from, venues }: SearchedFor,
): Promise<SearchedPage | undefined> {
  const named = findRowsNamed(snapshots, venues, kind, query.text ?? '')
  const page = await search.wordPage(from, kind, sought, named)
  if (page === undefined || page.rows.length > 0 || query.offset > 0) return page
  if (query.category !== undefined || named.length === 0) return undefined
  const rows = named.slice(0, query.limit).map((row) => withCatalogIds(kind, row.venue, row.read()))
  return { ...page, rows }
}
