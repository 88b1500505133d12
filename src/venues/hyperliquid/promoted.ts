/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: ['outcome', 'sideSpecs'],
  event: ['question', 'namedOutcomes'],
  book: ['levels', 'time'],
} as const
