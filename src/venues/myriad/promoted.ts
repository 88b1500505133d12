/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: ['title', 'description', 'slug', 'imageUrl', 'topics', 'outcomes'],
  event: ['id', 'title', 'markets'],
  book: ['bids', 'asks'],
} as const
