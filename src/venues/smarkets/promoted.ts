/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: ['id', 'event_id', 'description'],
  event: ['id', 'name', 'description', 'slug'],
  book: ['bids', 'offers'],
} as const
