import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { isBeingDeployed, isNamed } from '../mapping.js'
import type { GammaEvent, GammaMarket } from '../schemas.js'
import { describeProtocol, protocolOf } from './protocol.js'

/** A page with fewer markets does not prove anything. */
const ENOUGH_MARKETS = 5

type Ctx = Pick<VenueContext, 'omissions' | 'log'>

/**
 * Returns the markets of a list without those that have unknown protocols. Those are noted as left out, and do not affect the
 * others. Lookups of a single market refuse it by name.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when most markets of the list have such a protocol
 */
export function withoutUnknown(
  markets: readonly GammaMarket[],
  what: string,
  ctx: Ctx,
): readonly GammaMarket[] {
  const unknown = unknownIn(markets, what, ctx)
  return unknown.size === 0 ? markets : markets.filter((market) => !unknown.has(market))
}

/** Returns the events of a list, with the markets of {@link withoutUnknown}. */
export function omitUnknownMarkets(
  events: readonly GammaEvent[],
  what: string,
  ctx: Ctx,
): readonly GammaEvent[] {
  const all = events.flatMap(({ markets = [] }) => markets)
  const unknown = unknownIn(all, what, ctx)
  if (unknown.size === 0) return events
  return events.map((event) =>
    event.markets?.some((market) => unknown.has(market)) === true
      ? { ...event, markets: event.markets.filter((market) => !unknown.has(market)) }
      : event,
  )
}

function unknownIn(
  markets: readonly GammaMarket[],
  what: string,
  { omissions, log }: Ctx,
): ReadonlySet<GammaMarket> {
  const unknown = markets.filter((market) => market.conditionId !== '' && protocolOf(market) === undefined)
  // The others are in no list, whatever their protocol.
  const missed = unknown.filter((market) => isNamed(market) && !isBeingDeployed(market))
  const [first] = missed
  if (first !== undefined && markets.length >= ENOUGH_MARKETS && missed.length * 2 > markets.length) {
    const share = `so ${missed.length} of ${markets.length} markets`
    throw createSchemaMismatch(
      what,
      'version',
      `market ${first.id} ${describeProtocol(first)}, which is not known (${share})`,
    )
  }
  const warnings = missed.map(
    (market) =>
      `a market was left out, because it cannot be read: ${what} market ${market.id} ${describeProtocol(market)}, and only v1 and v2 are known`,
  )
  for (const warning of warnings) log.warn({ call: what }, warning)
  if (missed.length > 0) omissions.include({ rows: missed.length, warnings, cut: [] })
  return new Set(unknown)
}
