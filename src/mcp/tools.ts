import { inlineReferences, listNamedArguments } from '../api/arguments/argument-schemas.js'
import { toArgumentsFromQuery } from '../api/arguments/arguments.js'
import { methodTexts } from '../api/arguments/method-texts.js'
import { getMethodRow, type MethodName, methodNames } from '../api/arguments/methods.js'
import { createValidationError } from '../api/envelope/errors.js'
import { isVenueId, type VenueId, venueIds } from '../api/envelope/venue-ids.js'
import type { JsonSchema } from '../api/values/json-schema.js'

/** Tools for assistants, derived from the rows of the method table that name one. */

/** The exchange id for all venues. */
const allVenues = 'router' satisfies VenueId

export interface Tool {
  readonly name: string
  readonly method: MethodName
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  /** Whether the tool changes something; it requires the user's confirmation. */
  readonly isTrade: boolean
}

/** Default and maximum number of rows, because an assistant reads all of them. */
interface Size {
  readonly usual: number
  readonly most: number
}

function sizeOf(method: MethodName): Size | undefined {
  const { returns } = getMethodRow(method)
  if (returns.includes('Candle')) return { usual: 100, most: 500 }
  if (returns.startsWith('OrderBook')) return { usual: 10, most: 50 }
  if (returns === 'Trade[]') return { usual: 50, most: 200 }
  return returns.endsWith('[]') ? { usual: 10, most: 50 } : undefined
}

/** Members of no use to an assistant, because they are too long to read or repeat another member. */
const leftOut = new Set([
  'filter',
  'exchange',
  'cursor',
  'since',
  'until',
  'market',
  'event',
  'outcome',
  'fee',
  'onBehalfOf',
  'tickSize',
  'negRisk',
])

/** Creates the tools. @param withTrading whether tools for trading and account data are included */
export function createTools(withTrading: boolean): readonly Tool[] {
  return methodNames.flatMap((method) => {
    const { tool: name, group } = getMethodRow(method)
    const isTrade = group === 'trading'
    const isOwn = isTrade || group === 'account'
    return name === undefined || (isOwn && !withTrading) ? [] : [makeTool(name, method, isTrade)]
  })
}

function makeTool(name: string, method: MethodName, isTrade: boolean): Tool {
  const size = sizeOf(method)
  const taken = argumentsOf(method)
  const members = taken.map(({ name: key, schema: named }): [string, JsonSchema] => {
    const schema = inlineReferences(named)
    const isSize = key === 'limit' && size !== undefined
    return [
      key,
      isSize ? { ...schema, type: 'integer', minimum: 1, maximum: size.most, default: size.usual } : schema,
    ]
  })
  const exchange = exchangeOf(method)
  const required = [
    ...(exchange?.isRequired === true ? ['exchange'] : []),
    ...taken.filter(({ isRequired }) => isRequired).map(({ name: key }) => key),
  ]
  return {
    name,
    method,
    isTrade,
    description: methodTexts[method],
    inputSchema: {
      type: 'object',
      properties: {
        ...(exchange === undefined ? {} : { exchange: exchange.schema }),
        ...Object.fromEntries(members),
        ...(isTrade ? { confirm: confirmSchema } : {}),
      },
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
  }
}

const confirmSchema: JsonSchema = {
  type: 'boolean',
  description: 'Set it to true only after the user has seen this exact order and agreed.',
}

function argumentsOf(method: MethodName) {
  return listNamedArguments(method).filter(
    ({ name, isUnread, type }) => !isUnread && type !== 'object' && !leftOut.has(name),
  )
}

/** Returns the schema of `exchange`, or undefined if a method works only on all venues together. */
function exchangeOf(
  method: MethodName,
): { readonly schema: JsonSchema; readonly isRequired: boolean } | undefined {
  const { group } = getMethodRow(method)
  if (group === 'router') return undefined
  const schema = { type: 'string', enum: venueIds } as const
  // Lists and lookups also work on all venues.
  return group === 'catalog'
    ? {
        schema: {
          ...schema,
          default: allVenues,
          description: 'The id of a venue, or `router` for all venues.',
        },
        isRequired: false,
      }
    : { schema: { ...schema, description: 'The venue.' }, isRequired: true }
}

/** The API call of a tool. */
export interface ToolCall {
  readonly exchange: VenueId
  readonly args: readonly unknown[]
}

/**
 * Parses the input of a tool.
 * @throws VALIDATION_ERROR with the argument that is unknown, invalid or out of range
 */
export function readToolInput(
  { method, inputSchema }: Tool,
  input: Readonly<Record<string, unknown>>,
): ToolCall {
  const known = inputSchema.properties ?? {}
  const stranger = Object.keys(input).find((key) => !Object.hasOwn(known, key))
  if (stranger !== undefined)
    throw createValidationError(
      stranger,
      `Unknown argument '${stranger}'. Known arguments: ${Object.keys(known).join(', ')}.`,
    )
  const { exchange: given, confirm: _said, ...rest } = input
  const exchange = String(given ?? allVenues).toLowerCase()
  if (!isVenueId(exchange) || (given === undefined && exchangeOf(method)?.isRequired === true))
    throw createValidationError('exchange', `exchange must be one of ${venueIds.join(', ')}.`)
  const size = sizeOf(method)
  const limit = rest['limit'] ?? (Object.hasOwn(known, 'limit') ? size?.usual : undefined)
  if (size !== undefined && limit !== undefined && !(Number(limit) >= 1 && Number(limit) <= size.most))
    throw createValidationError(
      'limit',
      `limit must be from 1 to ${size.most}. Request the rest with another window or offset.`,
    )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...rest, ...(limit === undefined ? {} : { limit }) }))
    for (const one of textsOf(value)) query.append(key, one)
  return { exchange, args: toArgumentsFromQuery(method, query) }
}

/** Converts a value into query texts: each value of a list separately, and objects as JSON. */
function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (values.some((one) => typeof one === 'object' && one !== null)) return [JSON.stringify(value)]
  return values.flatMap((one) => (one === undefined || one === null ? [] : [String(one)]))
}
