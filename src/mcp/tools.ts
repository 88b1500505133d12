import { inlineReferences, listNamedArguments } from '../api/arguments/argument-schemas.js'
import { toArgumentsFromQuery } from '../api/arguments/arguments.js'
import { methodTexts } from '../api/arguments/method-texts.js'
import { getMethodRow, type MethodName, methodNames } from '../api/arguments/methods.js'
import { createValidationError } from '../api/envelope/errors.js'
import { isVenueId, type VenueId, venueIds } from '../api/envelope/venue-ids.js'
import type { JsonSchema } from '../api/values/json-schema.js'

/** The tools of assistants, made of the rows of the method table that have one. */

/** The exchange that stands for all venues. */
const allVenues = 'router' satisfies VenueId

export interface Tool {
  readonly name: string
  readonly method: MethodName
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  /** It changes something, and is not called without the word of whoever pays for it. */
  readonly isTrade: boolean
}

/** How many rows an answer has unless more are asked for, and at most: an assistant reads all of it. */
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

/** Members of no use to an assistant: what is too long to read, or a second name of another. */
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

/** @param withTrading tools that trade, or tell what the account holds, are among them */
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
  description: 'true only after the person whose money it is has seen this very order and said yes.',
}

function argumentsOf(method: MethodName) {
  return listNamedArguments(method).filter(
    ({ name, isUnread, type }) => !isUnread && type !== 'object' && !leftOut.has(name),
  )
}

/** Undefined where only all venues together can be asked. */
function exchangeOf(
  method: MethodName,
): { readonly schema: JsonSchema; readonly isRequired: boolean } | undefined {
  const { group } = getMethodRow(method)
  if (group === 'router') return undefined
  const schema = { type: 'string', enum: venueIds } as const
  // Lists and lookups are told of all venues, too.
  return group === 'catalog'
    ? {
        schema: { ...schema, default: allVenues, description: 'A venue; router for all of them.' },
        isRequired: false,
      }
    : { schema: { ...schema, description: 'The venue.' }, isRequired: true }
}

/** A call that a tool means. */
export interface ToolCall {
  readonly exchange: VenueId
  readonly args: readonly unknown[]
}

/**
 * Reads what an assistant gave to a tool.
 * @throws VALIDATION_ERROR naming the argument that is unknown, of no use or out of its range
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
      `There is no argument '${stranger}'; known are ${Object.keys(known).join(', ')}.`,
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
      `limit must be from 1 to ${size.most}; ask for the rest with another window or offset.`,
    )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...rest, ...(limit === undefined ? {} : { limit }) }))
    for (const one of textsOf(value)) query.append(key, one)
  return { exchange, args: toArgumentsFromQuery(method, query) }
}

/** As a query spells it: each value of a list by itself, and objects as JSON. */
function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (values.some((one) => typeof one === 'object' && one !== null)) return [JSON.stringify(value)]
  return values.flatMap((one) => (one === undefined || one === null ? [] : [String(one)]))
}
