/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: ['label', 'description', 'status'],
  event: [
    'ticker',
    'title',
    'description',
    'slug',
    'category',
    'tags',
    'imageUrl',
    'volume24h',
    'contracts',
    'events',
  ],
  book: ['bids', 'asks'],
} as const
