import { PmxError } from '../../../api/envelope/errors.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { Located } from '../../../venue-kit/contract/outcome.js'
import { collect } from '../../../venue-kit/contract/paging.js'
import type { Status, VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertAllRead } from '../../../venue-kit/requests/map-rows.js'
import { listMarketPages } from '../listing.js'
import { tokensOf } from '../mapping.js'
import type { NativeMarket } from '../schemas.js'

/** A market's data that fills and candles need. */
export interface MarketFacts {
  /** Lower case. */
  readonly conditionId: string
  /** The market's tokens in the venue's order. */
  readonly tokens: readonly string[]
}

export interface OutcomeFacts extends MarketFacts {
  readonly marketId: string
}

/**
 * An index of the markets with one status. The venue cannot filter its list by slug or token, and the whole list is small
 * (../README.md). It is therefore read once and searched here.
 */
interface Directory {
  /** Market numbers by their names: number, condition id and slug. */
  readonly markets: ReadonlyMap<string, readonly string[]>
  readonly outcomes: ReadonlyMap<string, Located<OutcomeFacts>>
}

/** The venue's lists are up to 3 min old (../README.md). */
const directoryOf = defineMemoKey<Directory>('probable directory', 3 * 60_000)
/** The market of a token never changes, and the lists contain it while it trades. */
const marketOfClosed = defineMemoKey<string>('probable market of closed outcome', 24 * 60 * 60_000)

const PAGE_SIZE = 100

/**
 * Returns the number of the market with an id, a condition id or a slug, or undefined if none has it. If several markets have the
 * same slug, the open one is meant.
 * @throws BAD_REQUEST with the candidates when several open markets have it, or otherwise several closed ones
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
 * Returns the numbers of the listed markets with these condition ids. Unreadable parts of the lists are noted and do not affect
 * the rest.
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

/** Returns the number of the market with this token, or undefined if none has it. */
export async function findMarketOf(tokenId: string, ctx: VenueContext): Promise<string | undefined> {
  return ctx.memo.get(marketOfClosed, tokenId) ?? (await findListed(tokenId, ctx))?.outcome.facts.marketId
}

/** An outcome of a market, and its other outcomes. */
interface Listed {
  readonly outcome: Located<OutcomeFacts>
  readonly others: readonly Located<OutcomeFacts>[]
}

/** Returns the outcome with this token from the lists, or undefined if no market has it. */
export async function findListed(tokenId: string, ctx: VenueContext): Promise<Listed | undefined> {
  for (const status of bothStatuses) {
    const { outcomes } = await readDirectory(status, ctx)
    const outcome = outcomes.get(tokenId)
    if (outcome === undefined) continue
    const { marketId, tokens } = outcome.facts
    if (outcome.closedAt !== undefined) ctx.memo.set(marketOfClosed, tokenId, marketId)
    const others = tokens.filter((other) => other !== tokenId)
    return { outcome, others: others.flatMap((other) => outcomes.get(other) ?? []) }
  }
  assertAllRead(`The market of ${tokenId}`, ctx)
  return undefined
}

/** Returns the outcomes of a listed market, in the venue's order. */
export async function listedOf(
  marketId: string,
  ctx: VenueContext,
): Promise<readonly Located<OutcomeFacts>[]> {
  for (const status of bothStatuses) {
    const { outcomes } = await readDirectory(status, ctx)
    const found = [...outcomes.values()].filter(({ facts }) => facts.marketId === marketId)
    if (found.length > 0) return found
  }
  return []
}

const bothStatuses: readonly Status[] = ['active', 'closed']

/** Reads a directory. An incomplete directory is used only once, because each failed search must report it. */
async function readDirectory(status: Status, ctx: VenueContext): Promise<Directory> {
  const known = ctx.memo.get(directoryOf, status)
  if (known !== undefined) return known
  const idOf = (market: NativeMarket): string => market.id
  const pages = listMarketPages(status, PAGE_SIZE, ctx)
  const markets = await collect<NativeMarket>({ kind: 'cursor', what: 'markets', idOf, ...pages })
  const directory = toDirectory(markets)
  if (ctx.omissions.isWhole) ctx.memo.set(directoryOf, status, directory)
  return directory
}

function toDirectory(natives: readonly NativeMarket[]): Directory {
  const markets = new Map<string, string[]>()
  const outcomes = new Map<string, Located<OutcomeFacts>>()
  for (const native of natives) {
    const keys = [`number ${native.id}`, `condition ${native.condition_id.toLowerCase()}`]
    if (native.market_slug !== undefined) keys.push(`slug ${native.market_slug.toLowerCase()}`)
    for (const key of keys) markets.set(key, [...(markets.get(key) ?? []), native.id])
    for (const outcome of toLocated(native, 'GET /markets')) outcomes.set(outcome.outcomeId, outcome)
  }
  return { markets, outcomes }
}

/** Returns the located outcomes of a market. */
export function toLocated(market: NativeMarket, what: string): readonly Located<OutcomeFacts>[] {
  const tokens = tokensOf(market, what).map(({ tokenId }) => tokenId)
  // The start date is often that of another venue's market that was copied: older, never younger.
  const starts = [market.startDate, market.createdAt].filter((at) => at !== undefined)
  const closedAt = market.closed ? market.closedTime : undefined
  return tokens.map((tokenId) => ({
    outcomeId: tokenId,
    ...(starts.length === 0 ? {} : { listedAt: Math.min(...starts) }),
    ...(closedAt === undefined ? {} : { closedAt }),
    ...(market.closed ? { isClosed: true } : {}),
    facts: { marketId: market.id, conditionId: market.condition_id.toLowerCase(), tokens },
  }))
}

function ambiguous(key: string, candidates: readonly string[]): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    `'${key}' matches ${candidates.length} markets. Request one by its id.`,
    {
      detail: { kind: 'ambiguous', candidates },
    },
  )
}
