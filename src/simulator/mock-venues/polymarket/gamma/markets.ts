import {
  readRepeated,
  whereAtLeast,
  whereAtMost,
  whereEqual,
  whereFlag,
  whereOneOf,
} from '../../../mock-kit/list-filters.js'
import type { MockCall, MockContext } from '../../../mock-kit/mock-venue.js'
import type { ListedMarket } from '../../../mock-kit/venue-view.js'
import { stateAt, type WorldEvent, type WorldMarket, type WorldStats } from '../../../world/common/types.js'
import type { SimulatedWorld } from '../../../world/world.js'
import { findOfferedEvents, marketsIn } from '../catalogue.js'
import {
  findByCondition,
  findByCtfToken,
  findByNumber,
  findByPosition,
  findByShownCondition,
  findMarketBySlug,
  onchainEventOf,
  questionIdOf,
  requestId,
} from '../ids.js'
import { tagIds } from '../labels.js'
import { hasBothLists, versionOf } from '../protocol.js'
import { createInvalid } from './errors.js'
import { resolutionStatusOf } from './market.js'
import { date, type GammaList, number } from './page.js'

const isClosed = ({ market }: ListedMarket, { now }: MockContext): boolean => stateAt(market, now) !== 'open'

function statsOf({ market }: ListedMarket, { world, now }: MockContext): WorldStats {
  return world.stats(market.key, now)
}

/**
 * The market list, oldest first unless the query orders it. Closed markets are omitted unless `closed` includes them,
 * even if named by id.
 */
export const markets: GammaList<ListedMarket> = {
  kind: 'markets',
  filters: {
    closed: whereFlag(isClosed, false),
    tag_id: whereEqual(({ event }, call) => tagIds(call, event.series)),
    start_date_min: whereAtLeast(date, ({ market }) => market.opensAt),
    start_date_max: whereAtMost(date, ({ market }) => market.opensAt),
    end_date_min: whereAtLeast(date, ({ market }) => market.endsAt),
    end_date_max: whereAtMost(date, ({ market }) => market.endsAt),
    liquidity_num_min: whereAtLeast(number, (listed, call) => statsOf(listed, call).liquidity),
    liquidity_num_max: whereAtMost(number, (listed, call) => statsOf(listed, call).liquidity),
    volume_num_min: whereAtLeast(number, (listed, call) => statsOf(listed, call).notional),
    volume_num_max: whereAtMost(number, (listed, call) => statsOf(listed, call).notional),
    sports_market_types: whereOneOf(readRepeated, ({ event, market }) => {
      if (event.startsAt === undefined) return undefined
      return market.strike === undefined ? 'moneyline' : 'totals'
    }),
    game_id: whereEqual(({ event }) => (event.startsAt === undefined ? undefined : String(event.number))),
  },
  keysetFilters: {
    version: whereOneOf(readRepeated, ({ market }) => versionOf(market)),
    resolution_status: whereEqual(({ market }, { now }) =>
      versionOf(market) === 'v2' ? resolutionStatusOf(market, now) : undefined,
    ),
  },
  keys: {
    volumeNum: (listed, call) => statsOf(listed, call).notional,
    volume: (listed, call) => statsOf(listed, call).notional,
    volume24hr: (listed, call) => statsOf(listed, call).notional24h,
    liquidityNum: (listed, call) => statsOf(listed, call).liquidity,
    liquidity: (listed, call) => statsOf(listed, call).liquidity,
    startDate: ({ market }) => market.opensAt,
    createdAt: ({ market }) => market.opensAt,
    endDate: ({ market }) => market.endsAt,
    closedTime: (listed, call) => (isClosed(listed, call) ? listed.market.closesAt : undefined),
    id: ({ market }) => market.number,
  },
  created: [({ market }) => market.opensAt, ({ market }) => market.number],
  idOf: ({ market }) => String(market.number),
  find: findMarketById,
}

type Finder = (id: string) => ListedMarket | undefined

