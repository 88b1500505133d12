import type { RowKind } from '../../catalog/rows/row-numbers.js'
import {
  DEFAULT_ROWS,
  MAX_ROWS,
  parseCategoryField,
  parseVenueField,
} from '../../core/cross-venue/catalog/catalog-query.js'
import type { CatalogSearchQuery } from '../../core/cross-venue/catalog/catalog-search.js'
import { assertKnownParams, flagIn, queryIn, readWholeNumber, textsIn } from './query-parameters.js'

/** A request to the catalog of all venues. */
export interface CatalogRequest {
  readonly kind: RowKind
  readonly query: CatalogSearchQuery
}

/** Query parameters, each with the name for which it is an alias. */
export const catalogParameters: Readonly<Record<string, string>> = {
  query: 'query',
  q: 'query',
  limit: 'limit',
  offset: 'offset',
  closed: 'closed',
  category: 'category',
  exchange: 'exchange',
  sourceExchange: 'exchange',
}

const kinds: ReadonlyMap<string, RowKind> = new Map([
  ['/v0/events', 'event'],
  ['/v0/markets', 'market'],
])

/**
 * @param target as the request line has it
 * @returns undefined for a path that is not one of the catalog's
 * @throws as `readCatalogQuery`
 */
export function parseCatalogRequest(target: string): CatalogRequest | undefined {
  const end = target.search(/[?#]/)
  const kind = kinds.get(end < 0 ? target : target.slice(0, end))
  return kind === undefined ? undefined : { kind, query: readCatalogQuery(queryIn(target)) }
}

/** @throws VALIDATION_ERROR for invalid values, BAD_REQUEST for parameters that the catalog does not have */
export function readCatalogQuery(params: URLSearchParams): CatalogSearchQuery {
  assertKnownParams(params, Object.keys(catalogParameters), 'the catalog')
  const values = textsIn(params, [], catalogParameters)
  const text = values.get('query')
  const category = values.get('category')
  const exchange = values.get('exchange')
  return {
    limit: Math.min(MAX_ROWS, readWholeNumber(values, 'limit', 1) ?? DEFAULT_ROWS),
    offset: readWholeNumber(values, 'offset', 0) ?? 0,
    closed: flagIn(values, 'closed'),
    ...(text === undefined || text === '' ? {} : { text }),
    ...(category === undefined || category === '' ? {} : { category: parseCategoryField(category) }),
    ...(exchange === undefined || exchange === '' ? {} : { venue: parseVenueField(exchange) }),
  }
}
