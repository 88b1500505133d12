/** JSON Schemas that many models share. */

export const textSchema = { type: 'string' } as const
export const number = { type: 'number' } as const
export const flagSchema = { type: 'boolean' } as const
export const anything = { type: 'object', additionalProperties: true } as const
export const price = {
  type: 'number',
  minimum: 0,
  maximum: 1,
  description: 'A probability, 0 to 1.',
} as const
export const instantSchema = { type: 'integer', description: 'Epoch ms UTC.' } as const
export const contracts = { type: 'number', description: 'Contracts.' } as const
export const nullableText = { type: ['string', 'null'] } as const
export const buyOrSell = { type: 'string', enum: ['buy', 'sell'] } as const
