import { condition, token, wallet } from '../../support/chain-ids.js'

/** Native payloads after the documented shapes (src/venues/probable/README.md); people and places are invented. */

/** An open market of a candidate, as lists show it. */
export function nativeMarket(overrides: Record<string, unknown> = {}) {
  return {
    id: '2101',
    event_id: '801',
    condition_id: condition(1),
    question: 'Will Ines Calloway win the Ostrava Bay election?',
    question_id: `0x${'1a'.repeat(32)}`,
    market_slug: 'will-ines-calloway-win-the-ostrava-bay-election',
    outcomes: '["Yes","No"]',
    volume24hr: '171998.00000000',
    liquidity: '10.989840',
    clobTokenIds: JSON.stringify([token(1), token(2)]),
    active: true,
    closed: false,
    archived: false,
    startDate: '2026-02-23T14:00:00.200000Z',
    endDate: '2027-01-01T05:00:00Z',
    tokens: [
      { token_id: token(1), outcome: 'Yes' },
      { token_id: token(2), outcome: 'No' },
    ],
    icon: 'https://images.example/calloway.jpg',
    description: 'Resolves to Yes if Ines Calloway is sworn in.',
    tags: [],
    groupItemTitle: 'Ines Calloway',
    resolved: false,
    liveness: '7200',
    disputed: false,
    proposal_history: [],
    ...overrides,
  }
}

/** The market with its ids made from `n`. */
export function marketNumber(n: number, overrides: Record<string, unknown> = {}) {
  return nativeMarket({
    id: String(3000 + n),
    condition_id: condition(100 + n),
    market_slug: `question-${n}`,
    clobTokenIds: JSON.stringify([token(200 + 2 * n), token(201 + 2 * n)]),
    tokens: [
      { token_id: token(200 + 2 * n), outcome: 'Yes' },
      { token_id: token(201 + 2 * n), outcome: 'No' },
    ],
    ...overrides,
  })
}

/** A match of two teams that has been decided. */
export function resolvedMarket(overrides: Record<string, unknown> = {}) {
  return nativeMarket({
    id: '2102',
    condition_id: condition(2),
    question: 'Kestrels vs. Lanterns',
    market_slug: 'kestrels-vs-lanterns',
    groupItemTitle: 'Kestrels vs. Lanterns',
    outcomes: ['Kestrels', 'Lanterns'],
    clobTokenIds: [token(3), token(4)],
    tokens: [
      { token_id: token(3), outcome: 'Kestrels', winner: false },
      { token_id: token(4), outcome: 'Lanterns', winner: true },
    ],
    active: false,
    closed: true,
    resolved: true,
    closedTime: '2026-09-05T19:37:33Z',
    ...overrides,
  })
}

/** An open event with two markets. */
export function nativeEvent(overrides: Record<string, unknown> = {}) {
  return {
    id: 801,
    slug: 'ostrava-bay-election',
    title: 'Ostrava Bay election',
    description: 'Who will be sworn in?',
    image: 'https://images.example/bay.png',
    icon: 'https://images.example/bay-icon.png',
    status: 'active',
    volume: '1904221.5',
    tags: [{ id: 3, label: 'Politics', slug: 'politics' }, 'Elections'],
    startDate: '2026-02-01T00:00:00Z',
    endDate: '2027-01-01T00:00:00Z',
    markets: [nativeMarket()],
    ...overrides,
  }
}

export function pageOf(rows: readonly unknown[], page = 1, hasMore = false) {
  return { markets: rows, pagination: { page, limit: 100, totalResults: rows.length, hasMore } }
}

/** A book whose worst levels come first. */
export function nativeBook(overrides: Record<string, unknown> = {}) {
  return {
    market: `0x${'1a'.repeat(32)}`,
    asset_id: token(1),
    timestamp: '2026-11-21T11:59:58.729749Z',
    hash: '2abe970b',
    bids: [
      { price: '0.300000', size: '50.000000' },
      { price: '0.610000', size: '12.500000' },
    ],
    asks: [
      { price: '0.990000', size: '100' },
      { price: '0.640000', size: '9.840000' },
    ],
    min_order_size: '1',
    tick_size: '0.001000',
    neg_risk: false,
    ...overrides,
  }
}

/** A fill; `n` minutes before noon. */
export function nativeTrade(n: number, overrides: Record<string, unknown> = {}) {
  return {
    proxyWallet: wallet,
    side: 'BUY',
    asset: token(1),
    conditionId: condition(1),
    size: 4.34,
    price: 0.62,
    timestamp: Date.UTC(2026, 10, 21, 12) - n * 60_000,
    title: 'Ostrava Bay election',
    slug: 'will-ines-calloway-win-the-ostrava-bay-election',
    icon: '',
    eventSlug: 'ostrava-bay-election',
    outcome: 'Yes',
    outcomeIndex: 0,
    name: 'Quiet Heron',
    transactionHash: `0x${String(n).padStart(64, '0')}`,
    ...overrides,
  }
}

export function nativePosition(overrides: Record<string, unknown> = {}) {
  return {
    proxyWallet: wallet,
    asset: token(1),
    conditionId: condition(1),
    size: 28.09,
    avgPrice: 0.55,
    initialValue: 15.4495,
    currentValue: 17.2754,
    cashPnl: 1.8259,
    percentPnl: 11.8,
    totalBought: 28.09,
    realizedPnl: 0.5,
    curPrice: 0.615,
    redeemable: false,
    outcome: 'Yes',
    outcomeIndex: 0,
    ...overrides,
  }
}
