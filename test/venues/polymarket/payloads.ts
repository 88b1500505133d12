import { condition, token, wallet } from '../../support/chain-ids.js'

/** Native payloads after the documented shapes (src/venues/polymarket/README.md); people and places are invented. */

/** An open market of a candidate, as it stands inside an event. */
export function nativeMarket(overrides: Record<string, unknown> = {}) {
  return {
    id: '700101',
    question: 'Will Ada Thornquist win the Port Velmar mayoral election?',
    conditionId: condition(1),
    slug: 'will-ada-thornquist-win-the-port-velmar-mayoral-election',
    resolutionSource: 'https://elections.example',
    endDate: '2026-12-08T00:00:00Z',
    liquidity: '40050.5',
    startDate: '2026-03-11T18:36:02.893Z',
    image: 'https://images.example/thornquist.png',
    description: 'Resolves Yes if Ada Thornquist is sworn in.',
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0.615", "0.385"]',
    volume: '1223269.25',
    active: true,
    closed: false,
    archived: false,
    createdAt: '2026-03-03T20:37:02.834964Z',
    groupItemTitle: 'Ada Thornquist',
    groupItemThreshold: '2',
    questionID: `0x${'11'.repeat(32)}`,
    enableOrderBook: true,
    orderPriceMinTickSize: 0.001,
    orderMinSize: 5,
    volumeNum: 1223269.25,
    liquidityNum: 40050.5,
    volume24hr: 12964.75,
    clobTokenIds: JSON.stringify([token(1), token(2)]),
    acceptingOrders: true,
    acceptingOrdersTimestamp: '2026-03-11T18:35:40Z',
    negRisk: true,
    negRiskMarketID: `0x${'22'.repeat(31)}00`,
    oneDayPriceChange: 0.015,
    lastTradePrice: 0.61,
    bestBid: 0.61,
    bestAsk: 0.62,
    umaResolutionStatuses: '[]',
    version: 'v1',
    feesEnabled: true,
    feeType: 'politics_fees',
    makerBaseFee: 1000,
    takerBaseFee: 1000,
    feeSchedule: { exponent: 1, rate: 0.04, takerOnly: true, rebateRate: 0.25 },
    ...overrides,
  }
}

/** A market that has closed as No. */
export function closedMarket(overrides: Record<string, unknown> = {}) {
  return nativeMarket({
    id: '700102',
    question: 'Will Bram Oyelowo-Reyes win the Port Velmar mayoral election?',
    conditionId: condition(2),
    slug: 'will-bram-oyelowo-reyes-win',
    groupItemTitle: 'Bram Oyelowo-Reyes',
    clobTokenIds: JSON.stringify([token(3), token(4)]),
    outcomePrices: '["0", "1"]',
    closed: true,
    acceptingOrders: false,
    closedTime: '2026-09-05 19:37:33+00',
    umaResolutionStatus: 'resolved',
    liquidity: undefined,
    liquidityNum: undefined,
    bestBid: undefined,
    bestAsk: 0.002,
    lastTradePrice: 1,
    ...overrides,
  })
}

/** A child of an open event that was never deployed on the chain. */
export function undeployedMarket() {
  return nativeMarket({
    id: '700103',
    conditionId: '',
    active: false,
    acceptingOrders: undefined,
    outcomePrices: undefined,
    clobTokenIds: undefined,
    questionID: undefined,
    startDate: undefined,
    bestBid: 0,
    bestAsk: 1,
  })
}

/** An open event with an open, a closed and a never deployed market. */
export function nativeEvent(overrides: Record<string, unknown> = {}) {
  return {
    id: '31201',
    ticker: 'port-velmar-mayor',
    slug: 'port-velmar-mayor',
    title: 'Port Velmar mayoral election',
    description: 'Who will be sworn in as mayor of Port Velmar?',
    resolutionSource: '',
    startDate: '2026-03-11T18:41:17.827458Z',
    creationDate: '2026-03-11T18:41:17.827389Z',
    endDate: '2026-12-08T00:00:00Z',
    image: 'https://images.example/velmar.png',
    active: true,
    closed: false,
    archived: false,
    liquidity: 41000.25,
    volume: 1300000.5,
    openInterest: 0,
    volume24hr: 13000.125,
    negRisk: true,
    negRiskMarketID: `0x${'22'.repeat(31)}00`,
    markets: [nativeMarket(), closedMarket(), undeployedMarket()],
    tags: [
      { id: '2', label: 'Politics', slug: 'politics' },
      { id: '101206', label: 'City elections', slug: 'city-elections' },
    ],
    series: [{ id: '881', slug: 'velmar-votes', title: 'Velmar votes', recurrence: 'annual' }],
    seriesSlug: 'velmar-votes',
    ...overrides,
  }
}

/** Events that differ in id, slug and volume, largest volume first. */
export function nativeEvents(count: number, first = 0, overrides: Record<string, unknown> = {}) {
  return Array.from({ length: count }, (_unused, index) => {
    const n = first + index
    return nativeEvent({
      id: String(40_000 + n),
      slug: `event-${n}`,
      volume24hr: 1_000_000 - n,
      markets: [
        nativeMarket({ id: String(900_000 + n), conditionId: condition(n), clobTokenIds: tokensOf(n) }),
      ],
      ...overrides,
    })
  })
}

function tokensOf(n: number): string {
  return JSON.stringify([token(2 * n), token(2 * n + 1)])
}

