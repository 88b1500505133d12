import { PmxError } from '../../api/envelope/errors.js'
import { pathOf } from '../../transport/call-types.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertHonoured, assertNamed, assertSameSubject } from '../../venue-kit/payload/payload.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { requestList, requestOptional, requestRequired } from '../../venue-kit/requests/request-list.js'
import { orderByRequest } from '../../venue-kit/requests/row-lists.js'
import { type MarketRef, type NativeId, packMarketId, readId, spellingsOf, type TradingModel } from './ids.js'
import { hasCandidates, refOf, toCandidateRow, toEventRow, toMarketRow, toOwnEventRow } from './mapping.js'
import { eventReply, marketReply, marketsReply, type NativeMarket } from './schemas.js'

/** Returns the market with this id, slug or site address, open or closed, or undefined if the venue has none. */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(id)
  const market = await findNative(native, ctx)
  if (market === undefined) return undefined
  return native.kind === 'outcome' ? rowWith(market, native) : spelt(toMarketRow(market), market)
}

/** Returns the market with this outcome, open or closed, or undefined if the venue has none. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(outcomeId)
  if (native.kind !== 'outcome') return undefined
  const market = await findNative(native, ctx)
  if (market === undefined || rowWith(market, native) === undefined) return undefined
  // An outcome belongs to the venue's market; only the other side of one needs the synthetic market.
  return native.place.isNegative ? rowWith(market, native) : spelt(toMarketRow(market), market)
}

/** Adds the other spellings of the ids, so that a lookup by one of them finds the row. */
function spelt(
  row: MarketRow,
  market: NativeMarket,
  indexes = market.outcomes.map(({ id }) => id),
): MarketRow {
  return { ...row, aliases: spellingsOf(refOf(market), indexes) }
}

/** Returns the row of an outcome's id as a market: in a market of two, the market itself. */
function rowWith(
  market: NativeMarket,
  { place }: Extract<NativeId, { kind: 'outcome' }>,
): MarketRow | undefined {
  const outcome = market.outcomes.find((candidate) => candidate.id === place.index)
  if (outcome === undefined) return undefined
  if (hasCandidates(market)) return spelt(toCandidateRow(market, outcome), market, [outcome.id])
  return place.isNegative ? undefined : spelt(toMarketRow(market), market)
}

/**
 * Returns the event with this id, slug or site address, open or closed, or undefined if the venue has none. A market
 * without an event is a separate event.
 */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'uuid':
      return eventAt(native.uuid, ctx)
    case 'slug':
      return (await eventAt(native.slug, ctx)) ?? ownEvent(await marketBySlug(native.slug, ctx))
    case 'number':
    case 'market':
      return ownEvent(await findNative(native, ctx))
    default:
      return undefined
  }
}

function ownEvent(market: NativeMarket | undefined): EventRow | undefined {
  if (market === undefined || market.eventId !== undefined) return undefined
  return { ...toOwnEventRow(market), aliases: spellingsOf(refOf(market), []) }
}

async function eventAt(key: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const what = 'GET /events/{id}'
  const event = await requestOptional(ctx, eventReply, { path: pathOf`/events/${key}`, what })
  if (event === undefined) return undefined
  assertNamed(key, [event.id, event.slug], what, 'slug')
  return toEventRow(event)
}

/** Works like {@link getMarket}, with a native market, and also for an outcome's id. */
export async function findNative(native: NativeId, ctx: VenueContext): Promise<NativeMarket | undefined> {
  switch (native.kind) {
    case 'market':
    case 'outcome': {
      const { network, number } = native
      if (native.model === 'ob') return marketAt({ network, number, model: 'ob' }, ctx)
      // Upstream only has pools: the plain id means one, and where there is none it means the order book market.
      const pool = await marketAt({ network, number, model: 'amm' }, ctx)
      return pool ?? marketAt({ network, number, model: 'ob' }, ctx)
    }
    case 'number':
      return marketByNumber(native.number, ctx)
    case 'slug':
      return marketBySlug(native.slug, ctx)
    default:
      return undefined
  }
}

/** Returns the market of one network and trading model with this number. */
export async function marketAt(ref: MarketRef, ctx: VenueContext): Promise<NativeMarket | undefined> {
  const what = 'GET /markets/{id}'
  const query = { network_id: ref.network, trading_model: ref.model }
  const market = await requestOptional(ctx, marketReply, {
    path: pathOf`/markets/${ref.number}`,
    query,
    what,
  })
  if (market === undefined) return undefined
  assertSameSubject(packMarketId(ref), packMarketId(refOf(market)), what, 'id')
  return market
}

