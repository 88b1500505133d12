import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { WorldMarket } from '../../world/common/types.js'
import { isCombo } from './combo-market.js'
import { findComboBySlug } from './combos.js'
import { marketOf, marketSlugOf } from './ids.js'
import type { Native } from './native-market.js'

/** The instrument of orders, positions and trades: a market, or a combo of several. */
export interface Instrument {
  readonly market: WorldMarket
}

/** Returns the instrument with a slug, of any age. */
export function instrumentOf(context: MockContext, slug: string): WorldMarket | undefined {
  return findComboBySlug(context, slug) ?? marketOf(context, slug)?.market
}

export function slugOf({ world }: Pick<MockContext, 'world'>, { market }: Instrument): string {
  return isCombo(market) ? market.slug : marketSlugOf({ event: world.eventOf(market), market })
}

/** Returns the market metadata in rows of an account. */
export function toMarketMetadata(context: Pick<MockContext, 'world'>, held: Instrument): Native {
  const { market } = held
  const slug = slugOf(context, held)
  if (isCombo(market)) return { slug, title: 'Combo', outcome: market.yesLabel }
  const event = context.world.eventOf(market)
  return { slug, title: market.question, outcome: market.yesLabel, eventSlug: event.slug }
}
