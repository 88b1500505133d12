import { PmxError } from '../../api/envelope/errors.js'
import { pathOf } from '../../transport/call-types.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import {
  assertHonoured,
  assertNamed,
  createSchemaMismatch,
  isSchemaMismatch,
  readPayload,
} from '../../venue-kit/payload/payload.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { orderByRequest } from '../../venue-kit/requests/row-lists.js'
import { assertOutcomeShape, readId } from './ids.js'
import { assertMarketPage, toEventRow, toMarketRow } from './mapping.js'
import { type MarketFilter, searchMarkets } from './native/market-search.js'
import {
  conditionSpellingsOf,
  firstPositionOf,
  isPositionId,
  isStructuralCondition,
  outcomeIdsOf,
  padCondition,
  protocolOf,
} from './native/protocol.js'
import { omitUnknownMarkets, withoutUnknown } from './native/unknown-markets.js'
import { dataTokens, type GammaMarket, gammaMarket, gammaSingleEvent, tokenMarket } from './schemas.js'

/** Statuses that the path forms return for an unknown id or slug (README.md). */
const unknownThing = [404, 422]

/** Returns the event with this id, slug or site address, open or closed, or undefined if the venue has none. */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'number':
      return (await eventAt(pathOf`/events/${native.number}`, ctx)) ?? eventBySlug(native.number, ctx)
    case 'slug':
      return eventBySlug(native.slug, ctx)
    case 'page':
      return native.event === undefined || native.market !== undefined
        ? undefined
        : eventBySlug(native.event, ctx)
    default:
      return undefined
  }
}

async function eventBySlug(slug: string, ctx: VenueContext): Promise<EventRow | undefined> {
  return eventAt(pathOf`/events/slug/${slug}`, ctx)
}

/** Fetches an event by path. Path forms ignore the closed flag, which hides half of the rows in lists. */
async function eventAt(path: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const what = `GET ${path}`
  const reply = await ctx.http.send({ host: 'gamma', path, group: 'events', accept: unknownThing })
  if (reply.status >= 300) return undefined
  const event = readPayload(gammaSingleEvent, reply.json, what)
  assertNamed(askedIn(path), [event.id, event.slug], what, 'id')
  const [known = event] = omitUnknownMarkets([event], what, ctx)
  return toEventRow(known, what)
}

/**
 * Returns the market with this gamma id, condition id, slug, outcome id or site address, open or closed. Returns
 * undefined if the venue has none or never deployed it.
 * @throws EXCHANGE_NOT_AVAILABLE (`unknown_protocol`)
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const market = await findMarket(id, ctx)
  return market === undefined ? undefined : toMarketRow(market, 'the market lookup')
}

/**
 * Returns the market with this outcome token, open or closed, or undefined if the venue has none.
 * @throws VALIDATION_ERROR field `id` for an invalid outcome id
 */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  assertOutcomeShape(outcomeId)
  const native = readId(outcomeId)
  if (native.kind !== 'token') return undefined
  const market = await findTokenMarket(native.tokenId, ctx)
  return market === undefined ? undefined : toMarketRow(market, 'the outcome lookup')
}

/** Works like {@link getMarket}, with a native market. */
export async function findMarket(id: string, ctx: VenueContext): Promise<GammaMarket | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'number':
      return marketAt(pathOf`/markets/${native.number}`, ctx)
    case 'condition':
      return (await findConditionMarkets([native.conditionId], ctx)).get(padCondition(native.conditionId))
    case 'token':
      return findTokenMarket(native.tokenId, ctx)
    case 'slug':
      return marketAt(pathOf`/markets/slug/${native.slug}`, ctx)
    case 'page':
      return native.market === undefined ? undefined : marketAt(pathOf`/markets/slug/${native.market}`, ctx)
    case 'none':
      return undefined
  }
}

async function marketAt(path: string, ctx: VenueContext): Promise<GammaMarket | undefined> {
  const what = `GET ${path}`
  const query = { include_tag: true }
  const reply = await ctx.http.send({ host: 'gamma', path, query, group: 'markets', accept: unknownThing })
  if (reply.status >= 300) return undefined
  const market = readPayload(gammaMarket, reply.json, what)
  assertNamed(askedIn(path), [market.id, market.slug], what, 'id')
  return market
}

/** Returns the requested id, which is the last part of a path. */
function askedIn(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
}

/** Returns the filter for outcome ids. Positions and CTF tokens have separate filters, and can be told apart by their bits. */
function filterOf(outcomeIds: readonly string[], closed: boolean): MarketFilter {
  const [first = ''] = outcomeIds
  return isPositionId(first) ? { position_ids: outcomeIds, closed } : { clob_token_ids: outcomeIds, closed }
}