/** The same market as the market list shows it: with a short event instead of inside one. */
export function listedMarket(overrides: Record<string, unknown> = {}) {
  const { markets: _markets, tags, ...event } = nativeEvent()
  return nativeMarket({ events: [event], tags, ...overrides })
}

/** An up/down market: labels that are kept. */
export function upDownMarket(overrides: Record<string, unknown> = {}) {
  return nativeMarket({
    id: '710555',
    question: 'Velmar Coin Up or Down - November 21, 12:00PM-12:05PM ET',
    slug: 'vlc-updown-5m-1795262400',
    outcomes: '["Up", "Down"]',
    groupItemTitle: undefined,
    ...overrides,
  })
}

/** A scalar market of the years before the order book. */
export function legacyMarket(overrides: Record<string, unknown> = {}) {
  return {
    id: '43',
    question: 'How much grain will Port Velmar ship in 2020?',
    conditionId: condition(43),
    slug: 'how-much-grain',
    endDate: '2021-01-02T00:00:00Z',
    category: 'Trade',
    outcomes: '["Long", "Short"]',
    outcomePrices: '["0.5843311669077693146635445446077281", "0.4156688330922306853364554553922719"]',
    volume: '46944.579746',
    marketType: 'scalar',
    closed: true,
    closedTime: '2021-01-02 21:45:52+00',
    ...overrides,
  }
}

/** A book with its levels worst first, as the venue sends them. */
export function nativeBook(n = 1, overrides: Record<string, unknown> = {}) {
  return {
    market: condition(1),
    asset_id: token(n),
    timestamp: '1795261999018',
    hash: 'bfb61f58dab4055d956eb5e758dbc9101c9a4e6c',
    bids: [
      { price: '0.001', size: '3147.19' },
      { price: '0.61', size: '1432.11' },
    ],
    asks: [
      { price: '0.999', size: '73.68' },
      { price: '0.62', size: '7' },
    ],
    min_order_size: '5',
    tick_size: '0.001',
    neg_risk: true,
    last_trade_price: '0.385',
    ...overrides,
  }
}

/** A fill as the trades route states it. */
export function fillRow(overrides: Record<string, unknown> = {}) {
  return {
    proxy_wallet: wallet,
    side: 'BUY',
    token_id: token(1),
    condition_id: condition(1),
    size: 22.84,
    price: 0.61,
    timestamp: 1795261477,
    title: 'Will Ada Thornquist win?',
    outcome: 'Yes',
    outcome_index: 999,
    name: '',
    transaction_hash: `0x${'77'.repeat(32)}`,
    ...overrides,
  }
}

/** The envelope of the newer data routes. */
export function envelope(data: unknown, next?: string) {
  return {
    data,
    pagination: { limit: 500, offset: 0, has_more: next !== undefined, next_cursor: next ?? null },
  }
}

/** A position as the route states it. */
export function positionRow(overrides: Record<string, unknown> = {}) {
  return {
    proxy_wallet: wallet,
    token_id: token(1),
    condition_id: condition(1),
    current_size: 28.09,
    avg_price: 0.55,
    current_price: 0.615,
    current_value: 17.2754,
    unrealized_pnl: 1.8259,
    realized_pnl: 0.5,
    status: 'OPEN',
    outcome: 'Yes',
    outcome_index: 0,
    ...overrides,
  }
}

/** A series as the list shows it. */
export function nativeSeries(overrides: Record<string, unknown> = {}) {
  return {
    id: '881',
    ticker: 'velmar-votes',
    slug: 'velmar-votes',
    title: 'Velmar votes',
    seriesType: 'single',
    recurrence: 'annual',
    image: '',
    active: true,
    closed: false,
    archived: false,
    volume: 439419.12,
    volume24hr: '230934.8',
    liquidity: 16220605.2,
    events: [{ id: '31201' }],
    ...overrides,
  }
}

/** An order of one's own that rests. */
export function nativeOrder(overrides: Record<string, unknown> = {}) {
  return {
    id: `0x${'0f'.repeat(32)}`,
    status: 'LIVE',
    owner: 'my-key',
    maker_address: wallet,
    market: condition(1),
    asset_id: token(1),
    side: 'BUY',
    original_size: '5',
    size_matched: '0',
    price: '0.513',
    associate_trades: null,
    outcome: 'Yes',
    created_at: '1725842520',
    expiration: '0',
    order_type: 'GTC',
    ...overrides,
  }
}

/** A trade that one took. */
export function nativeTrade(overrides: Record<string, unknown> = {}) {
  return {
    id: 'f50e8ab2-652d-4dc8-9c82-8e46197fe98d',
    taker_order_id: `0x${'5b'.repeat(32)}`,
    market: condition(1),
    asset_id: token(1),
    side: 'BUY',
    size: '5',
    fee_rate_bps: '0',
    price: '0.52',
    status: 'CONFIRMED',
    match_time: '1725958681',
    last_update: '1725958682',
    outcome: 'Yes',
    bucket_index: 0,
    owner: 'my-key',
    maker_address: wallet,
    maker_orders: [
      {
        order_id: `0x${'a3'.repeat(32)}`,
        owner: 'another',
        maker_address: `0x${'62'.repeat(20)}`,
        matched_amount: '5',
        price: '0.52',
        fee_rate_bps: '0',
        asset_id: token(1),
        outcome: 'Yes',
      },
    ],
    transaction_hash: `0x${'a6'.repeat(32)}`,
    trader_side: 'TAKER',
    ...overrides,
  }
}
