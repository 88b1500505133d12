import { PmxError } from '../../api/errors.js'
import { memoKey } from '../../venue-kit/memo.js'
import { collect } from '../../venue-kit/paging.js'
import { assertAllRead } from '../../venue-kit/rows.js'
import type { Status, VenueContext } from '../../venue-kit/venue.js'
import { readId } from './ids.js'
import { marketPages } from './listing.js'
import { tokensOf } from './markets.js'
import type { NativeMarket } from './wire.js'

/** What books, trades and candles need to know about an outcome. */
export interface OutcomeFacts {
  readonly tokenId: string
  readonly marketId: string
  /** Lower case. */
  readonly conditionId: string
  /** Tokens of the market in the venue's order. */
  readonly tokens: readonly string[]
  /** Epoch ms; nothing was traded before. */
  readonly listedAt?: number
  /** Epoch ms; absent while it trades and where the venue does not say. */
  readonly closedAt?: number
}

/**
 * Who is who among the markets of one status. The venue filters its list neither by slug nor by token, and the whole
 * list is small (README.md), so it is read once and looked up here.
 */
interface Directory {
  /** Market numbers by what names them: number, condition id and slug. */
  readonly markets: ReadonlyMap<string, readonly string[]>
  readonly outcomes: ReadonlyMap<string, OutcomeFacts>
}

/** The venue's own lists are up to 3 min old (README.md). */
const directoryOf = memoKey<Directory>('probable directory', 3 * 60_000)
const ofClosedMarket = memoKey<OutcomeFacts>('probable closed outcome', 24 * 60 * 60_000)

const PAGE_SIZE = 100

/**
 * The number of the market that an id, a condition id or a slug names; undefined when none has it. Among markets of
 * one slug the open one is meant.
 * @throws BAD_REQUEST with the candidates when several open, or else several closed markets have it
 */
export async function findMarketId(
  kind: 'number' | 'condition' | 'slug',
  key: string,
  ctx: VenueContext,
): Promise<string | undefined> {
  for (const status of bothStatuses) {
    const { markets } = await readDirectory(status, ctx)
    const found = markets.get(`${kind} ${key.toLowerCase()}`) ?? []
    if (found.length > 1) throw ambiguous(key, found)
    if (found[0] !== undefined) return found[0]
  }
  assertAllRead(`The market '${key}'`, ctx)
  return undefined
}

/**
 * Numbers of the markets with these condition ids, without those that no list tells: what cannot be read of the lists is
 * noted, and costs only itself.
 */
export async function marketIdsOf(
  conditionIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const status of bothStatuses) {
    const missing = conditionIds.filter((conditionId) => !found.has(conditionId))
    if (missing.length === 0) break
    const { markets } = await readDirectory(status, ctx)
    for (const conditionId of missing) {
      const [only, ...others] = markets.get(`condition ${conditionId.toLowerCase()}`) ?? []
      if (only !== undefined && others.length === 0) found.set(conditionId, only)
    }
  }
  return found
}

/** The facts about an outcome token; undefined when no market has it. */
export async function findOutcomeFacts(
  tokenId: string,
  ctx: VenueContext,
): Promise<OutcomeFacts | undefined> {
  const remembered = ctx.memo.get(ofClosedMarket, tokenId)
  if (remembered !== undefined) return remembered
  for (const status of bothStatuses) {
    const facts = (await readDirectory(status, ctx)).outcomes.get(tokenId)
    if (facts === undefined) continue
    if (facts.closedAt !== undefined) ctx.memo.set(ofClosedMarket, tokenId, facts)
    return facts
  }
  assertAllRead(`The market of ${tokenId}`, ctx)
  return undefined
}

/**
 * The facts about an outcome.
 * @throws NOT_FOUND for what no market's outcome is, naming the outcome ids where it is the id of a market
 */
