import { pathOf } from '../../transport/call.js'
import { assertHonoured, assertNamed, drift, readPayload } from '../../venue-kit/payload.js'
import { byAsked } from '../../venue-kit/row-lists.js'
import { eachRow, inList, readList } from '../../venue-kit/rows.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/venue.js'
import { assertOutcomeShape, readId } from './ids.js'
import { assertMarketPage, toEventRow, toMarketRow } from './rows.js'
import { type GammaMarket, gammaMarket, gammaMarkets, gammaSingleEvent } from './wire.js'

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
  return toEventRow(event, what)
}

/**
 * The market with this gamma id, condition id, slug, token id or site address, open or closed; undefined when the
 * venue knows none or never deployed it.
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
      return (await findConditionMarkets([native.conditionId], ctx)).get(native.conditionId)
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

/** The market of a token. Lists hide closed markets unless asked for them, so both kinds are asked. */
export async function findTokenMarket(tokenId: string, ctx: VenueContext): Promise<GammaMarket | undefined> {
  for (const closed of [false, true]) {
    const found = await marketsWith({ clob_token_ids: [tokenId], closed }, ctx)
    const market = found.find((candidate) => candidate.clobTokenIds?.includes(tokenId))
    if (market !== undefined) return market
    assertFilterWorked(found, 'clob_token_ids')
  }
  return undefined
}

/** Tokens that fit into one address: 35 of 93 characters each. */
export const TOKENS_A_CALL = 35

/**
 * The markets of tokens, at most {@link TOKENS_A_CALL}, open and closed; tokens that no list has are left out of the map.
 * @throws for all of them where the venue refuses one as no token
 */
export async function findTokenMarkets(
  tokenIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, GammaMarket>> {
  const found = new Map<string, GammaMarket>()
  for (const closed of [false, true]) {
    const missing = tokenIds.filter((tokenId) => !found.has(tokenId))
    if (missing.length === 0) break
    const markets = await marketsWith({ clob_token_ids: missing, closed }, ctx, [])
    for (const market of markets) {
      const own = missing.filter((tokenId) => market.clobTokenIds?.includes(tokenId))
      if (own.length === 0) assertFilterWorked([market], 'clob_token_ids')
      for (const tokenId of own) found.set(tokenId, market)
    }
  }
  return found
}

/** Condition ids that fit into one address: 40 of 81 characters each. */
const CONDITIONS_A_CALL = 40

/** The markets of condition ids (lower case), open and closed; ids unknown to the venue are left out of the map. */
export async function findConditionMarkets(
  conditionIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, GammaMarket>> {
  const found = new Map<string, GammaMarket>()
  for (const closed of [false, true]) {
    const missing = conditionIds.filter((conditionId) => !found.has(conditionId))
    for (let at = 0; at < missing.length; at += CONDITIONS_A_CALL) {
      const asked = missing.slice(at, at + CONDITIONS_A_CALL)
      const markets = await marketsWith({ condition_ids: asked, closed }, ctx)
      const known = markets.filter((market) => asked.includes(market.conditionId.toLowerCase()))
      if (known.length === 0) assertFilterWorked(markets, 'condition_ids')
      for (const market of known) found.set(market.conditionId.toLowerCase(), market)
    }
  }
  return found
}

/** Most numbers that one call takes: as many as rows on a page (README.md). */
export const IDS_PER_CALL = 100

/** The markets with these gamma ids, open and closed, as the list of markets has them. */
export async function readMany(ids: readonly string[], ctx: VenueContext): Promise<readonly MarketRow[]> {
  const what = 'GET /markets'
  const rows: MarketRow[] = []
  let missing = ids.flatMap((id) => {
    const native = readId(id)
    return native.kind === 'number' ? [native.number] : []
  })
  for (const closed of [false, true]) {
    if (missing.length === 0) break
    const query = { id: missing, closed, limit: IDS_PER_CALL, include_tag: true }
    const reply = await ctx.http.send({ host: 'gamma', path: '/markets', query, group: 'markets' })
    const markets = readList(gammaMarkets, reply.json, what, ctx)
    for (const [index, { id: got }] of markets.entries()) {
      assertHonoured(missing.includes(got), what, `[${index}].id`, got)
    }
    assertMarketPage(markets, what, '[*]')
    rows.push(...inList(what, ctx, () => eachRow(markets, '', (market) => toMarketRow(market, what))))
    missing = missing.filter((id) => !markets.some((market) => market.id === id))
  }
  return rows
}

/** Numbers of more digits than any market has: the venue may refuse them, and a hundred would not fit into one address. */
const LONGEST_NUMBER = 12

/** Whether all these are gamma ids, and one list call tells of as many. */
export function fitACall(ids: readonly string[]): boolean {
  return ids.length <= IDS_PER_CALL && ids.every((id) => marketNumber(id) !== undefined)
}

function marketNumber(id: string): string | undefined {
  const native = readId(id)
  return native.kind === 'number' && native.number.length <= LONGEST_NUMBER ? native.number : undefined
}

/** The markets of gamma ids that {@link fitACall}; those that neither list shows are left out. */
export async function getMany(
  ids: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, MarketRow>> {
  const numbers = [...new Set(ids.flatMap((id) => marketNumber(id) ?? []))]
  return byAsked(ids, await readMany(numbers, ctx), marketNumber)
}

interface MarketFilter {
  readonly clob_token_ids?: readonly string[]
  readonly condition_ids?: readonly string[]
  readonly closed: boolean
}

/** 422 `invalid clob token ids`: digits that are no token. */
const noToken = [422]

async function marketsWith(
  filter: MarketFilter,
  ctx: VenueContext,
  accept = noToken,
): Promise<readonly GammaMarket[]> {
  const reply = await ctx.http.send({
    host: 'gamma',
    path: '/markets',
    // Without a limit the venue's default of 20 applies to ids, too.
    query: { ...filter, limit: 100, include_tag: true },
    group: 'markets',
    accept,
  })
  return reply.status >= 300 ? [] : readPayload(gammaMarkets, reply.json, 'GET /markets')
}

/** Gamma ignores parameters it does not know; then its first page comes back, and it is no answer to the question. */
function assertFilterWorked(found: readonly GammaMarket[], filter: string): void {
  if (found.length === 0) return
  throw drift('GET /markets', '[*]', `rows that were not asked for with ${filter}`)
}
