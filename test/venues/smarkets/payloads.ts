/** Native payloads after the documented shapes (src/venues/smarkets/README.md); people and places are invented. */

type Members = Readonly<Record<string, unknown>>

/** A fixture, as lists with the new typing show it. */
export function nativeEvent(members: Members = {}) {
  return {
    bet_allowed: true,
    bettable: true,
    chart_time_period: null,
    created: '2026-10-10T12:54:50.666604Z',
    description: '',
    display_order: 0,
    end_date: null,
    full_slug: '/sport/football/harbour-cup/2026/11/22/20-00/kestrels-vs-lanterns',
    hidden: false,
    id: '4001',
    inplay_enabled: true,
    modified: '2026-11-20T01:25:18.792153Z',
    name: 'Kestrels vs Lanterns',
    parent_id: '4000',
    seo_description: 'Bet on {{ contracts.home.name }}',
    short_name: 'KES vs. LAN',
    slug: 'kestrels-vs-lanterns',
    special_rules: '',
    start_date: '2026-11-22',
    start_datetime: '2026-11-22T19:00:00Z',
    state: 'upcoming',
    type: { domain: 'football', scope: 'single_event' },
    ...members,
  }
}

/** A market of three. */
export function nativeMarket(members: Members = {}) {
  return {
    bet_delay: 0,
    cashout_enabled: true,
    categories: ['winner', 'popular'],
    category: 'winner',
    complete: true,
    contract_selections: null,
    created: '2026-10-10T12:54:50.779Z',
    description: '',
    display_order: 0,
    display_type: 'default',
    event_id: '4001',
    hidden: false,
    id: '5001',
    info: { commission_rate: null, reason: '' },
    inplay_enabled: true,
    market_type: { name: 'WINNER_3_WAY' },
    modified: '2026-11-19T06:01:55.580Z',
    name: 'Full-time result',
    slug: 'winner',
    state: 'open',
    winner_count: 1,
    ...members,
  }
}

/** One of its contracts. */
export function nativeContract(members: Members = {}) {
  return {
    id: '6001',
    market_id: '5001',
    name: 'Kestrels',
    slug: 'kestrels',
    contract_type: { name: 'HOME' },
    competitor_id: '7001',
    display_order: 100,
    hidden: false,
    info: { primary: true },
    created: '2026-10-10T12:54:51.936519Z',
    modified: '2026-10-10T12:54:51.936519Z',
    outcome_timestamp: null,
    reduction_factor: null,
    state_or_outcome: 'open',
    ...members,
  }
}

/** The match: a market of three and one of two, with books, last prices and volumes. */
export function match() {
  return {
    events: [nativeEvent()],
    markets: [
      nativeMarket(),
      nativeMarket({
        id: '5002',
        name: 'Both teams to score',
        slug: 'both-teams-score',
        market_type: { name: 'BTTS' },
        category: 'teams',
        categories: ['teams', 'popular'],
      }),
    ],
    contracts: [
      nativeContract(),
      nativeContract({ id: '6002', name: 'Draw', slug: 'draw', contract_type: { name: 'DRAW' } }),
      nativeContract({ id: '6003', name: 'Lanterns', slug: 'lanterns', contract_type: { name: 'AWAY' } }),
      nativeContract({
        id: '6004',
        market_id: '5002',
        name: 'No',
        slug: 'no',
        contract_type: { name: 'NO' },
      }),
      nativeContract({
        id: '6005',
        market_id: '5002',
        name: 'Yes',
        slug: 'yes',
        contract_type: { name: 'YES' },
      }),
    ],
    prices: {
      '5001': [
        { contract_id: '6001', last_executed_price: '57.14', timestamp: '2026-11-21T11:29:56.300147Z' },
        { contract_id: '6002', last_executed_price: null, timestamp: null },
        { contract_id: '6003', last_executed_price: '15.15', timestamp: '2026-11-21T11:32:56.688559Z' },
      ],
      '5002': [{ contract_id: '6005', last_executed_price: '50', timestamp: '2026-11-21T11:32:56Z' }],
    },
    volumes: [{ market_id: '5001', volume: 4798, double_stake_volume: 9596 }],
    quotes: {
      '6001': {
        bids: [
          { price: 5556, quantity: 225790 },
          { price: 5714, quantity: 1 },
        ],
        offers: [{ price: 5882, quantity: 200000 }],
      },
      '6002': { bids: [], offers: [{ price: 2941, quantity: 1500000 }] },
      '6004': { bids: [], offers: [] },
    },
  }
}

/** A settled event with its market and two contracts. */
export function settledDuel() {
  return {
    events: [
      nativeEvent({
        id: '4100',
        slug: 'osk-vs-tarn',
        full_slug: '/sport/tennis/lagoon-open/2026/11/01/12-00/osk-vs-tarn',
        name: 'Ada Osk vs Mira Tarn',
        start_datetime: '2026-11-01T12:00:00Z',
        state: 'settled',
        type: 'tennis_match',
      }),
    ],
    markets: [
      nativeMarket({ id: '5100', event_id: '4100', state: 'settled', market_type: { name: 'WINNER_2_WAY' } }),
    ],
    contracts: [
      nativeContract({ id: '6100', market_id: '5100', name: 'Ada Osk', state_or_outcome: 'loser' }),
      nativeContract({
        id: '6101',
        market_id: '5100',
        name: 'Mira Tarn',
        state_or_outcome: 'winner',
        outcome_timestamp: '2026-11-01T14:03:00Z',
      }),
    ],
    prices: {},
    volumes: [],
    quotes: {},
  }
}
