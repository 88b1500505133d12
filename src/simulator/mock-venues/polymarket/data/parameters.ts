import { memberOf, parseJson } from '../../../../api/values/json.js'
import { hashText } from '../../../../effects/random.js'
import { Refusal, type Reply, toJsonReply } from '../../../http/reply.js'
import { type MockCall, type Route, route } from '../../../mock-kit/mock-venue.js'
import { hexOf } from '../../../world/common/hash.js'
import type { Native } from '../gamma/market.js'

/** Parameters and pages that all calls of the second generation share. */

/** Returns a route of the second generation: with its switch, `offset` rejected, and a trace id in every response. */
export function createV2Route(path: string, handle: (call: MockCall) => Reply): Route {
  return route('GET', path, (call) => {
    const trace = hexOf(Math.floor(call.random() * 4_294_967_296), 16)
    const traced = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, 'x-trace-id': trace } })
    const state = call.switches.polymarket.dataV2
    if (state !== 'on') return traced(v2Body(state === 'gone' ? 410 : 404, 'not_found', 'not found', trace))
    try {
      if (call.query.has('offset')) throw new V2Problem('offset is not supported, use cursor', 'offset')
      return traced(handle(call))
    } catch (error) {
      if (!(error instanceof V2Problem)) throw error
      throw new Refusal(traced(v2Body(400, 'invalid_request', error.message, trace, error.parameter)))
    }
  })
}

/** An invalid parameter; becomes a 400 with the name of the parameter. */
export class V2Problem extends Error {
  override readonly name = 'V2Problem'
  constructor(
    message: string,
    readonly parameter: string,
  ) {
    super(message)
  }
}

function v2Body(status: number, code: string, error: string, trace: string, parameter?: string): Reply {
  return toJsonReply({ error, code, retryable: false, trace_id: trace, parameter }, status)
}

/** Returns the value of a parameter under any of its names. */
export function readAliased({ query }: MockCall, ...names: readonly string[]): string | undefined {
  return names.map((name) => query.text(name)).find((value) => value !== undefined)
}

export function readWholeParameter(
  call: MockCall,
  otherwise: number,
  max: number,
  ...names: readonly string[]
): number {
  const text = readAliased(call, ...names)
  if (text === undefined) return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new V2Problem(`${names[0]} must be a positive integer`, names[0] ?? '')
  return Math.min(value, max)
}

/** Returns a page with its cursor; the members are those of the recordings. */
export function toPageReply(data: readonly unknown[], limit: number, next: string | undefined): Reply {
  const pagination = { limit, offset: 0, has_more: next !== undefined, next_cursor: next ?? null }
  return toJsonReply({ data, pagination })
}

/** Returns a page of rows that do not change; the cursor is the number of earlier rows. */
export function selectPage<Row>(
  call: MockCall,
  type: string,
  rows: readonly Row[],
  { otherwise = 100, most = 1_000 } = {},
): { readonly page: readonly Row[]; readonly reply: (data: readonly unknown[]) => Reply } {
  const limit = readWholeParameter(call, otherwise, most, 'limit')
  const cursor = call.query.text('cursor')
  const start = cursor === undefined ? 0 : Number(verifyCursor(type, cursor)['o'])
  const end = start + limit
  const next = end < rows.length ? signCursor(type, { l: limit, o: end, d: 2 }) : undefined
  return { page: rows.slice(start, end), reply: (data) => toPageReply(data, limit, next) }
}

/** Returns a response that is not a list: the plain value, or null without one. */
export function toSingleReply(data: unknown): Reply {
  return toJsonReply({ data })
}

/** Returns up to `most` values of a parameter under any of its names, separated by commas or repeated. */
export function valuesOf(call: MockCall, most: number, ...names: readonly string[]): readonly string[] {
  const values = names
    .flatMap((name) => call.query.all(name))
    .flatMap((text) => text.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
  if (new Set(values).size > most) throw new V2Problem(`at most ${most} values are allowed`, names[0] ?? '')
  return [...new Set(values)]
}

const MAX_KEYS = 20

export function conditionsOf(call: MockCall): readonly string[] {
  return valuesOf(call, MAX_KEYS, 'condition', 'condition_id', 'conditionId').map((id) => id.toLowerCase())
}

export function eventIdsOf(call: MockCall): readonly string[] {
  return valuesOf(call, MAX_KEYS, 'event_id', 'eventId')
}

/** Returns a wallet in lower case. */
export function userOf(call: MockCall): string {
  const user = call.query.text('user')
  if (user === undefined || !/^0x[0-9a-f]{40}$/i.test(user))
    throw new V2Problem('user must be an address', 'user')
  return user.toLowerCase()
}

/** Reads a parameter that takes one of several words. */
export function readEnumParameter<Word extends string>(
  call: MockCall,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = call.query.text(name)
  if (text === undefined) return undefined
  const known = words.find((word) => word === text)
  if (known === undefined) throw new V2Problem(`${name} must be one of ${words.join(', ')}`, name)
  return known
}

/** Returns the range of `start` and `end` (seconds) in epoch ms. By default from the beginning until now. */
export function spanOf(call: MockCall): { readonly from: number; readonly to: number } {
  const read = (name: string): number | undefined => {
    const value = call.query.integer(name)
    if (value === undefined) return undefined
    if (value === 'bad' || value < 1) throw new V2Problem(`${name} must be epoch seconds`, name)
    return value * 1000
  }
  return { from: read('start') ?? 0, to: Math.min(read('end') ?? call.now, call.now) }
}

/** Returns a cursor with the layout of a signed one: data, then a signature. */
export function signCursor(type: string, params: Native): string {
  const data = { type, params }
  return Buffer.from(JSON.stringify({ data, sig: signature(data) })).toString('base64url')
}

/** Returns the parameters in a cursor. @throws a 400 when it is not a cursor of this type */
export function verifyCursor(type: string, cursor: string): Native {
  const parsed = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'))?.value
  const data: unknown = memberOf(parsed, 'data')
  const params: unknown = memberOf(data, 'params')
  const valid = memberOf(data, 'type') === type && memberOf(parsed, 'sig') === signature(data)
  if (!valid || typeof params !== 'object' || params === null)
    throw new V2Problem('cursor is invalid', 'cursor')
  return { ...params }
}

function signature(data: unknown): string {
  return hexOf(hashText(JSON.stringify(data) ?? ''), 16)
}
