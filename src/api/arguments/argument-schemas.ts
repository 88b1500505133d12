import { isoInstantSchema } from '../times/instant.js'
import { type JsonSchema, listOf, nameIn, referenceSchema } from '../values/json-schema.js'
import { MAX_TEXT_LENGTH } from './arguments.js'
import { applyBounds } from './bounds.js'
import type { Field, Fields, FieldType } from './fields.js'
import { fieldTexts } from './method-texts.js'
import { type Arg, getMethodRow, type Method, type MethodName } from './methods.js'
import { paramsNameOf, paramsNames } from './params-names.js'

/** The arguments of the method table as JSON Schema: by position, as in a POST, and by name, as in a GET. */

/** Schema of a text argument. */
const text = { type: 'string', maxLength: MAX_TEXT_LENGTH } as const satisfies JsonSchema
const filledText = { ...text, minLength: 1 } as const satisfies JsonSchema

const fieldTypes: Readonly<Record<FieldType, JsonSchema>> = {
  string: text,
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: isoInstantSchema,
  'string[]': { type: 'array', items: text },
  object: { type: 'object', additionalProperties: true },
  any: {},
}

/** An argument that is given by name. */
export interface NamedArgument {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly type: FieldType
  /** Clients send it, but the daemon does not use it. */
  readonly isUnread: boolean
  /** Value that applies where the argument is absent, if one is documented. */
  readonly fallback: string | undefined
}

function withText(name: string, schema: JsonSchema): JsonSchema {
  const description = fieldTexts[name]
  return description === undefined ? schema : { ...schema, description }
}

function fieldSchema(name: string, field: Field): JsonSchema {
  const type = field.type === 'string' && field.required === true ? filledText : fieldTypes[field.type]
  return withText(name, applyBounds(shapeOf(field) ?? type, field))
}

/** Returns the schema of an object or of the items of a list, where the description has one. */
function shapeOf({ type, schema }: Pick<Field, 'type' | 'schema'>): JsonSchema | undefined {
  if (schema === undefined) return undefined
  return type === 'any' ? listOf(referenceSchema(schema)) : referenceSchema(schema)
}

/** Builds the schema of a positional argument. */
export function buildArgumentSchema(arg: Arg): JsonSchema {
  const { name, fields } = arg
  if (fields === undefined) return withText(name, applyBounds(plainSchema(arg), arg))
  return namedOr(fields) ?? withText(name, membersSchema(arg))
}

function plainSchema({ kind, items, of, schema, optional }: Arg): JsonSchema {
  switch (kind) {
    case 'array':
      if (of !== undefined) return listOf(applyBounds(filledText, of))
      if (schema !== undefined) return listOf(referenceSchema(schema))
      return listOf(items === undefined ? {} : (namedOr(items) ?? membersSchema({ fields: items })))
    case 'unknown':
      return schema === undefined ? {} : { anyOf: [text, referenceSchema(schema)] }
    case 'string':
      return optional === true ? text : filledText
    default:
      return fieldTypes[kind]
  }
}

function namedOr(fields: Fields): JsonSchema | undefined {
  const component = paramsNameOf(fields)
  return component === undefined ? undefined : referenceSchema(component)
}

function membersSchema({ fields = {}, refusesOthers }: Pick<Arg, 'fields' | 'refusesOthers'>): JsonSchema {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => field.required === true).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(name, field)])),
    ...(required.length === 0 ? {} : { required }),
    ...(refusesOthers === true ? { additionalProperties: false } : {}),
  }
}

/** Schemas of object arguments under their names in the API description. */
export const paramsSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  paramsNames.map(({ name, fields, refusesOthers }) => [
    name,
    membersSchema({ fields, ...(refusesOthers === true ? { refusesOthers } : {}) }),
  ]),
)

/** Lists the query parameters of a GET; each member of an object argument has its own name. */
export function listNamedArguments(method: MethodName): readonly NamedArgument[] {
  const { args }: Method = getMethodRow(method)
  const seen = new Set<string>()
  return args
    .flatMap((arg): NamedArgument[] => {
      const { name, kind, fields, optional, fallback } = arg
      if (fields !== undefined)
        return Object.entries(fields).map(([member, field]) => ({
          name: member,
          schema: fieldSchema(member, field),
          isRequired: field.required === true && optional !== true,
          type: field.type,
          isUnread: field.unread === true,
          fallback: field.aliasOf === undefined ? field.fallback : undefined,
        }))
      if (kind === 'object') return []
      const type: FieldType = kind === 'array' || kind === 'unknown' ? 'any' : kind
      const schema = buildArgumentSchema(arg)
      return [{ name, schema, isRequired: optional !== true, type, isUnread: false, fallback }]
    })
    .filter(({ name }) => !seen.has(name) && seen.add(name))
}

/**
 * Inlines references to the API description, for clients that get a schema alone. Schemas of other types, such as a
 * market that the client sends back, become any object.
 */
export function inlineReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value
    const known = paramsSchemas[nameIn(String(value.$ref))]
    return known === undefined ? { type: 'object' } : inlineReferences(known)
  }) as JsonSchema
}
