import { outcomeShortcuts } from '../models/wire-rows.js'
import { isoInstantSchema } from '../times/instant.js'
import { type JsonSchema, listOf } from '../values/json-schema.js'

/** Filter criteria of lists by name (api/README.md, "Filters"), for reading requests and for the API description. */

/** The type of a criterion. */
type Criterion = 'text' | 'places' | 'words' | 'range' | 'dates' | 'outcome range'

export const marketTexts = ['title', 'description', 'category', 'tags', 'outcomes'] as const
export const eventTexts = ['title', 'description', 'category', 'tags'] as const
const common = { text: 'text', searchIn: 'places', category: 'text', tags: 'words' } as const

export const marketCriteria = {
  ...common,
  volume24h: 'range',
  volume: 'range',
  liquidity: 'range',
  openInterest: 'range',
  resolutionDate: 'dates',
  price: 'outcome range',
  priceChange24h: 'outcome range',
} as const satisfies Readonly<Record<string, Criterion>>

export const eventCriteria = {
  ...common,
  marketCount: 'range',
  totalVolume: 'range',
} as const satisfies Readonly<Record<string, Criterion>>

/** The members of a criterion that is an object. */
export const criterionMembers: Readonly<Partial<Record<Criterion, readonly string[]>>> = {
  range: ['min', 'max'],
  dates: ['before', 'after'],
  'outcome range': ['outcome', 'min', 'max'],
}

const text: JsonSchema = { type: 'string' }
const limits = { min: { type: 'number' }, max: { type: 'number' } } as const

function closed(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, additionalProperties: false }
}

function criterionSchema(kind: Criterion, places: readonly string[]): JsonSchema {
  switch (kind) {
    case 'text':
      return text
    case 'places':
      return listOf({ ...text, enum: places })
    case 'words':
      return listOf(text)
    case 'range':
      return closed(limits)
    case 'dates':
      return closed({ before: isoInstantSchema, after: isoInstantSchema })
    case 'outcome range':
      return closed({ outcome: { ...text, enum: outcomeShortcuts }, ...limits })
  }
}

function criteriaSchema(
  criteria: Readonly<Record<string, Criterion>>,
  places: readonly string[],
): JsonSchema {
  const members = Object.entries(criteria).map(([name, kind]) => [name, criterionSchema(kind, places)])
  return {
    ...closed(Object.fromEntries(members)),
    description:
      'A row must meet all criteria. Names may be in snake_case. A list with one item may be written as plain text.',
  }
}

/** The schemas of filters under upstream's names. */
export const criteriaSchemas = {
  MarketFilterCriteria: criteriaSchema(marketCriteria, marketTexts),
  EventFilterCriteria: criteriaSchema(eventCriteria, eventTexts),
}
