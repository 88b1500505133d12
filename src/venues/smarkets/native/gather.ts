import type { EventRow, MarketRow, VenueContext } from '../../../venue-kit/contract/venue.js'
import { convertRows, loadOrElse, readInList } from '../../../venue-kit/requests/map-rows.js'
import { type CompleteMarket, type Figures, toEventRow, toMarketRow } from '../mapping.js'
import type { NativeContract, NativeEvent, NativeMarket } from '../schemas.js'
import { rememberContracts } from './contracts.js'
import { readContracts, readLastPrices, readMarketsOf, readVolumes } from './request.js'
import { rememberSlug } from './slugs.js'
import { isSettled } from './states.js'

/**
 * Collects events with their markets, contracts, last prices and volumes, which take separate calls. Last prices and volumes are
 * optional. If their calls fail, they are left out and named.
 */
export async function gatherEvents(events: readonly NativeEvent[], ctx: VenueContext): Promise<EventRow[]> {
  for (const event of events) rememberSlug(event, ctx)
  const eventIds = events.map(({ id }) => id)
  const natives = await readMarketsOf(eventIds, ctx)
  const { whole, figures } = await gather(natives, ctx)
  const byEvent = grouped(whole, ({ market }) => market.event_id)
  return readInList('GET /events/', ctx, () =>
    convertRows(events, 'events', (event) => toEventRow(event, byEvent.get(event.id) ?? [], figures)),
  )
}

/** Collects a market of an event with its contracts, last prices and volume. */
export async function gatherMarket(
  market: NativeMarket,
  event: NativeEvent,
  ctx: VenueContext,
): Promise<MarketRow | undefined> {
  rememberSlug(event, ctx)
  const { whole, figures } = await gather([market], ctx)
  const [only] = whole
  return only === undefined ? undefined : toMarketRow(only, event, figures)
}

/** Collects some markets in the same way, regardless of their events. Markets without their event are left out. */
export async function gatherMarkets(
  markets: readonly NativeMarket[],
  events: readonly NativeEvent[],
  ctx: VenueContext,
): Promise<readonly MarketRow[]> {
  const byId = new Map(events.map((event) => [event.id, event]))
  const { whole, figures } = await gather(markets, ctx)
  return readInList('GET /markets/', ctx, () =>
    convertRows(whole, 'markets', (one) => {
      const event = byId.get(one.market.event_id)
      return event && toMarketRow(one, event, figures)
    }),
  )
}

async function gather(
  markets: readonly NativeMarket[],
  ctx: VenueContext,
): Promise<{ readonly whole: readonly CompleteMarket[]; readonly figures: Figures }> {
  const ids = markets.map(({ id }) => id)
  const undecided = markets.filter((market) => !isSettled(market)).map(({ id }) => id)
  const figuresOf = <Figure>(what: string, read: () => Promise<ReadonlyMap<string, Figure>>) =>
    loadOrElse(what, ctx, read, new Map<string, Figure>())
  const [{ contracts, lacking }, lastPrices, volumes] = await Promise.all([
    readContracts(ids, ctx),
    figuresOf('last prices', () => readLastPrices(undecided, ctx)),
    figuresOf('volumes', () => readVolumes(ids, ctx)),
  ])
  rememberContracts(contracts, ctx)
  const byMarket = grouped<NativeContract>(contracts, ({ market_id }) => market_id)
  const whole = markets.map((market) => ({
    market,
    contracts: byMarket.get(market.id) ?? [],
    lacking: lacking.get(market.id),
  }))
  return { whole, figures: { lastPrices, volumes } }
}

function grouped<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}
