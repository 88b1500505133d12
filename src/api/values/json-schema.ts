/** The subset of JSON Schema that is used here. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema | false
  readonly prefixItems?: readonly JsonSchema[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly not?: JsonSchema
  readonly default?: unknown
}

const REFERENCES = '#/components/schemas/'

/** Returns a reference to a schema of the API description. */
export function referenceSchema(name: string): JsonSchema {
  return { $ref: `${REFERENCES}${name}` }
}

/** Returns the name in a reference created by {@link referenceSchema}. */
export function nameIn(reference: string): string {
  return reference.replace(REFERENCES, '')
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

/** Builds an object schema; members whose name ends in `?` are optional. */
export function buildObjectSchema(
  members: Readonly<Record<string, JsonSchema>>,
  description?: string,
): JsonSchema {
  const names = Object.keys(members)
  const properties = Object.fromEntries(names.map((name) => [name.replace('?', ''), members[name] ?? {}]))
  const required = names.filter((name) => !name.endsWith('?'))
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties,
    ...(required.length === 0 ? {} : { required }),
  }
}
