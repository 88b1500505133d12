/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: [
    'id',
    'event_id',
    'question',
    'description',
    'icon',
    'tags',
    'tokens',
    'volume',
    'volume24hr',
    'liquidity',
  ],
  event: ['id', 'title', 'description', 'slug', 'icon', 'category', 'tags', 'markets'],
  book: ['bids', 'asks', 'timestamp'],
} as const
