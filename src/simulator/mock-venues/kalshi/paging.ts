import type { Query } from '../../http/query.js'
import type { Refusal } from '../../http/reply.js'
import { type Key, type ListFilter, pageOf, readCountOf } from '../../mock-kit/list-endpoint.js'
import { createBadRequest, createInvalidParameter } from './errors.js'
import type { KalshiCall } from './variant.js'

/** Returns a reader of the `limit` of a list. @throws 400 above the maximum, which is not applied silently */
export function limit(otherwise: number, most: number): (call: Pick<KalshiCall, 'query'>) => number {
  const refuse = (): Refusal => createInvalidParameter(`limit must be between 1 and ${most}`)
  return readCountOf('limit', { otherwise, most, refuse, refuseMore: refuse })
}

/** Converts a parameter in seconds to epoch ms. */
export function instantOf(query: Query, key: string): number | undefined {
  const value = query.number(key)
  if (value === 'bad') throw createBadRequest(`invalid ${key}`)
  return value === undefined ? undefined : value * 1000
}

/** The content of a cursor: the sort key of the last row. */
interface Keyset {
  readonly at: number
  readonly name: string
}

/** Encodes a cursor: opaque, URL-safe, without padding. */
export function cursorOf({ at, name }: Keyset): string {
  return Buffer.from(`\n\u0006${at}\u0012${name}`).toString('base64url')
}

/** Decodes a cursor. @throws 400 when the text is not a cursor */
export function keysetIn(call: KalshiCall): Keyset | undefined {
  const cursor = call.query.text('cursor')
  if (cursor === undefined) return undefined
  const [head = '', name] = Buffer.from(cursor, 'base64url').toString('utf8').split('\u0012')
  const at = Number(head.slice(2))
  if (name === undefined || !head.startsWith('\n\u0006') || !Number.isFinite(at))
    throw createBadRequest('invalid cursor')
  return { at, name }
}

/** A list of the venue, latest creation first, then by ticker in descending order. */
export interface KalshiList<Row> {
  readonly filters?: Readonly<Record<string, ListFilter<Row, KalshiCall>>>
  readonly limit: (call: KalshiCall) => number
  /** Creation, epoch ms. */
  readonly at: (row: Row) => number
  readonly ticker: (row: Row, call: KalshiCall) => string
}

/** Returns one page of a list, all of its rows, and the cursor of the next page ('' at the end). */
export function selectPage<Row>(
  { at, ticker, ...list }: KalshiList<Row>,
  call: KalshiCall,
  all: readonly Row[],
): { readonly rows: readonly Row[]; readonly cursor: string; readonly total: number } {
  const keys: readonly Key<Row, KalshiCall>[] = [at, ticker]
  const after = (): readonly [number, string] | undefined => {
    const last = keysetIn(call)
    return last && [last.at, last.name]
  }
  const order = () => keys.map((key) => ({ key, isFalling: true }))
  const { rows, more, total } = pageOf({ ...list, order, after }, call, all)
  const last = rows.at(-1)
  const cursor = more && last !== undefined ? cursorOf({ at: at(last), name: ticker(last, call) }) : ''
  return { rows, cursor, total }
}