/** Whether either list of the market contains the id, whatever its protocol. */
function holds({ clobTokenIds, positionIds }: GammaMarket, outcomeId: string): boolean {
  return clobTokenIds?.includes(outcomeId) === true || positionIds?.includes(outcomeId) === true
}

/**
 * Returns the market that trades this outcome id according to its protocol. Otherwise it returns a market with an unknown
 * protocol that contains the id, and that market is refused by name. An id that its market does not trade is invalid.
 */
function tradedBy(markets: readonly GammaMarket[], outcomeId: string): GammaMarket | undefined {
  const holding = markets.filter((market) => holds(market, outcomeId))
  return (
    holding.find((market) => protocolOf(market) !== undefined && outcomeIdsOf(market)?.includes(outcomeId)) ??
    holding.find((market) => protocolOf(market) === undefined)
  )
}

/** Finds the market of an outcome. Lists hide closed markets unless requested, so both kinds are requested. */
export async function findTokenMarket(
  outcomeId: string,
  ctx: VenueContext,
): Promise<GammaMarket | undefined> {
  const isPosition = isPositionId(outcomeId)
  for (const closed of [false, true]) {
    const found = await searchMarkets(filterOf([outcomeId], closed), ctx)
    const markets = found?.read() ?? []
    const market = tradedBy(markets, outcomeId)
    if (market !== undefined) return market
    const isIgnored = markets.length > 0 && !markets.some((candidate) => holds(candidate, outcomeId))
    // The filter of positions is known from one client alone: where it is ignored, another lookup follows.
    if (isIgnored && isPosition) break
    if (isIgnored) throw strangers(found?.what ?? '', 'clob_token_ids')
  }
  return isPosition ? findPositionMarket(outcomeId, ctx) : undefined
}

/** Finds the market of a position in another way. The data host has its slug, and the order book host has its condition. */
async function findPositionMarket(positionId: string, ctx: VenueContext): Promise<GammaMarket | undefined> {
  const accept = [400, 404, 405, 410]
  const query = { token_id: positionId }
  const told = await ctx.http.send({ host: 'data', path: '/v2/tokens', query, accept })
  const rows = told.status < 300 ? (readPayload(dataTokens, told.json, 'GET /v2/tokens').data ?? []) : []
  const row = rows.find(({ token_id }) => token_id === positionId)
  const bySlug =
    row?.market_slug === undefined ? undefined : await marketAt(pathOf`/markets/slug/${row.market_slug}`, ctx)
  if (bySlug !== undefined) return tradedBy([bySlug], positionId)
  const condition = row?.condition_id ?? (await conditionOf(positionId, ctx))
  const market =
    condition === undefined ? undefined : (await askConditions([condition], ctx)).get(padCondition(condition))
  return market && tradedBy([market], positionId)
}

async function conditionOf(positionId: string, ctx: VenueContext): Promise<string | undefined> {
  const path = pathOf`/markets-by-token/${positionId}`
  const { status, json } = await ctx.http.send({ host: 'clob', path, accept: [400, 404, 405, 410] })
  return status < 300 ? readPayload(tokenMarket, json, 'GET /markets-by-token/{id}').condition_id : undefined
}

/** Outcome ids that fit into one URL: 35 of 93 characters each. */
export const TOKENS_A_CALL = 35

/**
 * Finds the open and closed markets of at most {@link TOKENS_A_CALL} outcome ids. Ids that no list has are left out of the map.
 * @throws for all ids of one kind if the venue refuses one as invalid
 */
