import type { ListedMarket } from '../../../mock-kit/venue-view.js'
import type { WorldEvent } from '../../../world/common/types.js'
import { toKalshiEvent } from '../event.js'
import { type Native, resultOf, settlementValueOf, toKalshiMarket } from '../market.js'
import { eventTickerOf, listAllEvents, marketTickerOf } from '../tickers.js'
import type { Scene } from '../variant.js'
import type { Channel, Frame } from './channel.js'

/**
 * Creates a channel of created and closed markets and events (AsyncAPI 2.0.0, `market_lifecycle_v2`). It covers all of
 * them, regardless of the command names.
 */
export function createLifecycleChannel(scene: Scene): Channel {
  let toldTo = scene.now
  return {
    isNumbered: true,
    everyMs: 1_000,
    tickers: () => undefined,
    tick(now) {
      const from = toldTo
      toldTo = now.now
      return listAllEvents(now)
        .filter(({ opensAt, resolvesAt }) => resolvesAt > from && opensAt <= now.now)
        .flatMap((event) => stepsOf(now, event).filter(({ at }) => at > from && at <= now.now))
        .sort((a, b) => a.at - b.at)
        .map(({ frame }) => frame())
    },
  }
}

interface Step {
  readonly at: number
  frame(): Frame
}

function stepsOf(scene: Scene, event: WorldEvent): readonly Step[] {
  const markets = event.markets.map((market): ListedMarket => ({ event, market }))
  return [
    { at: event.opensAt, frame: () => ({ type: 'event_lifecycle', msg: eventMembers(scene, event) }) },
    ...markets.flatMap((listed) => marketSteps(scene, listed)),
  ]
}

function marketSteps(scene: Scene, listed: ListedMarket): readonly Step[] {
  const { event, market } = listed
  const seconds = (ms: number): number => Math.floor(ms / 1000)
  const step = (at: number, event_type: string, members: () => Native = () => ({})): Step => ({
    at,
    frame: () => ({
      type: 'market_lifecycle_v2',
      msg: { market_ticker: marketTickerOf(scene.variant, event, market), event_type, ...members() },
    }),
  })
  const determinedAt = Math.ceil((market.closesAt + market.resolvesAt) / 2)
  const isEarly = market.closesAt < market.endsAt
  return [
    step(market.opensAt, 'created', () => createdMembers(scene, listed)),
    step(market.opensAt, 'activated'),
    ...(isEarly
      ? [step(market.closesAt, 'close_date_updated', () => ({ close_ts: seconds(market.closesAt) }))]
      : []),
    step(determinedAt, 'determined', () => ({
      determination_ts: seconds(determinedAt),
      result: resultOf(market),
      settlement_value: settlementValueOf(scene, market),
    })),
    step(market.resolvesAt, 'settled', () => ({ settled_ts: seconds(market.resolvesAt) })),
  ]
}

function createdMembers(scene: Scene, listed: ListedMarket): Native {
  const { market } = listed
  const row = toKalshiMarket(scene, listed)
  const take = (names: readonly string[]): Native =>
    Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]))
  return {
    open_ts: Math.floor(market.opensAt / 1000),
    close_ts: Math.floor(market.endsAt / 1000),
    ...take(['exchange_index', 'price_level_structure', 'price_ranges']),
    additional_metadata: {
      name: row['yes_sub_title'],
      expected_expiration_ts: Math.floor(Date.parse(String(row['expected_expiration_time'])) / 1000),
      ...take([
        'title',
        'yes_sub_title',
        'no_sub_title',
        'rules_primary',
        'rules_secondary',
        'can_close_early',
        'event_ticker',
        'strike_type',
        'floor_strike',
        'cap_strike',
        'custom_strike',
      ]),
    },
  }
}

function eventMembers(scene: Scene, event: WorldEvent): Native {
  const row = toKalshiEvent(scene, event)
  return {
    event_ticker: eventTickerOf(scene.variant, event),
    exchange_index: row['exchange_index'],
    title: row['title'],
    subtitle: row['sub_title'],
    collateral_return_type: row['collateral_return_type'],
    series_ticker: row['series_ticker'],
  }
}
