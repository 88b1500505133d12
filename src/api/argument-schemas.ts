import type { Field, Fields, FieldType } from './fields.js'
import type { JsonSchema } from './json-schema.js'
import { fieldTexts } from './method-texts.js'
import { type Arg, type Method, type MethodName, methodRow } from './methods.js'

/** The arguments of the method table as JSON Schema: in their places, as in a POST, and by name, as in a GET. */

const moment = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
} as const satisfies JsonSchema

const fieldTypes: Readonly<Record<FieldType, JsonSchema>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: moment,
  'string[]': { type: 'array', items: { type: 'string' } },
  object: { type: 'object', additionalProperties: true },
  any: {},
}

/** An argument that is said by name. */
export interface NamedArgument {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly type: FieldType
  /** Clients send it, and nobody here reads it. */
  readonly isUnread: boolean
}

function withText(name: string, schema: JsonSchema): JsonSchema {
  const description = fieldTexts[name]
  return description === undefined ? schema : { ...schema, description }
}

function fieldSchema(name: string, field: Field): JsonSchema {
  const schema = fieldTypes[field.type]
  return withText(name, field.enum === undefined ? schema : { ...schema, enum: field.enum })
}

/** An argument in its place. */
export function argumentSchema({ name, kind, fields, items }: Arg): JsonSchema {
  if (fields !== undefined) return withText(name, membersSchema(fields))
  if (kind === 'array')
    return withText(name, { type: 'array', items: items === undefined ? {} : membersSchema(items) })
  return withText(name, kind === 'unknown' ? {} : fieldTypes[kind])
}

function membersSchema(fields: Fields): JsonSchema {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => field.required === true).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(name, field)])),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** What a GET says, each member of an object argument by its own name. */
export function namedArguments(method: MethodName): readonly NamedArgument[] {
  const { args }: Method = methodRow(method)
  const seen = new Set<string>()
  return args
    .flatMap((arg): NamedArgument[] => {
      const { name, kind, fields, optional } = arg
      if (fields !== undefined)
        return Object.entries(fields).map(([member, field]) => ({
          name: member,
          schema: fieldSchema(member, field),
          isRequired: field.required === true && optional !== true,
          type: field.type,
          isUnread: field.unread === true,
        }))
      if (kind === 'object') return []
      const type: FieldType = kind === 'array' || kind === 'unknown' ? 'any' : kind
      const schema = argumentSchema(arg)
      return [{ name, schema, isRequired: optional !== true, type, isUnread: false }]
    })
    .filter(({ name }) => !seen.has(name) && seen.add(name))
}