/** Maximum number of ids per call: as many as rows on a page (README.md). */
export const IDS_PER_CALL = 100

/** Returns the markets with these ids, open and closed, as the list of markets has them: a call for each network and model. */
export async function readMany(ids: readonly string[], ctx: VenueContext): Promise<readonly MarketRow[]> {
  const found = await Promise.all(shelvesOf(ids).map((shelf) => readShelf(shelf, toMarketRow, ctx)))
  return found.flat()
}

/** Whether all ids are markets of one network and trading model, and one list call takes this many. */
export function fitInOneCall(ids: readonly string[]): boolean {
  const shelves = shelvesOf(ids)
  return ids.length <= IDS_PER_CALL && shelves.length === 1 && shelves[0]?.numbers.length === ids.length
}

/** Returns the markets of ids that {@link fitInOneCall}; markets that the list does not have are left out. */
export async function getMany(
  ids: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, MarketRow>> {
  const toSpelt = (market: NativeMarket): MarketRow => spelt(toMarketRow(market), market)
  const found = await Promise.all(shelvesOf(ids).map((shelf) => readShelf(shelf, toSpelt, ctx)))
  return orderByRequest(ids, found.flat(), (id) => {
    const ref = refIn(id)
    return ref && packMarketId(ref)
  })
}

/** Returns the market of an id, a pool where it names no model. */
function refIn(id: string): MarketRef | undefined {
  const native = readId(id)
  if (native.kind !== 'market') return undefined
  const { network, number, model = 'amm' } = native
  return { network, number, model }
}

/** A network and trading model, within which market numbers are unique. */
interface Shelf extends Omit<MarketRef, 'number'> {
  readonly numbers: readonly number[]
}

function shelvesOf(ids: readonly string[]): readonly Shelf[] {
  const shelves = new Map<string, Shelf>()
  for (const id of ids) {
    const ref = refIn(id)
    if (ref === undefined) continue
    const { network, number, model } = ref
    const name = `${network} ${model}`
    const { numbers } = shelves.get(name) ?? { numbers: [] }
    shelves.set(name, { network, model, numbers: [...numbers, number] })
  }
  return [...shelves.values()]
}

async function readShelf(
  { network, model, numbers }: Shelf,
  toRow: (market: NativeMarket) => MarketRow,
  ctx: VenueContext,
): Promise<readonly MarketRow[]> {
  const what = 'GET /markets'
  const query = {
    ids: numbers.join(','),
    network_id: network,
    trading_model: model,
    page: 1,
    limit: IDS_PER_CALL,
  }
  const { data } = await requestList(ctx, marketsReply, { path: '/markets', query, what })
  for (const [index, market] of data.entries()) {
    const isAsked =
      market.networkId === network && market.tradingModel === model && numbers.includes(market.id)
    assertHonoured(isAsked, what, `data[${index}].id`, packMarketId(refOf(market)))
  }
  return readInList(what, ctx, () => convertRows(data, 'data', toRow))
}

async function marketBySlug(slug: string, ctx: VenueContext): Promise<NativeMarket | undefined> {
  const what = 'GET /markets/{slug}'
  const query = { trading_model: 'all' satisfies TradingModel | 'all' }
  const market = await requestOptional(ctx, marketReply, { path: pathOf`/markets/${slug}`, query, what })
  if (market !== undefined) assertNamed(slug, [market.slug], what, 'slug')
  return market
}

/**
 * Returns the market with a number without a network.
 * @throws BAD_REQUEST with the candidates when several networks or models have one
 */
async function marketByNumber(number: number, ctx: VenueContext): Promise<NativeMarket | undefined> {
  const what = 'GET /markets'
  const query = { ids: String(number), trading_model: 'all', page: 1, limit: 100 }
  const { data } = await requestRequired(ctx, marketsReply, { path: '/markets', query, what })
  for (const [index, { id: got }] of data.entries()) {
    assertHonoured(got === number, what, `data[${index}].id`, got)
  }
  if (data.length <= 1) return data[0]
  const candidates = data.map((market) => packMarketId(refOf(market)))
  throw new PmxError(
    'BAD_REQUEST',
    `Several Myriad markets have the number ${number}. Use one of ${candidates.join(', ')}.`,
    { detail: { kind: 'ambiguous', candidates } },
  )
}
