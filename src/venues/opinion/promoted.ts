/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: ['marketId', 'marketTitle', 'rules', 'slug', 'volume', 'volume24h', 'yesTokenId', 'noTokenId'],
  event: ['marketId', 'marketTitle', 'rules', 'slug', 'childMarkets'],
  book: ['bids', 'asks', 'timestamp'],
} as const
