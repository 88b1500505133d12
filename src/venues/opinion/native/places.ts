import { defineMemoKey, type MemoKey } from '../../../venue-kit/contract/memo.js'
import { collect } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { assertAllRead } from '../../../venue-kit/requests/map-rows.js'
import { isCategorical, type Parent } from '../mapping.js'
import type { NativeRow } from '../schemas.js'
import { type ListScope, listNativePages } from './list-pages.js'

/**
 * The markets and parents of tokens and markets. The venue has no lookup by token, and a market's own response does not name its
 * parent (../README.md). Both are therefore cached from every list that is read, and otherwise from a list that is read for this
 * purpose.
 */

const HOUR = 60 * 60_000
const marketOfToken = defineMemoKey<number>('opinion market of token', 24 * HOUR)
const parentOfMarket = defineMemoKey<Parent>('opinion parent', HOUR)
/** The parent of a market never changes. */
const rootOfMarket = defineMemoKey<number>('opinion root of market', 24 * HOUR)

/** Caches the relations in a row. */
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

/** Returns the parent of a market, if a list recently contained it. */
export function recallParent(marketId: number, ctx: VenueContext): Parent | undefined {
  return ctx.memo.get(parentOfMarket, String(marketId))
}

/** Returns the number of the parent of a market, if known without a call. */
export function recallRoot(marketId: number, ctx: VenueContext): number | undefined {
  const inLists = [openDirectory, wholeDirectory].map((key) => ctx.memo.get(key, '')?.parents.get(marketId))
  return ctx.memo.get(rootOfMarket, String(marketId)) ?? inLists.find((number) => number !== undefined)
}

/** Only numbers are stored, because the whole list has tens of thousands of tokens. */
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

/** Caches a complete directory. An incomplete directory is used only once, because each failed search must report it. */
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

/** Returns the market of an outcome token, or undefined if no market has it. Open markets are searched first. */
export async function findMarketOf(tokenId: string, ctx: VenueContext): Promise<number | undefined> {
  const remembered = ctx.memo.get(marketOfToken, tokenId)
  if (remembered !== undefined) return remembered
  const found = (await readOpen(ctx)).markets.get(tokenId) ?? (await readWhole(ctx)).markets.get(tokenId)
  if (found === undefined) assertAllRead(`The market of ${tokenId}`, ctx)
  if (found !== undefined) ctx.memo.set(marketOfToken, tokenId, found)
  return found
}

/**
 * Returns the number of a child's categorical market from the open markets, or from the whole list if it is already
 * cached. Reading it takes minutes.
 */
export async function findParentNumber(marketId: number, ctx: VenueContext): Promise<number | undefined> {
  const open = (await readOpen(ctx)).parents.get(marketId)
  return open ?? ctx.memo.get(wholeDirectory, '')?.parents.get(marketId)
}

/**
 * Asserts that parents have children. A single parent may have none, but if all of them lack children, their tokens could never
 * be found.
 */
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
  const rows = await collect(listNativePages(scope, ctx))
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
