import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { Order, UnifiedMarket } from '../../../api/models/models.js'
import { HOUR_MS } from '../../../api/times/resolution.js'
import { clipText } from '../../../api/values/shown.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import { collect } from '../../../venue-kit/contract/paging.js'
import type { AccountSource, OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { Venue, VenueContext } from '../../../venue-kit/contract/venue.js'
import { locateOutcome } from '../../listings/outcome-resolver.js'
import type { Job } from '../../request/api-call.js'

/** A market as a caller names it. */
export interface NamedMarket {
  readonly name: string
  /**
   * Returns the market, or undefined if the venue has none of this name.
   * @throws the failure to reach the venue
   */
  row(): Promise<UnifiedMarket | undefined>
}

const knowsNone: ReadonlySet<string> = new Set(['VALIDATION_ERROR', 'MARKET_NOT_FOUND', 'NOT_FOUND'])

/** The market of a name does not change, so that repeated requests cost no further calls. */
const marketOfName = defineMemoKey<UnifiedMarket>('market of a name', HOUR_MS)

/**
 * Creates a named market. The venue is called once, and only if the market is needed. The name may also be the name of an
 * outcome.
 */
export function createNamedMarket(name: string, { venue, ctx }: Pick<Job, 'venue' | 'ctx'>): NamedMarket {
  let asked: Promise<UnifiedMarket | undefined> | undefined
  const ask = async (): Promise<UnifiedMarket | undefined> => {
    const known = ctx.memo.get(marketOfName, name)
    if (known !== undefined) return known
    const row = (await marketNamed(name, venue, ctx)) ?? (await marketOfOutcome(name, venue, ctx))
    if (row !== undefined) ctx.memo.set(marketOfName, name, row)
    return row
  }
  return {
    name,
    row() {
      asked ??= ask()
      return asked
    },
  }
}

async function marketNamed(name: string, { markets }: Venue, ctx: VenueContext) {
  return (await unlessUnknown(markets.getMarket(name, ctx)))?.market
}

/** The order rules of an outcome name its market. */
async function marketOfOutcome(name: string, venue: Venue, ctx: VenueContext) {
  const { outcomes, orders } = venue
  if (outcomes === undefined || orders === undefined) return undefined
  const found = await unlessUnknown(locateOutcome(venue, name, ctx))
  if (found === undefined) return undefined
  const { market } = await orders.rules(found.located, ctx)
  return marketNamed(market.id, venue, ctx)
}

async function unlessUnknown<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof PmxError && knowsNone.has(error.code)) return undefined
    throw error
  }
}

/** Whether an order belongs to a market, by any name of the market. */
export function isIn(
  market: UnifiedMarket | undefined,
  terms: Pick<OrderTerms, 'marketId' | 'outcomeId'>,
): boolean {
  if (market === undefined) return false
  return (
    market.marketId === terms.marketId ||
    market.outcomes.some(({ outcomeId }) => outcomeId === terms.outcomeId)
  )
}

/** Open orders as a venue lists them. */
interface ListedOpen {
  readonly rows: readonly Order[]
  /** Reason why orders of the market may be open although the list has none. */
  readonly unknown?: string
}

/** @throws MARKET_NOT_FOUND if the venue has no market of this name, and the failure to reach the venue */
export async function requireMarket(market: NamedMarket): Promise<UnifiedMarket> {
  const row = await market.row()
  if (row !== undefined) return row
  throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${clipText(market.name)}`, { field: 'marketId' })
}

/**
 * Creates a list of the open orders of a market, or of all markets. A venue returns an empty list both for a market
 * without orders and for an unknown name. While the list of a named market is empty, the name is looked up at the venue.
 * @throws MARKET_NOT_FOUND if the venue has no market of this name
 */
export function createOpenList(
  openOrders: NonNullable<AccountSource['openOrders']>,
  market: NamedMarket | undefined,
): (ctx: VenueContext) => Promise<ListedOpen> {
  if (market === undefined) return async (ctx) => ({ rows: await collect(openOrders({}, ctx)) })
  let { name: marketId } = market
  let isSure = false
  return async (ctx) => {
    const rows = await collect(openOrders({ marketId }, ctx))
    isSure ||= rows.length > 0
    if (isSure) return { rows }
    try {
      const row = await requireMarket(market)
      isSure = true
      if (row.marketId === marketId) return { rows }
      marketId = row.marketId
    } catch (error) {
      if (!(error instanceof PmxError) || error.code === 'MARKET_NOT_FOUND') throw error
      return { rows, unknown: messageOf(error) }
    }
    return { rows: await collect(openOrders({ marketId }, ctx)) }
  }
}
