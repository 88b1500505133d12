import { pathOf } from '../../transport/call-types.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertNamed } from '../../venue-kit/payload/payload.js'
import { requestOptional } from '../../venue-kit/requests/request-list.js'
import { type Key, readId, readOutcomeId } from './ids.js'
import { toEventRow, toMarketRow } from './mapping.js'
import { findEventOf } from './native/parent.js'
import { eventReply, marketReply, type NativeMarket } from './schemas.js'

/** Returns the event with this slug, number or site address, open or closed, or undefined if the venue has none. */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'number':
      return eventAt(pathOf`/v1/events/${native.number}`, native.number, ctx)
    case 'slug':
    case 'event page':
      return eventAt(pathOf`/v1/events/slug/${native.slug}`, native.slug, ctx)
    default:
      return undefined
  }
}

async function eventAt(path: string, asked: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const what = `GET ${path}`
  const reply = await requestOptional(ctx, eventReply, { host: 'gateway', path, what })
  if (reply === undefined) return undefined
  const { id, slug, ticker } = reply.event
  assertNamed(asked, [id, slug, ticker], what, 'event.slug')
  return toEventRow(reply.event, what)
}

/**
 * Returns the market with this slug, number or site address, open or closed, or undefined if the venue has none. The market does
 * not contain its event, which is looked up separately.
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'number':
    case 'slug':
      return rowOf(native, ctx)
    case 'market page':
      return rowOf({ kind: 'slug', slug: native.slug }, ctx)
    default:
      return undefined
  }
}

/** Returns the market with this side. A slug or number alone stands for the long side. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const id = readOutcomeId(outcomeId)
  const row = id && (await rowOf(id.market, ctx))
  return row && { ...row, aliases: [...(row.aliases ?? []), outcomeId.trim()] }
}

async function rowOf(key: Key, ctx: VenueContext): Promise<MarketRow | undefined> {
  const market = await findMarket(key, ctx)
  return market && toMarketRow(market, 'the market lookup', await findEventOf(market.slug, ctx))
}

/** Returns the native market. */
export async function findMarket(key: Key, ctx: VenueContext): Promise<NativeMarket | undefined> {
  const asked = key.kind === 'number' ? key.number : key.slug
  const path =
    key.kind === 'number' ? pathOf`/v1/market/id/${key.number}` : pathOf`/v1/market/slug/${key.slug}`
  const what = `GET ${path}`
  const reply = await requestOptional(ctx, marketReply, { host: 'gateway', path, what })
  if (reply === undefined) return undefined
  assertNamed(asked, [key.kind === 'number' ? reply.market.id : reply.market.slug], what, 'market.slug')
  return reply.market
}
