import { buildArgumentSchema, listNamedArguments } from '../../api/arguments/argument-schemas.js'
import { credentialNames } from '../../api/arguments/credentials.js'
import { methodNotes, methodTexts } from '../../api/arguments/method-texts.js'
import { getMethodRow, type Method, type MethodName, methodNames } from '../../api/arguments/methods.js'
import { buildReturnedSchema } from '../../api/models/returned-schema.js'
import type { JsonSchema } from '../../api/values/json-schema.js'
import { referenceSchema } from '../../api/values/json-schema.js'
import { exampleArguments } from './examples.js'
import { replyKindOf } from './headers.js'
import { buildJsonParameter, buildParameter } from './parameters.js'
import { buildReplies, wrapInEnvelope } from './replies.js'

const exchange = { $ref: '#/components/parameters/exchange' }
const tableFormat = { $ref: '#/components/parameters/tableFormat' }
const stale = { $ref: '#/components/parameters/stale' }
const sourceMetadata = { $ref: '#/components/parameters/sourceMetadata' }

/** Returns `/api/{exchange}/{method}` for every method of the table. */
export function callPaths(): Readonly<Record<string, object>> {
  return Object.fromEntries(methodNames.map((name) => [`/api/{exchange}/${name}`, callPath(name)]))
}

function callPath(name: MethodName): object {
  const row = getMethodRow(name)
  const shared = {
    summary: methodTexts[name],
    description: descriptionOf(name),
    tags: [row.group],
    responses: buildReplies(
      wrapInEnvelope(buildReturnedSchema(row.returns)),
      'The result.',
      replyKindOf(name),
    ),
  }
  const open = row.tokenless === true ? { security: [{}] } : {}
  const post = {
    ...shared,
    ...open,
    operationId: row.verb === 'get' ? `${name}ByPost` : name,
    requestBody: body(name, row),
  }
  const once = row.group === 'trading' ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []
  if (row.verb === 'post') return { parameters: [exchange, ...once], post }
  const examples = namedExamples(name, row)
  // The path already has a parameter named exchange, and clients cannot handle two of one name.
  const taken = listNamedArguments(name).filter(({ name: key }) => key !== 'exchange')
  const query = taken.map(({ name: key, schema, isRequired, type, isUnread }) => {
    const options = { isRequired, example: examples[key] }
    const isJson = type === 'object' || type === 'any'
    return {
      ...(isJson ? buildJsonParameter(key, schema, options) : buildParameter(key, schema, options)),
      ...(isUnread ? { deprecated: true } : {}),
    }
  })
  const terms = [
    ...(row.answersStored ? [stale] : []),
    ...(row.group === 'catalog' ? [sourceMetadata] : []),
    ...(row.table === true ? [tableFormat] : []),
  ]
  const get = { ...shared, operationId: name, parameters: [...query, ...terms] }
  return { parameters: [exchange], get, post }
}

function descriptionOf(name: MethodName): string {
  const { args } = getMethodRow(name)
  const places = args.map((arg) => `\`${arg.name}\``).join(', ')
  const [first] = args
  const flat =
    first !== undefined && (first.kind === 'object' || first.kind === 'unknown')
      ? ` A body without \`args\` is treated as the value of \`${first.name}\`.`
      : ''
  const note = methodNotes[name]
  return `${note === undefined ? '' : `${note} `}${
    args.length === 0
      ? 'The method has no arguments.'
      : `In a POST the arguments are ${places}, in this order.${flat}`
  }`
}

/** Returns the example's members by their names in a query. */
function namedExamples(name: MethodName, { args }: Method): Readonly<Record<string, unknown>> {
  return Object.assign(
    {},
    ...exampleArguments[name].map((value, index) =>
      args[index]?.kind === 'object' ? value : { [args[index]?.name ?? '']: value ?? undefined },
    ),
  )
}

function body(name: MethodName, { args }: Method): object {
  const least = args.filter(({ optional }) => optional !== true).length
  const places = args.map((arg) =>
    arg.optional === true
      ? { anyOf: [buildArgumentSchema(arg), { type: 'null' }] }
      : buildArgumentSchema(arg),
  )
  const positional: JsonSchema = {
    type: 'array',
    description: `By position: ${args.map(({ name: one }) => one).join(', ') || 'none'}. Send null to omit an argument.`,
    ...(places.length === 0 ? { items: {} } : { prefixItems: places, items: {} }),
    ...(least === 0 ? {} : { minItems: least }),
  }
  return {
    required: least > 0,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { args: positional, credentials: referenceSchema('ExchangeCredentials') },
          ...(least === 0 ? {} : { required: ['args'] }),
        },
        example: { args: exampleArguments[name] },
      },
    },
  }
}

const text: JsonSchema = { type: 'string' }

/** The credentials that a POST may carry for this call alone. */
export const credentialsSchema: JsonSchema = {
  type: 'object',
  description:
    "Credentials for this call only. They are never logged, stored or returned. Without them, a call with the access token uses the daemon's credentials.",
  properties: {
    ...Object.fromEntries(credentialNames.map((name) => [name, text])),
    signatureType: { anyOf: [text, { type: 'integer' }] },
    baseUrl: { ...text, description: 'Clients send it, but it is ignored.' },
  },
  additionalProperties: false,
}
