import { type ArgsOf, capabilityNames, type MethodName, methodOf } from '../../api/arguments/methods.js'
import { createValidationError } from '../../api/envelope/errors.js'
import type { UnifiedEvent, UnifiedMarket } from '../../api/models/models.js'
import { renderForMessage } from '../../api/values/shown.js'
import type { RowKind } from '../../catalog/rows/row-numbers.js'
import type { Piece } from '../../catalog/rows/row-stream.js'
import type { LinkView } from '../../matching/links.js'
import type { Capability } from '../capabilities/capabilities.js'
import type { LazyRow, ListPages } from '../listings/cache/list-cursors.js'
import type { PageQuery } from '../listings/catalog-lists.js'
import { findIgnoredInMarkets } from '../query/ignored-arguments.js'
import { toEventTest, toMarketTest } from '../query/row-filter.js'
import { assertPage } from '../query/sort-and-page.js'
import { type CoreAnswer, type CoreCall, createReadyList, ReadyPieces } from '../request/api-call.js'
import { createNotSupportedError } from '../request/not-supported-error.js'
import { withoutCall } from '../request/response-headers.js'
import { findArbitrage } from './arbitrage.js'
import { DEFAULT_ROWS, MAX_ROWS, parseCategoryField, parseVenueField } from './catalog/catalog-query.js'
import type { CatalogSearchQuery } from './catalog/catalog-search.js'
import { getSingleRow } from './catalog/resolve-name.js'
import { browseMatches, listMatchedMarkets } from './matches/browse-matches.js'
import { type ClusterKind, type ClusterQuery, listClusters } from './matches/clusters.js'
import { listEventMatches } from './matches/event-matches.js'
import {
  findMatchingMarkets,
  type MatchesDeps,
  type MatchQuery,
  marketNameIn,
  purposes,
} from './matches/market-matches.js'
import { createPairs } from './matches/match-pairs.js'
import { groupRows } from './matches/question-groups.js'
import { readMergedBook } from './merged-order-book.js'

type ListQuery = NonNullable<ArgsOf<'fetchMarkets'>[0]> & NonNullable<ArgsOf<'fetchEvents'>[0]>

/** The exchange `router`: queries over all venues together. */
export interface Router {
  /** @throws NOT_SUPPORTED for methods of a single venue */
  run<M extends MethodName>(method: M, args: ArgsOf<M>, call: CoreCall): Promise<CoreAnswer>
  clusters(kind: ClusterKind, query: ClusterQuery, call: CoreCall): Promise<CoreAnswer>
  has(): Record<string, Capability>
}

export interface RouterDeps extends Omit<MatchesDeps, 'pairs'> {
  /** Lists that are being paginated. Without it, pagination is not supported. */
  readonly pages?: ListPages['ofAll']
  /** Returns the user's links between markets at present. */
  readonly links: () => LinkView
}

type Answers = { readonly [M in MethodName]?: (args: ArgsOf<M>, call: CoreCall) => Promise<CoreAnswer> }