export async function outcomeFacts(outcomeId: string, ctx: VenueContext): Promise<OutcomeFacts> {
  const native = readId(outcomeId)
  if (native.kind === 'token') {
    const facts = await findOutcomeFacts(native.tokenId, ctx)
    if (facts !== undefined) return facts
  }
  const marketId = await marketNamed(native, ctx)
  if (marketId === undefined) throw noSuchOutcome(outcomeId)
  const outcomeIds = await tokensOfMarket(marketId, ctx)
  throw new PmxError(
    'NOT_FOUND',
    `'${outcomeId}' is a Probable market, not an outcome. Its outcome ids are ${outcomeIds.join(', ')}.`,
    { detail: { kind: 'market_not_outcome', marketId, outcomeIds } },
  )
}

function marketNamed(native: ReturnType<typeof readId>, ctx: VenueContext): Promise<string | undefined> {
  switch (native.kind) {
    case 'number':
      return findMarketId('number', native.number, ctx)
    case 'condition':
      return findMarketId('condition', native.conditionId, ctx)
    case 'slug':
      return findMarketId('slug', native.slug, ctx)
    case 'page':
      return native.market === undefined
        ? Promise.resolve(undefined)
        : findMarketId('number', native.market, ctx)
    default:
      return Promise.resolve(undefined)
  }
}

async function tokensOfMarket(marketId: string, ctx: VenueContext): Promise<readonly string[]> {
  for (const status of bothStatuses) {
    for (const facts of (await readDirectory(status, ctx)).outcomes.values()) {
      if (facts.marketId === marketId) return facts.tokens
    }
  }
  return []
}

const bothStatuses: readonly Status[] = ['active', 'closed']

/** A directory that lacks something is used once: who looks in vain must be told of it each time. */
async function readDirectory(status: Status, ctx: VenueContext): Promise<Directory> {
  const known = ctx.memo.get(directoryOf, status)
  if (known !== undefined) return known
  const idOf = (market: NativeMarket): string => market.id
  const pages = marketPages(status, PAGE_SIZE, ctx)
  const markets = await collect<NativeMarket>({ kind: 'cursor', what: 'markets', idOf, ...pages })
  const directory = toDirectory(markets)
  if (ctx.omissions.isWhole) ctx.memo.set(directoryOf, status, directory)
  return directory
}

function toDirectory(natives: readonly NativeMarket[]): Directory {
  const markets = new Map<string, string[]>()
  const outcomes = new Map<string, OutcomeFacts>()
  for (const native of natives) {
    const keys = [`number ${native.id}`, `condition ${native.condition_id.toLowerCase()}`]
    if (native.market_slug !== undefined) keys.push(`slug ${native.market_slug.toLowerCase()}`)
    for (const key of keys) markets.set(key, [...(markets.get(key) ?? []), native.id])
    for (const facts of toOutcomeFacts(native, 'GET /markets')) outcomes.set(facts.tokenId, facts)
  }
  return { markets, outcomes }
}

/** The facts about the outcomes of a market in its own words. */
export function toOutcomeFacts(market: NativeMarket, what: string): readonly OutcomeFacts[] {
  const tokens = tokensOf(market, what).map(({ tokenId }) => tokenId)
  // The start date is often that of another venue's market of which this one is a copy: older, never younger.
  const starts = [market.startDate, market.createdAt].filter((at) => at !== undefined)
  const closedAt = market.closed ? market.closedTime : undefined
  return tokens.map((tokenId) => ({
    tokenId,
    marketId: market.id,
    conditionId: market.condition_id.toLowerCase(),
    tokens,
    ...(starts.length === 0 ? {} : { listedAt: Math.min(...starts) }),
    ...(closedAt === undefined ? {} : { closedAt }),
  }))
}

function ambiguous(key: string, candidates: readonly string[]): PmxError {
  return new PmxError('BAD_REQUEST', `'${key}' names ${candidates.length} markets; ask for one by its id.`, {
    detail: { kind: 'ambiguous', candidates },
  })
}

/** The error for an id that no market's outcome has. */
function noSuchOutcome(outcomeId: string): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `Probable has no outcome '${outcomeId.slice(0, 100)}'. An outcome id is the long decimal token id ` +
      "found as outcomeId in a market's outcomes.",
  )
}
