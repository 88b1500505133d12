import type { MockContext } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { toSecondIso } from '../../../world/common/dates.js'
import { stateAt } from '../../../world/common/types.js'
import { eventOf, findOfferedEvents, marketsIn } from '../catalogue.js'
import { feeTermsOf } from '../fees.js'
import { conditionIdOf, type Token, tokenIdsOf } from '../ids.js'
import { tagSlugs } from '../labels.js'
import type { Quote } from '../quote.js'

/** Frames of the market channel with `custom_feature_enabled` (samples `ws-market-new-market-*`, `-resolved-*`). */

/** Returns a frame when the best levels of a token have changed. */
export function toBestChange(
  { world, now }: MockContext,
  { token, quote: before }: { readonly token: Token; readonly quote: Quote },
  quote: Quote,
): readonly string[] {
  if (quote.bestBid === before.bestBid && quote.bestAsk === before.bestAsk) return []
  const [bid, ask] = [quote.bestBid ?? 0, quote.bestAsk ?? 1]
  return [
    JSON.stringify({
      event_type: 'best_bid_ask',
      asset_id: token.id,
      market: conditionIdOf(world, token.market),
      best_bid: String(bid),
      best_ask: String(ask),
      spread: String(roundToMicros(ask - bid)),
      timestamp: String(now),
    }),
  ]
}

/**
 * Returns frames of markets of some tokens that resolved after a given time and up to now, each once.
 * @param since epoch ms
 */
export function listResolutionsSince(
  context: MockContext,
  tokens: readonly Token[],
  since: number,
): readonly string[] {
  const { world, now } = context
  const markets = new Map(tokens.map(({ market }) => [market.key, market]))
  return [...markets.values()]
    .filter(({ resolvesAt }) => resolvesAt > since && resolvesAt <= now)
    .map((market) => {
      const [yes, no] = tokenIdsOf(world, market)
      const winner = market.payout === 1 ? [yes, market.yesLabel] : [no, market.noLabel]
      return JSON.stringify({
        event_type: 'market_resolved',
        id: String(market.number),
        market: conditionIdOf(world, market),
        assets_ids: [yes, no],
        // The frame of a market that pays both sides half is not documented.
        ...(market.payout === 0.5 ? {} : { winning_asset_id: winner[0], winning_outcome: winner[1] }),
        timestamp: String(market.resolvesAt),
        tags: tagSlugs(eventOf(context, market).series),
      })
    })
}

/** Returns frames of all markets that opened after a given time and up to now. @param since epoch ms */
export function listNewMarketsSince(context: MockContext, since: number): readonly string[] {
  const { world, now } = context
  const listed = findOfferedEvents(context).filter((event) => stateAt(event, now) === 'open')
  return marketsIn(context, listed)
    .filter(({ market }) => market.opensAt > since && market.opensAt <= now)
    .map(({ event, market }) => {
      const ids = tokenIdsOf(world, market)
      const terms = feeTermsOf(event)
      return JSON.stringify({
        id: String(market.number),
        question: market.question,
        market: conditionIdOf(world, market),
        slug: market.slug,
        description: event.rules,
        // Position ids for a market of Protocol V2; that this member contains them is inferred.
        assets_ids: ids,
        outcomes: [market.yesLabel, market.noLabel],
        event_message: {
          id: String(event.number),
          ticker: event.slug,
          slug: event.slug,
          title: event.title,
          description: event.rules,
        },
        timestamp: String(market.opensAt),
        event_type: 'new_market',
        tags: tagSlugs(event.series),
        condition_id: conditionIdOf(world, market),
        active: true,
        clob_token_ids: ids,
        sports_market_type:
          event.startsAt === undefined ? '' : market.strike === undefined ? 'moneyline' : 'totals',
        line: event.startsAt === undefined ? '' : String(market.strike?.floor ?? ''),
        game_start_time: event.startsAt === undefined ? '' : toSecondIso(event.startsAt),
        order_price_min_tick_size: String(market.tick),
        group_item_title: market.label ?? '',
        taker_base_fee: '1000',
        fees_enabled: terms !== undefined,
        ...(terms === undefined
          ? {}
          : {
              fee_schedule: {
                exponent: '1',
                rate: String(terms.rate),
                taker_only: true,
                rebate_rate: String(terms.rebate),
              },
            }),
      })
    })
}