/** Creates the list, lookup and match methods of the cross-venue catalog (api/README.md, "The catalog of all venues"). */
export function createRouter({ catalogSearch, books, feesOf, links, pages }: RouterDeps): Router {
  async function list(kind: RowKind, query: ListQuery): Promise<CoreAnswer> {
    const name = query.marketId ?? query.outcomeId ?? query.eventId ?? query.slug
    if (name !== undefined) {
      const rows = await catalogSearch.named(kind, name, venueIn(query))
      const ignored = query.grouped === undefined ? [] : ['grouped']
      return { data: createReadyList(rows), headers: withoutCall, ignored }
    }
    const { rows, headers } = await catalogSearch.page(kind, questionOf(query))
    const told = query.grouped === true ? await groupRows(matches, kind, rows) : rows
    return { data: createReadyList(told), headers, ignored: findIgnoredInMarkets(query) }
  }

  async function one(kind: RowKind, query: ListQuery): Promise<CoreAnswer> {
    const name = query.marketId ?? query.outcomeId ?? query.eventId ?? query.slug
    if (name === undefined)
      throw createValidationError(
        `${kind}Id`,
        `fetch${kind === 'event' ? 'Event' : 'Market'} needs an id, slug or address`,
      )
    const rows = await catalogSearch.named(kind, name, venueIn(query))
    const row = getSingleRow(kind, name, rows, (one) => JSON.parse(one.toString()) as object)
    return { data: new ReadyPieces('', [row], ''), headers: withoutCall }
  }

  /** Returns a page of all open rows, as they were at the first page. */
  async function paginated(kind: RowKind, { cursor, limit, filter }: PageQuery): Promise<CoreAnswer> {
    if (pages === undefined)
      throw createNotSupportedError(kind === 'event' ? methodOf.eventPages : methodOf.marketPages, 'router')
    const test = filter === undefined ? undefined : testOf(kind, filter)
    let headers: CoreAnswer['headers'] = withoutCall
    const taken = await pages.page(
      { cursor, limit, scope: kind, test: test && ((row) => test(row.read())) },
      async () => {
        const all = await catalogSearch.whole(kind)
        headers = all.headers
        return all.rows
      },
    )
    const { data, ...page } = taken
    const rows = data.map((row) => row.read())
    return { data: createReadyList(rows, '{"data":', `,${JSON.stringify(page).slice(1)}`), headers }
  }

  /** Returns all open markets by their cross-venue ids, since the ids of venues may coincide. */
  async function load(): Promise<CoreAnswer> {
    const { rows, headers } = await catalogSearch.whole('market')
    return { data: new ReadyPieces('{', membersOf(rows), '}'), headers }
  }

  const matches = { catalogSearch, books, feesOf, pairs: createPairs(catalogSearch, books.clock, links) }
  const beside = (query: MatchQuery, call: CoreCall): Promise<CoreAnswer> =>
    marketNameIn(query) === undefined
      ? browseMatches(matches, query, call)
      : findMatchingMarkets(matches, query, purposes.fetchMarketMatches, call)
  const answers: Answers = {
    fetchMarketMatches: ([params = {}], call) => beside(params, call),
    fetchMatches: ([params = {}], call) => beside(params, call),
    fetchEventMatches: ([params = {}], call) => listEventMatches(matches, params, call),
    fetchMatchedMarkets: ([params = {}]) => listMatchedMarkets(matches, params),
    fetchMatchedPrices: ([params = {}]) => listMatchedMarkets(matches, params),
    compareMarketPrices: ([params], call) =>
      findMatchingMarkets(matches, params, purposes.compareMarketPrices, call),
    fetchRelatedMarkets: ([params], call) =>
      findMatchingMarkets(matches, params, purposes.fetchRelatedMarkets, call),
    fetchHedges: ([params], call) => findMatchingMarkets(matches, params, purposes.fetchHedges, call),
    fetchArbitrage: ([params = {}], call) => findArbitrage(matches, params, call),
    fetchOrderBook: (args, call) => readMergedBook(matches, args, call),
    fetchEvents: ([params = {}]) => list('event', params),
    fetchMarkets: ([params = {}]) => list('market', params),
    searchEvents: ([query, params = {}]) => list('event', { ...params, query }),
    searchMarkets: ([query, params = {}]) => list('market', { ...params, query }),
    fetchMarketsPaginated: ([params = {}]) => paginated('market', params),
    fetchEventsPaginated: ([params = {}]) => paginated('event', params),
    loadMarkets: () => load(),
    close: async () => ({ data: undefined, headers: {} }),
    fetchEvent: ([params = {}]) => one('event', params),
    fetchMarket: ([params = {}]) => one('market', params),
  }

  return {
    async run(method, args, call) {
      const answer: Answers[typeof method] = answers[method]
      if (answer === undefined) throw createNotSupportedError(method, 'router')
      return answer(args, call)
    },
    clusters: (kind, query, call) => listClusters(matches, kind, query, call),
    has: () => Object.fromEntries(capabilityNames.map((name) => [name, Object.hasOwn(answers, name)])),
  }
}

/** @throws VALIDATION_ERROR for a criterion that cannot be parsed */
function testOf(kind: RowKind, filter: Readonly<Record<string, unknown>>): (row: Buffer) => boolean {
  // The daemon itself wrote these rows.
  if (kind === 'event') {
    const passes = toEventTest(filter)
    return (row) => passes(JSON.parse(row.toString()) as UnifiedEvent)
  }
  const passes = toMarketTest(filter)
  return (row) => passes(JSON.parse(row.toString()) as UnifiedMarket)
}

function membersOf(rows: readonly LazyRow[]): Iterable<Piece> {
  return {
    *[Symbol.iterator]() {
      for (const [at, row] of rows.entries()) {
        const text = row.read()
        const { id } = JSON.parse(text.toString()) as { readonly id: string }
        yield `${at === 0 ? '' : ','}${JSON.stringify(id)}:`
        yield text
      }
    },
  }
}

/** @throws VALIDATION_ERROR for options that the catalog does not support */
function questionOf(query: ListQuery): CatalogSearchQuery {
  assertPage(query)
  const {
    query: text,
    limit = DEFAULT_ROWS,
    offset = 0,
    category,
    status = 'active',
    sort = 'volume',
  } = query
  if (sort !== 'volume')
    throw createValidationError(
      'sort',
      `Rows from all venues are sorted by volume. Call one venue to use sort ${renderForMessage(sort)}`,
    )
  if (query.filter !== undefined)
    throw createValidationError('filter', 'filter works for one venue only. Leave it out, or call one venue')
  const { tags, series, searchIn = 'title' } = query
  for (const [name, value] of Object.entries({ tags, series }))
    if (value !== undefined && value.length > 0)
      throw createValidationError(
        name,
        `Lists of all venues cannot be filtered by ${name}. Call one venue instead`,
      )
  // Without a text it is reported as ignored.
  if (text !== undefined && text !== '' && searchIn !== 'title')
    throw createValidationError(
      'searchIn',
      `The lists of all venues can only be searched by title. To use this searchIn, call a single venue: ${renderForMessage(searchIn)}`,
    )
  const venue = venueIn(query)
  return {
    limit: Math.min(limit, MAX_ROWS),
    offset,
    closed: status === 'active' ? false : status === 'all' || 'only',
    ...(text === undefined || text === '' ? {} : { text, isByWords: true }),
    ...(category === undefined || category === '' ? {} : { category: parseCategoryField(category) }),
    ...(venue === undefined ? {} : { venue }),
  }
}

function venueIn({ sourceExchange }: ListQuery) {
  return sourceExchange === undefined || sourceExchange === '' ? undefined : parseVenueField(sourceExchange)
}
