import { PmxError } from '../../api/envelope/errors.js'
import { pathOf } from '../../transport/call-types.js'
import { collect } from '../../venue-kit/contract/paging.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertNamed, assertSameSubject, readPayload } from '../../venue-kit/payload/payload.js'
import { readId } from './ids.js'
import { listEventPages } from './listing.js'
import { toEventRow, toMarketRow } from './mapping.js'
import { findMarketId, findMarketOf } from './native/directory.js'
import { lookUp } from './native/lookup-reply.js'
import { readPrices } from './native/prices.js'
import { type NativeEvent, singleEvent, singleMarket } from './schemas.js'

/** Returns the event with this number, slug or site address, open or closed, or undefined if the venue has none. */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'number':
      return eventAt(pathOf`/events/${native.number}`, native.number, ctx)
    case 'slug':
      return eventAt(pathOf`/events/slug/${native.slug}`, native.slug, ctx)
    case 'page':
      return native.market === undefined ? getEvent(native.event, ctx) : undefined
    default:
      return undefined
  }
}

async function eventAt(path: string, key: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const what = `GET ${path}`
  const found = await lookUp({ host: 'market', path }, ctx)
  if (found.kind === 'none') return undefined
  if (found.kind === 'doubtful') {
    if (await isListedEvent(key, ctx)) throw listedButUntold('event', key)
    return undefined
  }
  const event = readPayload(singleEvent, found.reply.json, what)
  assertNamed(key, [event.id, event.slug], what, 'id')
  return toEventRow(event, what, await readPrices(event.markets, ctx))
}

async function isListedEvent(key: string, ctx: VenueContext): Promise<boolean> {
  for (const status of ['active', 'closed'] as const) {
    const pages = listEventPages(status, 100, ctx)
    const events = await collect<NativeEvent>({
      kind: 'cursor',
      what: 'events',
      idOf: (event) => event.id,
      ...pages,
    })
    if (events.some((event) => event.id === key || event.slug?.toLowerCase() === key)) return true
  }
  return false
}

/**
 * Returns the market with this number, condition id, token id, slug or site address, open or closed, or undefined if the
 * venue has none.
 * @throws BAD_REQUEST with the candidates for a slug of several markets
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'number':
      return marketAt(native.number, ctx)
    case 'condition':
      return marketOf(await findMarketId('condition', native.conditionId, ctx), ctx)
    case 'slug':
      return marketOf(await findMarketId('slug', native.slug, ctx), ctx)
    case 'token':
      return findOutcome(native.tokenId, ctx)
    case 'page':
      return marketOf(native.market, ctx)
    case 'none':
      return undefined
  }
}

/** Returns the market with this outcome token, open or closed, or undefined if the venue has none. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(outcomeId)
  if (native.kind !== 'token') return undefined
  return marketOf(await findMarketOf(native.tokenId, ctx), ctx)
}

async function marketOf(marketId: string | undefined, ctx: VenueContext): Promise<MarketRow | undefined> {
  return marketId === undefined ? undefined : marketAt(marketId, ctx)
}

async function marketAt(marketId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const path = pathOf`/markets/${marketId}`
  const what = `GET ${path}`
  const found = await lookUp({ host: 'market', path }, ctx)
  if (found.kind === 'none') return undefined
  if (found.kind === 'doubtful') {
    if ((await findMarketId('number', marketId, ctx)) !== undefined) throw listedButUntold('market', marketId)
    return undefined
  }
  const market = readPayload(singleMarket, found.reply.json, what)
  assertSameSubject(marketId, market.id, what, 'id')
  const prices = await readPrices([market], ctx)
  return toMarketRow(market, what, prices, market.event)
}

/**
 * Creates the error for an event or market that is listed but unavailable. The venue returns "failed to retrieve" for unknown ids
 * too, but for an id in its own lists this is a failure.
 */
function listedButUntold(what: string, key: string): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Probable lists the ${what} '${key}', but failed to return it.`,
    {
      detail: { kind: 'failed_lookup', key },
    },
  )
}
