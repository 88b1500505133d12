import type { VenueId } from '../../../../src/api/venue-ids.js'

/** Enumerations whose words no mock venue sends where they are read, by venue and name, each with the reason. */
export const unreachedWords: Partial<Record<VenueId, Readonly<Record<string, string>>>> = {
  hyperliquid: {
    'placed.statuses':
      'an order that waits for its fill is documented and not played: each order rests or is filled',
  },
  limitless: {
    'frame.event': 'the name of an event is the first of a list, and no member',
    'order.status': 'in no recording of the call, but in a public client: not played',
    'venue.feeModuleType':
      'read by orders in collateral-fee markets alone (test/venues/limitless/collateral-fee)',
  },
  polymarket_us: {
    'comboLegDetails.outcomeSide': 'combos are not played',
    'comboLegDetails.state': 'combos are not played',
    'execution.orderRejectReason':
      'only beside executions that are refused (test/venues/polymarket_us/orders.test.ts)',
    'market.ep3Status':
      'read where the market has no status of its own (test/venues/polymarket_us/rows.test.ts)',
  },
}
