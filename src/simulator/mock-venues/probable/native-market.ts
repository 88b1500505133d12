import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../mock-kit/rounding.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { slugOf } from '../../world/common/dates.js'
import { mix } from '../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldMarket, type WorldSeries } from '../../world/common/types.js'
import { conditionIdOf, questionIdOf, tokenIds } from './ids.js'

export type Native = Readonly<Record<string, unknown>>

/** Renders a market of the market host (README.md). */
export function toNativeMarket(context: MockContext, { event, market }: ListedMarket): Native {
  const { world, now } = context
  const stats = world.stats(market.key, now)
  const state = stateAt(market, now)
  const outcomes = [market.yesLabel, market.noLabel]
  const ids = tokenIds(world.seed, market)
  return {
    id: String(market.number),
    event_id: String(event.number),
    condition_id: conditionIdOf(world.seed, market),
    question: market.question,
    question_id: questionIdOf(world.seed, market),
    market_slug: market.slug,
    // JSON lists in texts, where the documents show lists.
    outcomes: JSON.stringify(outcomes),
    // Named after a day, but the total of the whole trading period.
    volume24hr: stats.notional.toFixed(8),
    liquidity: (state === 'open' ? stats.liquidity : 0).toFixed(6),
    clobTokenIds: JSON.stringify(ids),
    active: state === 'open',
    closed: state !== 'open',
    archived: false,
    startDate: microIso(market.opensAt, market.seed),
    endDate: endIso(market),
    tokens: ids.map((id, index) => ({
      token_id: id,
      outcome: outcomes[index],
      ...(state === 'resolved' ? { winner: market.payout === 1 - index } : {}),
    })),
    icon: imageOf(event.series),
    description: event.rules,
    tags: [],
    groupItemTitle: market.label ?? market.question,
    resolved: state === 'resolved',
    liveness: '7200',
    disputed: false,
    proposal_history: [],
    ...(state === 'resolved' && market.payout !== 0.5
      ? { resolution_label: market.payout === 1 ? market.yesLabel : market.noLabel }
      : {}),
  }
}

/** Renders an event with all its markets, in any state (README.md). */
export function toNativeEvent(context: MockContext, event: WorldEvent): Native {
  return {
    ...toShortEvent(context, event),
    markets: event.markets.map((market) => toNativeMarket(context, { event, market })),
  }
}

/** Renders an event next to a single market. */
export function toShortEvent(context: MockContext, event: WorldEvent): Native {
  return {
    id: event.number,
    slug: event.slug,
    title: event.title,
    description: event.rules,
    image: imageOf(event.series),
    icon: imageOf(event.series),
    status: stateAt(event, context.now) === 'open' ? 'active' : 'closed',
    type: event.teams === undefined ? 'normal' : 'sport',
    marketStructure: event.markets.length === 1 ? 'single' : 'grouped',
    market_count: event.markets.length,
    volume: String(volumeOfEvent(context, event)),
    category: event.series.category,
    tags: event.series.tags.map((label) => tagOf(context, label)),
    startDate: microIso(event.opensAt, event.seed),
    endDate: microIso(event.endsAt, 0),
  }
}

/** Returns the traded money of all markets of an event. */
export function volumeOfEvent({ world, now }: MockContext, event: WorldEvent): number {
  return roundToMicros(event.markets.reduce((sum, market) => sum + world.stats(market.key, now).notional, 0))
}

export function tagOf({ world }: MockContext, label: string) {
  return { id: world.tags.indexOf(label) + 1, label, slug: slugOf(label) }
}

function imageOf(series: WorldSeries): string {
  return `https://images.example/probable/${series.key}.jpg`
}

/** Returns a time such as `2026-02-23T14:00:00.200000Z`: tenths of a second with six digits. */
function microIso(at: number, chance: number): string {
  const tenth = chance === 0 ? 0 : mix(chance, 9) % 10
  return `${toIso(at).slice(0, 19)}.${tenth}00000Z`
}

/** Renders the end with a fraction of six digits or without one, as recorded. */
function endIso({ endsAt, seed }: WorldMarket): string {
  return mix(seed, 8) % 2 === 0 ? microIso(endsAt, 0) : `${toIso(endsAt).slice(0, 19)}Z`
}
