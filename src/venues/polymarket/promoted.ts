/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: [
    'id',
    'question',
    'description',
    'slug',
    'image',
    'outcomes',
    'outcomePrices',
    'clobTokenIds',
    'conditionId',
    'endDate',
    'volume',
    'volume24hr',
    'liquidity',
    'orderPriceMinTickSize',
    'events',
  ],
  event: ['id', 'slug', 'title', 'description', 'image', 'category', 'tags', 'markets'],
  series: ['id', 'title', 'ticker', 'slug', 'description', 'recurrence', 'image', 'events'],
  book: ['asset_id', 'bids', 'asks', 'timestamp'],
} as const
