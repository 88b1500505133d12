import { assertMayCallVenue, computeAgeSeconds } from '../../api/arguments/stored-terms.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { UnifiedEvent, UnifiedMarket } from '../../api/models/models.js'
import { toUnreachable } from '../../candles/fetch/unreachable.js'
import { normalizeKey } from '../../catalog/rows/lookup-keys.js'
import type { RowKind } from '../../catalog/rows/row-numbers.js'
import { joinText } from '../../catalog/rows/row-stream.js'
import type { Clock } from '../../effects/clock.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import type { Paging } from '../../venue-kit/contract/paging.js'
import type { EventRow, MarketRow, Status, Venue } from '../../venue-kit/contract/venue.js'
import { createIgnoringResult, type Job, MethodResult } from '../request/api-call.js'
import type { OpenContext } from '../request/request-context.js'
import { createStaleHeader } from '../request/response-headers.js'
import { assertTakesRows } from '../request/stored-rows-error.js'
import { type LookUpMarket, readMarketAlone } from './batched-market-lookup.js'
import type { CachedLists } from './cache/list-cache-types.js'
import type { LookupWriteBack } from './cache/lookup-write-back.js'
import type { ShownOpen } from './cache/shown-open.js'

type Reader = Pick<CachedLists['reader'], 'lookup' | 'pieces' | 'statusesOf'>

/** A result built from cached rows; `at` is when the oldest of them was last seen, epoch ms. */
interface StoredAnswer<T> {
  readonly data: T
  readonly at: number
}

export interface Lookups {
  /**
   * Returns the venue's result. If the venue cannot be called, a caller that accepts stored data gets the catalog's rows. Other
   * callers get an error with facts about these rows.
   * @param hasKey whether rows are named, so that the catalog can find them
   * @throws what `read` throws, with `detail.stored` where the catalog would have a result
   */
  fetchResult<T>(
    job: Job,
    hasKey: boolean,
    ignored: readonly string[],
    read: (venue: Venue) => Promise<T>,
  ): Promise<MethodResult>
  /**
   * Returns the catalog's result, or undefined if the catalog has none.
   * @throws VALIDATION_ERROR for an invalid query
   */
  stored<T>(venue: Venue, read: (venue: Venue) => Promise<T>): Promise<StoredAnswer<T> | undefined>
}

/** Creates lookups by key: the venue serves them, and the catalog serves them if the venue is unreachable. */
export function createLookups(
  reader: Reader | undefined,
  clock: Pick<Clock, 'now'>,
  fed?: Pick<LookupWriteBack, 'take'>,
  readMarket: LookUpMarket = readMarketAlone,
  shown?: Pick<ShownOpen, 'note'>,
): Lookups {
  async function stored<T>(
    venue: Venue,
    read: (venue: Venue) => Promise<T>,
  ): Promise<StoredAnswer<T> | undefined> {
    if (reader === undefined || venue.isPrivate === true) return undefined
    const seen: number[] = []
    try {
      const data = await read(asLastSeen(venue, reader, (at) => seen.push(at)))
      return seen.length === 0 ? undefined : { data, at: Math.min(...seen) }
    } catch (error) {
      if (!(error instanceof PmxError) || error.code === 'VALIDATION_ERROR') throw error
      // The catalog having no row, or several, means nothing about the venue.
      return undefined
    }
  }

  return {
    stored,
    async fetchResult(job, hasKey, ignored, read) {
      const { venue, ctx, stored: terms } = job
      try {
        assertMayCallVenue(venue.id, terms)
        const seen: Seen = { events: [], markets: [], found: [] }
        const isEverybodys = venue.isPrivate !== true && holderOf(ctx.secrets) === ''
        const asked = joining(venue, readMarket, ctx)
        const data = await read(noting(asked, seen))
        // Not earlier: `read` fails when the row is not the requested one.
        if (isEverybodys) fed?.take(venue, seen)
        shown?.note(venue.id, [
          ...seen.events.flatMap(({ markets }) => markets),
          ...seen.markets,
          ...seen.found,
        ])
        return createIgnoringResult(ignored, data)
      } catch (error) {
        const trouble = toUnreachable(error, venue, ctx)
        const known = trouble === undefined || !hasKey ? undefined : await stored(venue, read)
        if (trouble === undefined || known === undefined) throw error
        const ageS = computeAgeSeconds(known.at, clock.now())
        const rows = Array.isArray(known.data) ? known.data.length : 1
        assertTakesRows(terms, trouble, { rows, ageS, what: 'A result fetched' })
        return new MethodResult(known.data, createStaleHeader({ ...trouble, ageS }), undefined, ignored)
      }
    },
  }
}

