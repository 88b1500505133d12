/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: ['_id', 'id', 'question', 'title', 'options', 'choices', 'contractAddress'],
} as const
