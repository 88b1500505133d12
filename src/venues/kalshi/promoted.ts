/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: ['ticker', 'title', 'rules_primary', 'status', 'volume_fp', 'volume_24h_fp', 'open_interest_fp'],
  event: ['event_ticker', 'title', 'category', 'markets'],
  series: ['ticker', 'title', 'frequency'],
  book: ['ticker', 'orderbook_fp'],
} as const
