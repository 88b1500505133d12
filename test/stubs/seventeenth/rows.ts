import type { EventRow, MarketRow } from '../../../src/venue-kit/contract/venue.js'
import {
  complementPrice,
  omitUndefined,
  toUnifiedMarket,
} from '../../../src/venue-kit/unify/unified-market.js'
import { tokenOf, VENUE } from './ids.js'
import type { NativeContract, NativeEvent } from './wire.js'

const SITE = 'https://seventeenth.invalid/e'

/** A contract as a market; its day's turnover is in contracts. */
export function toMarketRow(native: NativeContract, event: NativeEvent): MarketRow {
  const { id, name, last } = native
  return {
    status: native.state === 'open' ? 'active' : 'closed',
    startsAt: native.opens,
    market: toUnifiedMarket(VENUE, {
      marketId: id,
      eventId: event.id,
      title: `${event.name} - ${name}`,
      description: event.rules,
      outcomes: [
        { outcomeId: tokenOf(id, 'y'), label: 'Yes', price: last },
        {
          outcomeId: tokenOf(id, 'n'),
          label: 'No',
          price: last === undefined ? undefined : complementPrice(last),
        },
      ],
      candidate: name,
      resolvesAt: native.ends,
      volume24h: native.turnover_day,
      url: `${SITE}/${event.slug}`,
      nativeStatus: native.state,
      metadata: { volumeUnit: 'contracts' },
    }),
  }
}

export function toEventRow(native: NativeEvent): EventRow {
  return {
    status: native.state === 'open' ? 'active' : 'closed',
    startsAt: native.opens,
    markets: native.contracts.map((contract) => toMarketRow(contract, native)),
    event: omitUndefined<EventRow['event']>({
      id: native.id,
      title: native.name,
      description: native.rules,
      slug: native.slug,
      url: `${SITE}/${native.slug}`,
      sourceExchange: VENUE,
    }),
  }
}
