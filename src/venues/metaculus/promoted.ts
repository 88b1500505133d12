/** Fields of the venue's rows that first-class members hold; all others are in `sourceMetadata` as they are sent. */
export const promoted = {
  market: ['aggregations', 'my_forecasts'],
  event: ['id', 'slug', 'title', 'question', 'group_of_questions', 'projects'],
  series: ['id', 'name', 'slug', 'description'],
} as const
