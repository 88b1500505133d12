import { fieldTexts } from '../../api/arguments/method-texts.js'
import { instantTextSchema, isoInstantSchema } from '../../api/times/instant.js'
import type { JsonSchema } from '../../api/values/json-schema.js'

/** Builds a path or query parameter with its description and example. */
export function buildParameter(
  name: string,
  schema: JsonSchema,
  { isRequired = false, place = 'query', example }: ParameterOptions = {},
): object {
  const { description = fieldTexts[name], ...rest } = schema
  return {
    name,
    in: place,
    ...(isRequired ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema: rest.anyOf === isoInstantSchema.anyOf ? instantTextSchema : rest,
    ...(example === undefined ? {} : { example }),
  }
}

/** Builds a query parameter that holds an object as JSON text. */
export function buildJsonParameter(
  name: string,
  { description = fieldTexts[name], ...schema }: JsonSchema,
  { isRequired = false, example }: ParameterOptions = {},
): object {
  return {
    name,
    in: 'query',
    ...(isRequired ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  }
}

interface ParameterOptions {
  readonly isRequired?: boolean
  readonly place?: 'query' | 'path' | 'header'
  readonly example?: unknown
}