export async function findTokenMarkets(
  outcomeIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, GammaMarket>> {
  const found = new Map<string, GammaMarket>()
  const positions = outcomeIds.filter(isPositionId)
  const tokens = outcomeIds.filter((id) => !isPositionId(id))
  for (const asked of [tokens, positions]) {
    for (const closed of [false, true]) {
      const missing = asked.filter((id) => !found.has(id))
      if (missing.length === 0) break
      const filter = filterOf(missing, closed)
      const answer = await searchMarkets(filter, ctx)
      if (answer === undefined) throw refusedTogether()
      const markets = answer.read()
      const stranger = markets.find((market) => !missing.some((id) => holds(market, id)))
      if (stranger !== undefined) throw strangers(answer.what, Object.keys(filter).join(', '))
      for (const id of missing) {
        const market = tradedBy(markets, id)
        if (market !== undefined) found.set(id, market)
      }
    }
  }
  return found
}

/** Condition ids that fit into one URL: 40 of 81 characters each. */
const CONDITIONS_A_CALL = 40

/**
 * Finds the open and closed markets of condition ids of either width, by their padded ids. Unknown ids are left out of the map.
 * The width that the market list takes for conditions of v2 is not documented. Both are requested, and missing ones are requested
 * by the position that the condition names.
 */
export async function findConditionMarkets(
  conditionIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, GammaMarket>> {
  const found = await askConditions(conditionIds, ctx)
  const missing = conditionIds.filter((id) => isStructuralCondition(id) && !found.has(padCondition(id)))
  if (missing.length === 0) return found
  const byPosition = await findTokenMarkets(missing.map(firstPositionOf), ctx).catch((error: unknown) => {
    // The filter of positions is known from one client alone.
    if (isSchemaMismatch(error)) return new Map<string, GammaMarket>()
    throw error
  })
  return new Map([
    ...found,
    ...[...byPosition.values()].map((market) => [padCondition(market.conditionId), market] as const),
  ])
}

async function askConditions(
  conditionIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, GammaMarket>> {
  const found = new Map<string, GammaMarket>()
  // Combos are in no market list.
  const all = [...new Set(conditionIds.map(padCondition))].filter((id) => id.length === 66)
  for (const closed of [false, true]) {
    const missing = all.filter((id) => !found.has(id)).flatMap(conditionSpellingsOf)
    for (let at = 0; at < missing.length; at += CONDITIONS_A_CALL) {
      const asked = missing.slice(at, at + CONDITIONS_A_CALL)
      for (const market of await marketsOf(asked, closed, ctx)) {
        found.set(padCondition(market.conditionId), market)
      }
    }
  }
  return found
}

/** Finds the markets of condition ids in the given spellings. */
async function marketsOf(
  asked: readonly string[],
  closed: boolean,
  ctx: VenueContext,
): Promise<readonly GammaMarket[]> {
  const answer = await searchMarkets({ condition_ids: asked, closed }, ctx)
  if (answer === undefined) {
    // The venue may refuse one of the two widths, together with all others.
    const widths = [62, 64].map((digits) => asked.filter((id) => id.length === digits + 2))
    if (widths.some((ids) => ids.length === 0)) return []
    const each = await Promise.all(widths.map((ids) => marketsOf(ids, closed, ctx)))
    return each.flat()
  }
  const markets = answer.read()
  const wanted = new Set(asked.map(padCondition))
  const known = markets.filter(({ conditionId }) => wanted.has(padCondition(conditionId)))
  if (known.length === 0 && markets.length > 0) throw strangers(answer.what, 'condition_ids')
  return known
}

/** Maximum number of ids per call: as many as rows on a page (README.md). */
export const IDS_PER_CALL = 100

/** Returns the open and closed markets with these gamma ids, as the market list has them. */
export async function readMany(ids: readonly string[], ctx: VenueContext): Promise<readonly MarketRow[]> {
  const rows: MarketRow[] = []
  let missing = ids.flatMap((id) => {
    const native = readId(id)
    return native.kind === 'number' ? [native.number] : []
  })
  for (const closed of [false, true]) {
    if (missing.length === 0) break
    const answer = await searchMarkets({ id: missing, closed }, ctx)
    if (answer === undefined) throw refusedTogether()
    const { what, read } = answer
    const markets = readInList(what, ctx, read)
    for (const [index, { id: got }] of markets.entries()) {
      assertHonoured(missing.includes(got), what, `[${index}].id`, got)
    }
    assertMarketPage(markets, what, '[*]')
    const known = withoutUnknown(markets, what, ctx)
    rows.push(...readInList(what, ctx, () => convertRows(known, '', (market) => toMarketRow(market, what))))
    missing = missing.filter((id) => !markets.some((market) => market.id === id))
  }
  return rows
}

/** No market has a longer number. The venue may refuse longer ones, and a hundred of them would not fit into one URL. */
const MAX_NUMBER_LENGTH = 12

/** Whether all ids are gamma ids, and few enough for one list call. */
export function fitInOneCall(ids: readonly string[]): boolean {
  return ids.length <= IDS_PER_CALL && ids.every((id) => marketNumber(id) !== undefined)
}

function marketNumber(id: string): string | undefined {
  const native = readId(id)
  return native.kind === 'number' && native.number.length <= MAX_NUMBER_LENGTH ? native.number : undefined
}

/** Returns the markets of gamma ids that {@link fitInOneCall}; markets that neither list has are left out. */
export async function getMany(
  ids: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, MarketRow>> {
  const numbers = [...new Set(ids.flatMap((id) => marketNumber(id) ?? []))]
  return orderByRequest(ids, await readMany(numbers, ctx), marketNumber)
}

/**
 * Creates the error for a refused batch. One invalid id causes all others to be refused too, so they are requested in smaller
 * parts.
 */
function refusedTogether(): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    'Polymarket refused one of several ids, and therefore returned none of them.',
  )
}

/** Creates the error for an ignored filter. Gamma ignores unknown parameters and then returns its first page. */
function strangers(what: string, filter: string): PmxError {
  return createSchemaMismatch(what, '[*]', `rows that were not requested with ${filter}`)
}
