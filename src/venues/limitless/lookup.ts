import { pathOf } from '../../transport/call-types.js'
import { defineMemoKey } from '../../venue-kit/contract/memo.js'
import { paginate } from '../../venue-kit/contract/paging.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertSameSubject, createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { assertAllRead } from '../../venue-kit/requests/map-rows.js'
import { type NativeId, readId, readOutcomeId } from './ids.js'
import { listActivePages } from './listing.js'
import { type GroupFacts, groupFactsOf, toEventRow, toMarketRow } from './mapping.js'
import { recallGroup, recallSlug, rememberMarket } from './native/remembered-markets.js'
import { requestOfMarket } from './native/request-market.js'
import { type NativeMarket, nativeMarket } from './schemas.js'

const WHAT = 'GET /markets/{addressOrSlug}'

/**
 * Returns the group or stand-alone market with this slug or site address, open or closed, or undefined if there is none.
 * The slug of a child stands for its group: upstream uses it as the child's event id.
 */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const native = await findNative(readId(id), ctx)
  if (native?.groupSlug === undefined) return native && toEventRow(native, WHAT)
  return { ...toEventRow(await findGroup(native.groupSlug, ctx), WHAT), aliases: [native.slug] }
}

/**
 * Returns the market with this slug, token id, pool address or site address, open or closed, or undefined if the venue
 * has none. By its token a closed market is found only if it was seen before.
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = await findNative(readId(id), ctx)
  if (native === undefined || native.markets !== undefined) return undefined
  const group = native.groupSlug === undefined ? undefined : await findGroupFacts(native.groupSlug, ctx)
  return toMarketRow(native, WHAT, group)
}

/**
 * Returns the market with this token, or undefined if no open or cached market has it. A slug stands for the YES side of
 * its market, as in upstream.
 */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const id = readOutcomeId(outcomeId)
  if (id.kind !== 'slug' && id.kind !== 'token') return undefined
  const row = await getMarket(outcomeId, ctx)
  return row && id.kind === 'slug' ? { ...row, aliases: [id.slug] } : row
}

/** Returns the native market or group of an id of any kind. */
export async function findNative(id: NativeId, ctx: VenueContext): Promise<NativeMarket | undefined> {
  switch (id.kind) {
    case 'slug':
      return findBySlug(id.slug, ctx)
    case 'address':
      return findByAddress(id.address, ctx)
    case 'token':
      return findByToken(id.tokenId, ctx)
    case 'none':
      return undefined
  }
}

async function findBySlug(slug: string, ctx: VenueContext): Promise<NativeMarket | undefined> {
  const native = await lookUp(slug, ctx)
  if (native !== undefined) assertSameSubject(slug, native.slug, WHAT, 'slug')
  return native
}

async function findByAddress(address: string, ctx: VenueContext): Promise<NativeMarket | undefined> {
  const native = await lookUp(address, ctx)
  if (native !== undefined && native.address?.toLowerCase() !== address.toLowerCase())
    throw createSchemaMismatch(WHAT, 'address', `requested ${address}, got ${native.address ?? 'none'}`)
  return native
}

async function lookUp(slugOrAddress: string, ctx: VenueContext): Promise<NativeMarket | undefined> {
  const path = pathOf`/markets/${slugOrAddress}`
  // A slug of another form than the venue's is refused before the lookup (README.md).
  const native = await requestOfMarket(ctx, nativeMarket, { path, what: WHAT }, /invalid slug format/i)
  if (native !== undefined) rememberMarket(native, WHAT, ctx)
  return native
}

/** There is no lookup by token, and a complete list without the token is expensive: the result is cached for a while. */
const notListed = defineMemoKey<true>('limitless token not listed', 60_000)

async function findByToken(tokenId: string, ctx: VenueContext): Promise<NativeMarket | undefined> {
  const slug = recallSlug(tokenId, ctx) ?? (await listedSlug(tokenId, ctx))
  const native = slug === undefined ? undefined : await findBySlug(slug, ctx)
  const tokens = native?.tokens
  if (tokens !== undefined && tokens.yes !== tokenId && tokens.no !== tokenId)
    throw createSchemaMismatch(WHAT, 'tokens', `requested the market of ${tokenId}, got ${slug}`)
  return native
}

/** Reads the list of open markets until one has the token. */
async function listedSlug(tokenId: string, ctx: VenueContext): Promise<string | undefined> {
  if (ctx.memo.get(notListed, tokenId) === true) return undefined
  for await (const _page of paginate(listActivePages('newest', ctx))) {
    const slug = recallSlug(tokenId, ctx)
    if (slug !== undefined) return slug
  }
  assertAllRead(`The market of ${tokenId}`, ctx)
  ctx.memo.set(notListed, tokenId, true)
  return undefined
}

/** Returns the facts of a group that its children need, cached. */
async function findGroupFacts(slug: string, ctx: VenueContext): Promise<GroupFacts> {
  return recallGroup(slug, ctx) ?? groupFactsOf(await findGroup(slug, ctx))
}

/** @throws EXCHANGE_NOT_AVAILABLE (drift) when the group that a market names does not exist */
async function findGroup(slug: string, ctx: VenueContext): Promise<NativeMarket> {
  const native = await findBySlug(slug, ctx)
  if (native !== undefined) return native
  throw createSchemaMismatch(WHAT, 'groupSlug', `the group ${slug} does not exist`)
}
