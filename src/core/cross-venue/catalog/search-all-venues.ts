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
   * The text is read as words, and rows come by how well they fit. Without this it stands in a title or slug as it is, and
   * is read as words where it stands in none.
   */
  readonly isByWords?: true
  /** With those that have ended, or `only` those. */
  readonly closed?: boolean | 'only'
}

interface SearchParts {
  readonly shelves: ListSnapshots
  readonly search: Search
}

/** A question as it is looked for in what lies ready. */
interface SearchedFor {
  readonly kind: RowKind
  readonly query: CatalogSearchQuery
  readonly sought: IndexQuery
  readonly from: readonly ListSnapshot[]
  /** Whose rows may be named. */
  readonly venues: readonly VenueId[]
}

/** That the text was read as words. */
const byWords = { [pmxHeaders.search]: 'words' } as const

/** A page of the rows of all venues that a question finds, by its text as it is or by its words, and how it was read. */
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

/** Rows whose title or slug has the text as it is; undefined where none has, whatever the page. */
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

/** Rows that the words find; undefined where there are none. What is named is among them whatever became of it. */
async function pageOfWords(
  { shelves, search }: SearchParts,
  { kind, query, sought, from, venues }: SearchedFor,
): Promise<SearchedPage | undefined> {
  const named = findRowsNamed(shelves, venues, kind, query.text ?? '')
  const page = await search.wordPage(from, kind, sought, named)
  if (page === undefined || page.rows.length > 0 || query.offset > 0) return page
  if (query.category !== undefined || named.length === 0) return undefined
  const rows = named.slice(0, query.limit).map((row) => withCatalogIds(kind, row.venue, row.read()))
  return { ...page, rows }
}
