import { pathOf } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { isCategorical } from '../mapping.js'
import { type NativeMarket, type NativeRow, singleMarket } from '../schemas.js'
import { requestOptional } from './request.js'

/** Returns the binary market with this number, which differs from a categorical one with the same number. */
export async function findNative(number: number, ctx: VenueContext): Promise<NativeMarket | undefined> {
  return asBinary(await rowNumbered(pathOf`/market/${number}`, number, ctx))
}

/** Returns the categorical market with this number, with all its children. */
export async function categoricalAt(number: number, ctx: VenueContext): Promise<NativeRow | undefined> {
  return asCategorical(await rowNumbered(pathOf`/market/categorical/${number}`, number, ctx))
}

async function rowNumbered(path: string, number: number, ctx: VenueContext): Promise<NativeRow | undefined> {
  const what = `GET ${path}`
  const row = (await requestOptional(ctx, singleMarket, { path, what }))?.data ?? undefined
  if (row === undefined || row.marketId === number) return row
  throw createSchemaMismatch(what, 'result.data.marketId', `requested ${number}, got ${row.marketId}`)
}

/** Returns the market of either kind with this slug. */
export async function findRowBySlug(slug: string, ctx: VenueContext): Promise<NativeRow | undefined> {
  const path = pathOf`/market/slug/${slug}`
  const what = `GET ${path}`
  const row = (await requestOptional(ctx, singleMarket, { path, what }))?.data ?? undefined
  if (row === undefined || row.slug?.toLowerCase() === slug) return row
  throw createSchemaMismatch(what, 'result.data.slug', `requested ${slug}, got ${row.slug}`)
}

/** Returns the row if it is a binary market's. */
export function asBinary(row: NativeRow | undefined): NativeMarket | undefined {
  return row === undefined || isCategorical(row) ? undefined : row
}

/** Returns the row if it is a categorical market's. */
export function asCategorical(row: NativeRow | undefined): NativeRow | undefined {
  return row !== undefined && isCategorical(row) ? row : undefined
}
