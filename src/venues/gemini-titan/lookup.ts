import { PmxError } from '../../api/envelope/errors.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { readId } from './ids.js'
import { toEventRow, toMarketRow } from './mapping.js'
import { EVENT, findContract, findEvent, openEventsOfSlug } from './native/find-event.js'
import type { NativeEvent } from './schemas.js'

/**
 * Returns the event with this ticker or page of the site, regardless of its status, or the open one with this slug.
 * Returns undefined if the venue has none.
 * @throws BAD_REQUEST with the candidates for a slug of several open events
 */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const native = readId(id)
  if (native.kind !== 'event') return undefined
  const found = await findEvent(native.ticker, ctx)
  if (found !== undefined) return toEventRow(found, EVENT, ctx.clock.now())
  if (native.slug === undefined) return undefined
  const [only, ...others] = await openEventsOfSlug(native.slug, ctx)
  if (only === undefined) return undefined
  if (others.length > 0)
    throw ambiguous(
      native.slug,
      'events',
      [only, ...others].map(({ ticker }) => ticker),
    )
  return { ...toEventRow(only, EVENT, ctx.clock.now()), aliases: [native.slug] }
}

/**
 * Returns the market of the contract with this symbol, regardless of its status, or undefined if the venue has none. The
 * ticker or page of an event stands for its only contract.
 * @throws BAD_REQUEST with the candidates for an event with several
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(id)
  if (native.kind === 'contract') return native.side === undefined ? marketOf(native.symbol, ctx) : undefined
  if (native.kind === 'none') return undefined
  return onlyMarketOf(await findEvent(native.ticker, ctx), id, ctx)
}

/** Returns the market with this outcome, or undefined if the venue has none, and for the id of a market. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(outcomeId)
  return native.kind === 'contract' && native.side !== undefined ? marketOf(native.symbol, ctx) : undefined
}

async function marketOf(symbol: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const placed = await findContract(symbol, ctx)
  return placed && toMarketRow(placed, ctx.clock.now())
}

function onlyMarketOf(
  native: NativeEvent | undefined,
  asked: string,
  { clock }: Pick<VenueContext, 'clock'>,
): MarketRow | undefined {
  if (native === undefined) return undefined
  const [only, ...others] = toEventRow(native, EVENT, clock.now()).markets
  if (only === undefined) return undefined
  if (others.length === 0) return { ...only, aliases: [native.ticker, asked] }
  throw ambiguous(
    asked,
    'markets',
    [only, ...others].map(({ market }) => market.marketId),
  )
}

function ambiguous(asked: string, what: string, ids: readonly string[]): PmxError {
  const candidates = ids.slice(0, 20)
  return new PmxError('BAD_REQUEST', `'${asked}' matches ${ids.length} ${what}. Request one by its id.`, {
    detail: { kind: 'ambiguous', candidates },
  })
}
