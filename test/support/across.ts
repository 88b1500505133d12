import type { CatalogPage, CatalogSearch } from '../../src/core/cross-venue/catalog/catalog-search.js'

/** A catalog of all venues that has nothing but what a test gives it. */
export function acrossWith(own: Partial<CatalogSearch>): CatalogSearch {
  return {
    page: () => Promise.reject(new Error('no page is wanted')),
    pageNow: () => undefined,
    again: () => undefined,
    named: async () => [],
    marketsNamed: async () => [],
    markets: async () => ({ markets: [], isLast: true, headers: {} }),
    alike: async () => ({ markets: [], beganAt: 0, headers: {} }),
    whole: async () => ({ rows: [], headers: {} }),
    nativeIds: async (_venue, args) => args,
    ...own,
  }
}

/** A page of these rows, whose lists are a list of the test's. */
export function pageOf(
  rows: readonly Buffer[],
  { age = 7, ...standing }: Partial<CatalogPage['standing']> & { readonly age?: number } = {},
): CatalogPage {
  return {
    rows,
    headers: { 'x-pmx-list-age': String(age) },
    standing: { index: Symbol.for('lists'), openFrom: 0, openUntil: Number.POSITIVE_INFINITY, ...standing },
  }
}