/** Returns the venue for one request, whose market lookups may be joined with those of other requests. */
function joining(venue: Venue, readMarket: LookUpMarket, ctx: OpenContext): Venue {
  if (venue.markets.manyAt === undefined) return venue
  return { ...venue, markets: { ...venue.markets, getMarket: (id) => readMarket(venue, id, ctx) } }
}

interface Seen {
  readonly events: EventRow[]
  readonly markets: MarketRow[]
  readonly found: MarketRow[]
}

/** Returns the venue with a record of each row that its lookups and its search return. */
function noting(venue: Venue, seen: Seen): Venue {
  const { markets } = venue
  const { search } = markets
  const noted = <Row>(rows: Row[], row: Row | undefined): Row | undefined => {
    if (row !== undefined) rows.push(row)
    return row
  }
  return {
    ...venue,
    markets: {
      ...markets,
      getMarket: async (id, ctx) => noted(seen.markets, await markets.getMarket(id, ctx)),
      findOutcome: async (id, ctx) => noted(seen.markets, await markets.findOutcome(id, ctx)),
      getEvent: async (id, ctx) => noted(seen.events, await markets.getEvent(id, ctx)),
      ...(search === undefined
        ? {}
        : {
            search(text, listing, ctx) {
              const listed = search(text, listing, ctx)
              const note = (rows: readonly EventRow[]): void => {
                for (const row of rows) seen.found.push(...row.markets)
              }
              return { ...listed, paging: notingPages(listed.paging, note) }
            },
          }),
    },
  }
}

function notingPages<Row>(paging: Paging<Row>, note: (rows: readonly Row[]) => void): Paging<Row> {
  async function noted<Page extends { readonly rows: readonly Row[] }>(page: Promise<Page>): Promise<Page> {
    note((await page).rows)
    return page
  }
  return paging.kind === 'cursor'
    ? { ...paging, fetch: (cursor: string | undefined) => noted(paging.fetch(cursor)) }
    : { ...paging, fetch: (offset: number) => noted(paging.fetch(offset)) }
}

/** Returns the venue as the catalog last saw it, for lookups by key. */
function asLastSeen(venue: Venue, reader: Reader, noteSeen: (at: number) => void): Venue {
  /** Returns the only row with that name, or the one of several rows whose id it is. */
  function find<Row>(
    kind: RowKind,
    asked: string,
    read: (version: number, status: Status) => Row,
    idOf: (row: Row) => string,
  ) {
    const found = reader.lookup(venue.id, kind, asked).map((known) => ({
      row: read(known.version, known.status),
      lastSeen: known.lastSeen,
    }))
    const named = found.filter(({ row }) => normalizeKey(idOf(row)) === normalizeKey(asked))
    const [one, ...others] = found.length > 1 ? named : found
    if (one === undefined || others.length > 0) return undefined
    noteSeen(one.lastSeen)
    return one.row
  }

  // The daemon itself wrote this text.
  const textOf = (kind: RowKind, version: number): unknown =>
    JSON.parse(joinText(reader.pieces(kind, [version])))

  function readMarket(version: number, status: Status): MarketRow {
    return { market: textOf('market', version) as UnifiedMarket, status }
  }

  function readEvent(version: number, status: Status): EventRow {
    const { markets, ...event } = textOf('event', version) as UnifiedEvent
    const statuses = reader.statusesOf(version)
    return {
      event,
      status,
      markets: markets.map((market, index) => ({ market, status: statuses[index] ?? status })),
    }
  }

  const findMarket = (id: string) => find('market', id, readMarket, ({ market }) => market.marketId)
  return {
    ...venue,
    markets: {
      ...venue.markets,
      // Under the requested name: the stored text does not have the other names of a row.
      async getMarket(id) {
        const row = findMarket(id)
        return row && { ...row, aliases: [id] }
      },
      async getEvent(id) {
        const row = find('event', id, readEvent, ({ event }) => event.id)
        return row && { ...row, aliases: [id] }
      },
      findOutcome: async (id) => findMarket(id),
    },
  }
}
