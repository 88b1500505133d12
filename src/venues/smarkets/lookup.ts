import { PmxError } from '../../api/envelope/errors.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { orderByRequest } from '../../venue-kit/requests/row-lists.js'
import { packMarketSlug, readId } from './ids.js'
import { findContractOrMarket, type Named, otherReading } from './native/contracts.js'
import { gatherEvents, gatherMarket, gatherMarkets } from './native/gather.js'
import { MAX_IDS, readEvents, readMarkets } from './native/request.js'
import {
  fetchEventsOfPage,
  fetchEventsOfSlug,
  fetchPastEventsOfSlug,
  openEventsOfSlug,
} from './native/slugs.js'
import type { NativeEvent } from './schemas.js'

/**
 * Returns the event with this number, slug or page of the site, as far as slugs and pages can be found (native/slugs.ts).
 * Returns undefined if the venue has none.
 * @throws BAD_REQUEST with the candidates for a slug of several events
 */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const event = await findEvent(id, ctx)
  if (event === undefined) return undefined
  const [row] = await gatherEvents([event], ctx)
  return row
}

async function findEvent(id: string, ctx: VenueContext): Promise<NativeEvent | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'number':
      return (await readEvents([native.number], ctx))[0]
    case 'slug':
      return theOne(await fetchEventsOfSlug(native.event, ctx), native.event)
    case 'page':
      return theOne(await fetchEventsOfPage(native.fullSlug, ctx), native.fullSlug)
    default:
      return undefined
  }
}

function theOne(found: readonly NativeEvent[], asked: string): NativeEvent | undefined {
  if (found.length > 1) throw ambiguous(asked, 'events', found)
  return found[0]
}

/**
 * Returns the market with this number, open or closed, or with this slug (`<event>/<market>`) as far as slugs can be
 * found. Returns undefined if the venue has none.
 * @throws BAD_REQUEST with the candidates for a slug that matches several
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(id)
  if (native.kind === 'number') return marketAt(native.number, ctx)
  if (native.kind !== 'market-slug') return undefined
  const slug = packMarketSlug(native.event, native.market)
  const marketsIn = async (events: readonly NativeEvent[]): Promise<readonly MarketRow[]> =>
    (await gatherEvents(events, ctx))
      .flatMap(({ markets }) => markets)
      .filter(({ market }) => market.slug?.toLowerCase() === slug)
  const open = await marketsIn(await openEventsOfSlug(native.event, ctx))
  // A recurring event has the same slug, though its markets have others.
  const found = open.length > 0 ? open : await marketsIn(await fetchPastEventsOfSlug(native.event, ctx))
  if (found.length > 1)
    throw ambiguous(
      slug,
      'markets',
      found.map(({ market }) => ({ id: market.marketId })),
    )
  return found[0]
}

async function marketAt(marketId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const [market] = await readMarkets([marketId], ctx)
  if (market === undefined) return undefined
  const [event] = await readEvents([market.event_id], ctx)
  if (event === undefined) {
    throw createSchemaMismatch(
      `GET /events/${market.event_id}/`,
      'events',
      `the event of market ${marketId} is missing`,
    )
  }
  return gatherMarket(market, event, ctx)
}

/** Returns the markets with these numbers, open or closed, with their contracts, last prices and volumes. */
export async function readMany(ids: readonly string[], ctx: VenueContext): Promise<readonly MarketRow[]> {
  const numbers = [...new Set(ids.flatMap((id) => numberIn(id) ?? []))]
  if (numbers.length === 0) return []
  const markets = await readMarkets(numbers, ctx)
  const events = await readEvents([...new Set(markets.map((market) => market.event_id))], ctx)
  return gatherMarkets(markets, events, ctx)
}

function numberIn(id: string): string | undefined {
  const native = readId(id)
  return native.kind === 'number' ? native.number : undefined
}

/** Whether all ids are numbers, and few enough for one call of each kind. */
export function fitInOneCall(ids: readonly string[]): boolean {
  return ids.length <= MAX_IDS.markets && ids.every((id) => numberIn(id) !== undefined)
}

/** Returns the markets with numbers that {@link fitInOneCall}. Incomplete markets are left out. */
export async function getMany(
  ids: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, MarketRow>> {
  return orderByRequest(ids, await readMany(ids, ctx), numberIn)
}

/**
 * Returns the market with this contract, open or closed, or undefined if the venue has none (native/contracts.ts).
 * @throws BAD_REQUEST with the contracts as candidates for the id of a market
 */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const named = await findContractOrMarket(outcomeId, ctx)
  if (named?.kind === 'market') throw marketNotContract(named)
  return named && marketAt(named.marketId, ctx)
}

function marketNotContract({
  marketId,
  contracts,
  mayBeContract,
}: Extract<Named, { kind: 'market' }>): PmxError {
  const other = mayBeContract ? ` ${otherReading}` : ''
  const names = contracts.map(({ id, name }) => `${id} (${name})`).join(', ')
  return new PmxError(
    'BAD_REQUEST',
    `'${marketId}' is a Smarkets market, not an outcome. Its outcome ids are ${names || 'not available yet'}.${other}`,
    { detail: { kind: 'ambiguous', candidates: contracts.map(({ id }) => id) } },
  )
}

function ambiguous(asked: string, what: string, found: readonly { readonly id: string }[]): PmxError {
  const candidates = found.map(({ id }) => id)
  return new PmxError('BAD_REQUEST', `'${asked}' matches ${found.length} ${what}. Request one by its id.`, {
    detail: { kind: 'ambiguous', candidates },
  })
}