/**
 * Returns the markets that the query names by any id, of any age. Otherwise all listed markets.
 * @param isKeyset whether the list uses cursors
 */
export function selectMarkets(call: MockCall, isKeyset: boolean): readonly ListedMarket[] {
  const { query } = call
  // Skips closed events, which are most of the list and cannot contain open markets.
  const isWorthwhile = (event: WorldEvent): boolean =>
    query.flag('closed') === true || stateAt(event, call.now) === 'open'
  const listed = (): readonly ListedMarket[] => marketsIn(call, findOfferedEvents(call).filter(isWorthwhile))
  const finders = { ...oldFinders(call), ...(isKeyset ? keysetFinders(call) : {}) }
  const readers = { ...oldReaders, ...(isKeyset ? keysetReaders : {}) }
  const names = [...Object.keys(finders), ...Object.keys(readers)]
  if (names.every((name) => query.all(name).length === 0)) return listed()
  const found = Object.entries(finders).flatMap(([name, find]) =>
    query.all(name).flatMap((id) => find(id) ?? []),
  )
  const listedWith = Object.entries(readers).flatMap(([name, read]) => {
    const wanted = new Set(query.all(name).map((id) => id.toLowerCase()))
    return wanted.size === 0 ? [] : listed().filter((one) => wanted.has(read(call, one) ?? ''))
  })
  return [...new Map([...found, ...listedWith].map((one) => [one.market.key, one])).values()]
}

/** Lookups by id, by query name. */
function oldFinders(call: MockCall): Readonly<Record<string, Finder>> {
  return {
    id: (id) => findMarketById(call, id),
    slug: (slug) => findMarketBySlug(call, slug),
    condition_ids: (id) => conditioned(call, id),
    clob_token_ids(id) {
      if (!/^\d+$/.test(id)) throw createInvalid('invalid clob token ids')
      const token = findByCtfToken(call, id)
      // A row is found by the ids that it shows.
      return token !== undefined && (versionOf(token.market) === 'v1' || hasBothLists(token.market))
        ? token
        : undefined
    },
  }
}

/** Returns ids that only the list by cursors supports. */
function keysetFinders(call: MockCall): Readonly<Record<string, Finder>> {
  return {
    position_ids(id) {
      if (!/^\d+$/.test(id)) throw createInvalid('invalid position ids')
      const token = findByPosition(call, id)
      return token !== undefined && (versionOf(token.market) === 'v2' || hasBothLists(token.market))
        ? token
        : undefined
    },
  }
}

/** Finds a market of Protocol V2 by condition. Which length the venue accepts is not known; a switch selects it. */
function conditioned(call: MockCall, id: string): ListedMarket | undefined {
  const width = call.switches.polymarket.gammaConditions
  return (
    (width === '64' ? undefined : findByShownCondition(call, id)) ??
    (width === '62' ? v1Condition(call, id) : findByCondition(call, id))
  )
}

function v1Condition(call: MockCall, id: string): ListedMarket | undefined {
  const found = findByCondition(call, id)
  return found !== undefined && versionOf(found.market) === 'v1' ? found : undefined
}

type Reader = (call: MockCall, listed: ListedMarket) => string | undefined

/** Ids that are looked up in the list. */
const oldReaders: Readonly<Record<string, Reader>> = {
  question_ids: ({ world }, { event, market }) => questionIdOf(world, event, market),
}

const ofV2 =
  (read: (world: SimulatedWorld, market: WorldMarket) => string): Reader =>
  ({ world }, { market }) =>
    versionOf(market) === 'v2' ? read(world, market) : undefined

const keysetReaders: Readonly<Record<string, Reader>> = {
  onchain_event_ids: ofV2(onchainEventOf),
  request_ids: ofV2(requestId),
}

/** Returns the market with a numeric id. @throws 422 when the id is not a number, for example a condition id */
export function findMarketById(context: MockContext, id: string): ListedMarket | undefined {
  if (!/^\d{1,15}$/.test(id)) throw createInvalid('id is invalid')
  return findByNumber(context, Number(id))
}
