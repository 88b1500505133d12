import { PmxError } from '../../api/envelope/errors.js'
import { pathOf } from '../../transport/call.js'
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
  conditionSpellings,
  firstPositionOf,
  isPositionId,
  isStructuralCondition,
  outcomeIdsOf,
  padCondition,
  protocolOf,
} from './native/protocol.js'
import { eventsWithoutUnknown, withoutUnknown } from './native/unknown-markets.js'
import { dataTokens, type GammaMarket, gammaMarket, gammaSingleEvent, tokenMarket } from './schemas.js'

/** What the path forms answer for an id or slug they do not know (README.md). */
const unknownThing = [404, 422]

/** The event with this id, slug or site address, open or closed; undefined when the venue knows none. */
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

/** The path forms ignore the closed flag that hides half of the lists' rows. */
async function eventAt(path: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const what = `GET ${path}`
  const reply = await ctx.http.send({ host: 'gamma', path, group: 'events', accept: unknownThing })
  if (reply.status >= 300) return undefined
  const event = readPayload(gammaSingleEvent, reply.json, what)
  assertNamed(askedIn(path), [event.id, event.slug], what, 'id')
  const [known = event] = eventsWithoutUnknown([event], what, ctx)
  return toEventRow(known, what)
}

/**
 * The market with this gamma id, condition id, slug, outcome id or site address, open or closed; undefined when the
 * venue knows none or never deployed it.
 * @throws EXCHANGE_NOT_AVAILABLE (`unknown_protocol`)
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const market = await findMarket(id, ctx)
  return market === undefined ? undefined : toMarketRow(market, 'the market lookup')
}

/**
 * The market that has this outcome token, open or closed; undefined when the venue knows none.
 * @throws VALIDATION_ERROR field `id` for what cannot be an outcome id
 */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  assertOutcomeShape(outcomeId)
  const native = readId(outcomeId)
  if (native.kind !== 'token') return undefined
  const market = await findTokenMarket(native.tokenId, ctx)
  return market === undefined ? undefined : toMarketRow(market, 'the outcome lookup')
}

/** As {@link getMarket}, in the venue's own words. */
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

/** What a path asks for: its last part. */
function askedIn(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
}

/** What is asked for an outcome id: positions and CTF tokens have filters of their own, told apart by their bits. */
function filterOf(outcomeIds: readonly string[], closed: boolean): MarketFilter {
  const [first = ''] = outcomeIds
  return isPositionId(first) ? { position_ids: outcomeIds, closed } : { clob_token_ids: outcomeIds, closed }
}

/** Whether either list of the market holds the id, whatever its protocol. */
function holds({ clobTokenIds, positionIds }: GammaMarket, outcomeId: string): boolean {
  return clobTokenIds?.includes(outcomeId) === true || positionIds?.includes(outcomeId) === true
}

/**
 * The market that is traded by this outcome id, by what its protocol says; else one of an unknown protocol that holds it,
 * to be refused by name. An id of the list that a market is not traded by names nothing.
 */
function tradedBy(markets: readonly GammaMarket[], outcomeId: string): GammaMarket | undefined {
  const holding = markets.filter((market) => holds(market, outcomeId))
  return (
    holding.find((market) => protocolOf(market) !== undefined && outcomeIdsOf(market)?.includes(outcomeId)) ??
    holding.find((market) => protocolOf(market) === undefined)
  )
}

/** The market of an outcome. Lists hide closed markets unless asked for them, so both kinds are asked. */
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
    // The filter of positions is known from one client alone: where it is ignored, there is another way.
    if (isIgnored && isPosition) break
    if (isIgnored) throw strangers(found?.what ?? '', 'clob_token_ids')
  }
  return isPosition ? findPositionMarket(outcomeId, ctx) : undefined
}

/** The second way to the market of a position: the data host names its slug, the order book host its condition. */
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

/** Outcome ids that fit into one address: 35 of 93 characters each. */
export const TOKENS_A_CALL = 35

/**
 * The markets of outcome ids, at most {@link TOKENS_A_CALL}, open and closed; those that no list has are left out of the
 * map.
 * @throws for all of one kind where the venue refuses one as no id
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

/** Condition ids that fit into one address: 40 of 81 characters each. */
const CONDITIONS_A_CALL = 40

/**
 * The markets of condition ids of either width, open and closed, by their padded ids; ids unknown to the venue are left
 * out of the map. Which width the market list takes for conditions of v2 is not documented: both are asked, and what
 * neither finds is asked by the position that the condition names.
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
    const missing = all.filter((id) => !found.has(id)).flatMap(conditionSpellings)
    for (let at = 0; at < missing.length; at += CONDITIONS_A_CALL) {
      const asked = missing.slice(at, at + CONDITIONS_A_CALL)
      for (const market of await marketsOf(asked, closed, ctx)) {
        found.set(padCondition(market.conditionId), market)
      }
    }
  }
  return found
}

/** The markets of condition ids in the very spellings that are asked. */
async function marketsOf(
  asked: readonly string[],
  closed: boolean,
  ctx: VenueContext,
): Promise<readonly GammaMarket[]> {
  const answer = await searchMarkets({ condition_ids: asked, closed }, ctx)
  if (answer === undefined) {
    // One of the two widths may be none to the venue, and refused with all the others.
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

/** Most numbers that one call takes: as many as rows on a page (README.md). */
export const IDS_PER_CALL = 100

/** The markets with these gamma ids, open and closed, as the list of markets has them. */
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

/** Numbers of more digits than any market has: the venue may refuse them, and a hundred would not fit into one address. */
const MAX_NUMBER_LENGTH = 12

/** Whether all these are gamma ids, and one list call tells of as many. */
export function fitACall(ids: readonly string[]): boolean {
  return ids.length <= IDS_PER_CALL && ids.every((id) => marketNumber(id) !== undefined)
}

function marketNumber(id: string): string | undefined {
  const native = readId(id)
  return native.kind === 'number' && native.number.length <= MAX_NUMBER_LENGTH ? native.number : undefined
}

/** The markets of gamma ids that {@link fitACall}; those that neither list shows are left out. */
export async function getMany(
  ids: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, MarketRow>> {
  const numbers = [...new Set(ids.flatMap((id) => marketNumber(id) ?? []))]
  return orderByRequest(ids, await readMany(numbers, ctx), marketNumber)
}

/** One id that is none is refused with all the others: they are asked for in smaller parts. */
function refusedTogether(): PmxError {
  return new PmxError('BAD_REQUEST', 'Polymarket refused one of several ids, and with it the others.')
}

/** Gamma ignores parameters it does not know; then its first page comes back, and it is no answer to the question. */
function strangers(what: string, filter: string): PmxError {
  return createSchemaMismatch(what, '[*]', `rows that were not asked for with ${filter}`)
}
