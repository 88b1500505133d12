/** Native payloads after the documented shapes, with fictional people, teams and places. */

export type Members = Record<string, unknown>

/** A market of August 2026, open, traded and quoted on both sides. */
export function nativeMarket(overrides: Members = {}): Members {
  return {
    ticker: 'KXORBMAYOR-26-VELA',
    event_ticker: 'KXORBMAYOR-26',
    market_type: 'binary',
    title: 'Will Mira Vela become mayor of Orbhaven?',
    yes_sub_title: 'Mira Vela',
    no_sub_title: 'Mira Vela',
    status: 'active',
    result: '',
    expiration_value: '',
    can_close_early: true,
    created_time: '2026-05-20T19:06:01.154369Z',
    updated_time: '2026-07-13T21:35:19.64790Z',
    open_time: '2026-05-20T19:10:00Z',
    close_time: '2027-02-01T15:00:00Z',
    expected_expiration_time: '2027-01-20T15:00:00Z',
    expiration_time: '2027-02-08T15:00:00Z',
    latest_expiration_time: '2027-02-08T15:00:00Z',
    settlement_timer_seconds: 300,
    yes_bid_dollars: '0.4100',
    yes_bid_size_fp: '343.49',
    yes_ask_dollars: '0.4400',
    yes_ask_size_fp: '641.00',
    no_bid_dollars: '0.5600',
    no_ask_dollars: '0.5900',
    last_price_dollars: '0.4200',
    previous_price_dollars: '0.4500',
    previous_yes_bid_dollars: '0.4400',
    previous_yes_ask_dollars: '0.4600',
    volume_fp: '2985.50',
    volume_24h_fp: '3.14',
    open_interest_fp: '2422.48',
    notional_value_dollars: '1.0000',
    strike_type: 'structured',
    custom_strike: { candidate: 'e29b78dd' },
    price_level_structure: 'linear_cent',
    price_ranges: [{ start: '0.0000', end: '1.0000', step: '0.0100' }],
    exchange_index: 0,
    settlement_bounds_type: 'default',
    rules_primary: 'If Mira Vela is sworn in as mayor of Orbhaven, then the market resolves to Yes.',
    rules_secondary: 'Acting mayors do not count.',
    ...overrides,
  }
}

/** An event with the markets of two candidates. */
export function nativeEvent(overrides: Members = {}): Members {
  return {
    event_ticker: 'KXORBMAYOR-26',
    series_ticker: 'KXORBMAYOR',
    title: 'Next mayor of Orbhaven',
    sub_title: 'In 2026',
    category: 'Elections',
    mutually_exclusive: true,
    collateral_return_type: 'MECNET',
    strike_period: '',
    last_updated_ts: '2026-07-24T16:41:17.525782Z',
    product_metadata: { competition: 'Orbhaven' },
    settlement_sources: [{ name: 'The Orbhaven Gazette', url: 'https://gazette.example' }],
    markets: [nativeMarket(), secondMarket()],
    ...overrides,
  }
}

/** Another candidate of the same event. */
export function secondMarket(overrides: Members = {}): Members {
  return nativeMarket({
    ticker: 'KXORBMAYOR-26-OTTO',
    title: 'Will Otto Brandt become mayor of Orbhaven?',
    yes_sub_title: 'Otto Brandt',
    volume_fp: '100.10',
    volume_24h_fp: '0.00',
    open_time: '2026-06-01T00:00:00Z',
    rules_primary: 'If Otto Brandt is sworn in as mayor of Orbhaven, then the market resolves to Yes.',
    ...overrides,
  })
}

export function nativeSeries(overrides: Members = {}): Members {
  return {
    ticker: 'KXORBMAYOR',
    title: 'Mayor of Orbhaven',
    category: 'Elections',
    frequency: 'custom',
    tags: ['Orbhaven', 'Mayors'],
    additional_prohibitions: null,
    settlement_sources: null,
    fee_type: 'quadratic',
    fee_multiplier: 1,
    contract_terms_url: 'https://terms.example/ORBMAYOR.pdf',
    last_updated_ts: '2026-08-19T15:45:47.523967Z',
    ...overrides,
  }
}

export function nativeTrade(overrides: Members = {}): Members {
  return {
    trade_id: '072132b7-0001',
    ticker: 'KXORBMAYOR-26-VELA',
    count_fp: '155.25',
    yes_price_dollars: '0.4200',
    no_price_dollars: '0.5800',
    taker_outcome_side: 'yes',
    taker_book_side: 'bid',
    is_block_trade: false,
    created_time: '2026-11-20T01:46:15.690388Z',
    ...overrides,
  }
}

/** A traded period that ends at `end` (epoch seconds). */
export function nativeCandlestick(end: number, overrides: Members = {}): Members {
  const quotes = {
    open_dollars: '0.4100',
    high_dollars: '0.4200',
    low_dollars: '0.4000',
    close_dollars: '0.4100',
  }
  return {
    end_period_ts: end,
    open_interest_fp: '19301.00',
    volume_fp: '2.23',
    price: {
      open_dollars: '0.4200',
      high_dollars: '0.4700',
      low_dollars: '0.4100',
      close_dollars: '0.4500',
      mean_dollars: '0.4400',
      previous_dollars: '0.4300',
    },
    yes_bid: quotes,
    yes_ask: quotes,
    ...overrides,
  }
}

/** A period in which only the book moved. */
export function quietCandlestick(end: number, overrides: Members = {}): Members {
  return nativeCandlestick(end, { volume_fp: '0.00', price: { previous_dollars: '0.4300' }, ...overrides })
}

/** Bids of both sides, best last. */
export function nativeBook(): Members {
  return {
    orderbook_fp: {
      yes_dollars: [
        ['0.3900', '114.46'],
        ['0.4100', '343.49'],
      ],
      no_dollars: [
        ['0.5000', '166.27'],
        ['0.5600', '641.00'],
      ],
    },
  }
}

/** Body of a 404. */
export const notFound = { error: { code: 'not_found', message: 'not found' } }
