import { buildObjectSchema, type JsonSchema, listOf, referenceSchema } from '../values/json-schema.js'
import { modelSchemas } from './model-schemas.js'

/** Names in `returns` that are not models. */
const plain: Readonly<Record<string, JsonSchema>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  null: { type: 'null' },
  object: { type: 'object', additionalProperties: true },
  any: {},
  true: { const: true },
  false: { const: false },
}

/**
 * Builds the schema of a `returns` text: `Name`, `Name[]`, `Record<key, Type>`, `{ name: Type, other?: Type }`, and alternatives
 * with `|`. Text in brackets after it is for readers only.
 * @throws Error for an unknown name: the table is wrong
 */
export function buildReturnedSchema(returns: string): JsonSchema {
  const told = returns.replace(/\s*\(.*\)$/, '').trim()
  const record = /^Record<\w+, (.+)>$/.exec(told)
  if (record !== null) return { type: 'object', additionalProperties: buildReturnedSchema(record[1] ?? '') }
  const members = /^\{ (.+) \}$/.exec(told)
  if (members !== null) return buildObjectSchema(membersIn(members[1] ?? ''))
  const choices = told.split(' | ')
  if (choices.length > 1) return alternatives(choices)
  if (told.endsWith('[]')) return listOf(buildReturnedSchema(told.slice(0, -2)))
  const quoted = /^"(.+)"$/.exec(told)
  if (quoted !== null) return { const: quoted[1] }
  if (Object.hasOwn(modelSchemas, told)) return referenceSchema(told)
  const known = plain[told]
  if (known === undefined) throw new Error(`no schema is called '${told}'`)
  return known
}

/**
 * Builds the schema of alternatives. Constants that form a type together become that type, because client generators do not
 * create classes of single constants.
 */
function alternatives(choices: readonly string[]): JsonSchema {
  const words = choices.filter((choice) => /^".+"$/.test(choice))
  const isBoolean = choices.includes('true') && choices.includes('false')
  const rest = choices.filter(
    (choice) => !words.includes(choice) && !(isBoolean && (choice === 'true' || choice === 'false')),
  )
  return {
    anyOf: [
      ...(isBoolean ? [buildReturnedSchema('boolean')] : []),
      ...rest.map(buildReturnedSchema),
      ...(words.length === 0
        ? []
        : [{ type: 'string', enum: words.map((word) => word.slice(1, -1)) } as const]),
    ],
  }
}

function membersIn(text: string): Record<string, JsonSchema> {
  return Object.fromEntries(
    text.split(', ').map((member) => {
      const [name = '', type = ''] = member.split(': ')
      return [name, buildReturnedSchema(type)]
    }),
  )
}
