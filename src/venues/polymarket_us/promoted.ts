/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: [
    'slug',
    'question',
    'description',
    'category',
    'tags',
    'marketSides',
    'outcomePrices',
    'orderPriceMinTickSize',
    'volume',
    'liquidity',
  ],
  event: ['slug', 'title', 'description', 'category', 'tags', 'volume', 'markets'],
  series: ['id', 'slug', 'title', 'recurrence'],
  book: ['bids', 'offers'],
} as const
