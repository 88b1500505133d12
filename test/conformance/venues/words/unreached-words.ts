import type { VenueId } from '../../../../src/api/envelope/venue-ids.js'

/** Enumerations whose words no mock venue sends where they are read, by venue and name, each with the reason. */
export const unreachedWords: Partial<Record<VenueId, Readonly<Record<string, string>>>> = {
  baozi: {
    'market.access_gate': 'accounts of the chain are bytes, and no JSON (test/venues/baozi/words.test.ts)',
    'market.currency_type': 'as above',
    'market.layer': 'as above',
    'market.status': 'as above',
  },
  'gemini-titan': {
    'orders.O': 'of the user channel, which no walk watches (test/venues/gemini-titan/words.test.ts)',
    'orders.S': 'of the user channel, as above',
    'orders.X': 'of the user channel, as above',
  },
  hunch: {
    'position.status': 'of accounts, which hold nothing in the demo (test/venues/hunch/words.test.ts)',
    'result.status': 'of accounts, as above',
  },
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
      'read where the market has no status of its own (test/venues/polymarket_us/mapping.test.ts)',
  },
  suibets: {
    'match.status': 'of own bets, which are made on the chain (test/venues/suibets/words.test.ts)',
  },
}

/** What is told of some unknown words in another way than the walk wants, by venue and what the walk calls it. */
export const otherwise: Partial<Record<VenueId, Readonly<Record<string, string>>>> = {
  metaculus: {
    'post.status: fetchEvents':
      'pages of which every row is left out count as pages that come again: an error, unnamed',
  },
}
