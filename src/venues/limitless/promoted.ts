/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: [
    'slug',
    'title',
    'description',
    'logo',
    'tags',
    'tokens',
    'prices',
    'expirationTimestamp',
    'volumeFormatted',
    'markets',
  ],
  event: ['slug', 'title', 'description', 'logo', 'tags', 'markets'],
  book: ['bids', 'asks', 'lastTradePrice'],
} as const
