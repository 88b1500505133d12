import { PmxError } from '../../api/envelope/errors.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { readId } from './ids.js'
import { type Parent, toDeployed, toEventRow, toMarketRow } from './mapping.js'
import { fetchLastPrice, fetchLastPrices } from './native/last-prices.js'
import { parentOf } from './native/parent.js'
import { findMarketOf, rememberRow } from './native/places.js'
import { asBinary, asCategorical, categoricalAt, findNative, findRowBySlug } from './native/single-rows.js'
import type { NativeMarket, NativeRow } from './schemas.js'

/** Returns the event with this number, slug or site address, open or closed, or undefined if the venue has none. */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'number':
      return toEvent(await categoricalAt(native.number, ctx), ctx)
    case 'slug':
      return toEvent(asCategorical(await findRowBySlug(native.slug, ctx)), ctx)
    case 'page':
      return native.isCategorical ? toEvent(await categoricalAt(native.number, ctx), ctx) : undefined
    default:
      return undefined
  }
}

async function toEvent(row: NativeRow | undefined, ctx: VenueContext): Promise<EventRow | undefined> {
  if (row === undefined) return undefined
  rememberRow(row, ctx)
  const what = 'GET /market/categorical/{id}'
  const prices = await fetchLastPrices(
    (row.childMarkets ?? []).flatMap((child) => toDeployed(child, what) ?? []),
    ctx,
  )
  // This response counts the turnover once, unlike lists (README.md).
  return toEventRow(row, { factor: 1, prices }, what)
}

/**
 * Returns the market with this number, outcome token, slug or site address, open or closed, or undefined if the venue has
 * none.
 * @throws BAD_REQUEST for an invalid market id, and with the candidates for the page of an event with several
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'number':
      return toMarket(await findNative(native.number, ctx), ctx)
    case 'token':
      return findOutcome(native.tokenId, ctx)
    case 'slug':
      return toMarket(asBinary(await findRowBySlug(native.slug, ctx)), ctx)
    case 'page':
      if (native.isCategorical) return onlyMarketOf(await categoricalAt(native.number, ctx), id, ctx)
      return toMarket(await findNative(native.number, ctx), ctx)
    case 'none':
      throw noMarketId(id)
  }
}

/** Returns the market with this outcome token, open or closed, or undefined if the venue has none. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(outcomeId)
  if (native.kind !== 'token') return undefined
  const number = await findMarketOf(native.tokenId, ctx)
  return number === undefined ? undefined : toMarket(await findNative(number, ctx), ctx)
}

async function toMarket(native: NativeMarket | undefined, ctx: VenueContext): Promise<MarketRow | undefined> {
  if (native === undefined) return undefined
  return toRow(native, await parentOf(native, ctx), ctx)
}

async function toRow(
  native: NativeMarket,
  parent: Parent | undefined,
  ctx: VenueContext,
): Promise<MarketRow | undefined> {
  const what = 'GET /market/{id}'
  const deployed = toDeployed(native, what)
  if (deployed === undefined) return undefined
  return toMarketRow(deployed, parent, await fetchLastPrice(deployed, ctx), what)
}

async function onlyMarketOf(
  event: NativeRow | undefined,
  asked: string,
  ctx: VenueContext,
): Promise<MarketRow | undefined> {
  if (event === undefined) return undefined
  rememberRow(event, ctx)
  const [only, ...others] = event.childMarkets ?? []
  if (only === undefined) return undefined
  if (others.length === 0) return toRow(only, event, ctx)
  const candidates = [only, ...others].map(({ marketId }) => String(marketId))
  throw new PmxError(
    'BAD_REQUEST',
    `'${asked}' matches ${candidates.length} markets. Request one by its id.`,
    {
      detail: { kind: 'ambiguous', candidates },
    },
  )
}

/** Creates the error for an invalid market id (api/README.md, "Errors": Opinion ids are whole numbers). */
function noMarketId(text: string): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    `'${text.slice(0, 100)}' is not an Opinion market id. Pass a whole number, a slug or an outcome id.`,
    { field: 'marketId' },
  )
}
