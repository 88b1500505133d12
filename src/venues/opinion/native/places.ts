import { defineMemoKey, type MemoKey } from '../../../venue-kit/contract/memo.js'
import { collect } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { assertAllRead } from '../../../venue-kit/requests/map-rows.js'
import { isCategorical, type Parent } from '../mapping.js'
import type { NativeRow } from '../schemas.js'
import { type ListScope, nativePages } from './list-pages.js'

/**
 * Where markets and tokens belong. The venue has no lookup by token, and a market's own answer does not name its
 * parent (../README.md), so both are learned from lists: from every one that passes, and else from one
 * read for the purpose.
 */

const HOUR = 60 * 60_000
const marketOfToken = defineMemoKey<number>('opinion market of token', 24 * HOUR)
const parentOfMarket = defineMemoKey<Parent>('opinion parent', HOUR)
/** Which market is a child of which never changes. */
const rootOfMarket = defineMemoKey<number>('opinion root of market', 24 * HOUR)

/** Keeps what a row tells about belonging. */
export function rememberRow(row: NativeRow, ctx: VenueContext): void {
  const parent = isCategorical(row) ? toParent(row) : undefined
  for (const market of parent === undefined ? [row] : (row.childMarkets ?? [])) {
    if (parent !== undefined) {
      ctx.memo.set(parentOfMarket, String(market.marketId), parent)
      ctx.memo.set(rootOfMarket, String(market.marketId), parent.marketId)
    }
    for (const token of [market.yesTokenId, market.noTokenId]) {
      if (token !== undefined) ctx.memo.set(marketOfToken, token, market.marketId)
    }
  }
}

function toParent(row: NativeRow): Parent {
  const { marketId, marketTitle, rules, cutoffAt, labels, labelIds, coverUrl, thumbnailUrl } = row
  return { marketId, marketTitle, rules, cutoffAt, labels, labelIds, coverUrl, thumbnailUrl }
}

/** The parent of a market, where a list told it lately. */
export function rememberedParent(marketId: number, ctx: VenueContext): Parent | undefined {
  return ctx.memo.get(parentOfMarket, String(marketId))
}

/** The number of the parent of a market, as far as it is known without a call. */
export function rememberedRoot(marketId: number, ctx: VenueContext): number | undefined {
  const inLists = [openDirectory, wholeDirectory].map((key) => ctx.memo.get(key, '')?.parents.get(marketId))
  return ctx.memo.get(rootOfMarket, String(marketId)) ?? inLists.find((number) => number !== undefined)
}

/** Numbers only: the whole list has tens of thousands of tokens. */
interface Directory {
  readonly markets: ReadonlyMap<string, number>
  readonly parents: ReadonlyMap<number, number>
}

const openDirectory = defineMemoKey<Directory>('opinion open directory', 5 * 60_000)
const wholeDirectory = defineMemoKey<Directory>('opinion whole directory', 15 * 60_000)

const readOpen = (ctx: VenueContext): Promise<Directory> =>
  rememberWhole(openDirectory, { status: 'activated', marketType: 2 }, ctx)
const readWhole = (ctx: VenueContext): Promise<Directory> =>
  rememberWhole(wholeDirectory, { marketType: 2 }, ctx)

/** A directory that lacks something is used once: who looks in vain must be told of it each time. */
async function rememberWhole(
  key: MemoKey<Directory>,
  scope: ListScope,
  ctx: VenueContext,
): Promise<Directory> {
  const known = ctx.memo.get(key, '')
  if (known !== undefined) return known
  const directory = await readDirectory(scope, ctx)
  if (ctx.omissions.isWhole) ctx.memo.set(key, '', directory)
  return directory
}

/** The market of an outcome token, looked for among the open ones first; undefined when no market has it. */
export async function findMarketOf(tokenId: string, ctx: VenueContext): Promise<number | undefined> {
  const remembered = ctx.memo.get(marketOfToken, tokenId)
  if (remembered !== undefined) return remembered
  const found = (await readOpen(ctx)).markets.get(tokenId) ?? (await readWhole(ctx)).markets.get(tokenId)
  if (found === undefined) assertAllRead(`The market of ${tokenId}`, ctx)
  if (found !== undefined) ctx.memo.set(marketOfToken, tokenId, found)
  return found
}

/**
 * The number of the categorical market that has this child, as far as the open markets tell, or the whole list where
 * it has been read lately anyway: reading it takes minutes.
 */
export async function findParentNumber(marketId: number, ctx: VenueContext): Promise<number | undefined> {
  const open = (await readOpen(ctx)).parents.get(marketId)
  return open ?? ctx.memo.get(wholeDirectory, '')?.parents.get(marketId)
}

/** A single parent may be shown without children; when all are, their tokens would be looked for in vain. */
function assertChildren(rows: readonly NativeRow[]): void {
  const parents = rows.filter(isCategorical)
  if (parents.length === 0 || parents.some(({ childMarkets }) => childMarkets !== undefined)) return
  throw createSchemaMismatch(
    'GET /market',
    'result.list[*].childMarkets',
    `none of ${parents.length} categorical rows has it`,
  )
}

async function readDirectory(scope: ListScope, ctx: VenueContext): Promise<Directory> {
  const rows = await collect(nativePages(scope, ctx))
  assertChildren(rows)
  const markets = new Map<string, number>()
  const parents = new Map<number, number>()
  for (const row of rows) {
    const isParent = isCategorical(row)
    for (const market of isParent ? (row.childMarkets ?? []) : [row]) {
      if (isParent) parents.set(market.marketId, row.marketId)
      if (market.yesTokenId !== undefined) markets.set(market.yesTokenId, market.marketId)
      if (market.noTokenId !== undefined) markets.set(market.noTokenId, market.marketId)
    }
  }
  return { markets, parents }
}
