import { badRequest, invalidParameter } from './errors.js'
import type { KalshiCall } from './variant.js'

/** The `limit` of a list. @throws 400 above the maximum: it is not cut down silently */
export function limitOf({ query }: KalshiCall, otherwise: number, max: number): number {
  const limit = query.integer('limit') ?? otherwise
  if (limit === 'bad' || limit < 1 || limit > max)
    throw invalidParameter(`limit must be between 1 and ${max}`)
  return limit
}

/** Epoch ms of a parameter in seconds. */
export function instantOf({ query }: KalshiCall, key: string): number | undefined {
  const value = query.number(key)
  if (value === 'bad') throw badRequest(`invalid ${key}`)
  return value === undefined ? undefined : value * 1000
}

/** What a cursor holds: the sort key of the last row. */
export interface Keyset {
  readonly at: number
  readonly name: string
}

/** Opaque, url-safe, without padding. */
export function cursorOf({ at, name }: Keyset): string {
  return Buffer.from(`\n\u0006${at}\u0012${name}`).toString('base64url')
}

/** @throws 400 for a text that is no cursor */
export function keysetIn(call: KalshiCall): Keyset | undefined {
  const cursor = call.query.text('cursor')
  if (cursor === undefined) return undefined
  const [head = '', name] = Buffer.from(cursor, 'base64url').toString('utf8').split('\u0012')
  const at = Number(head.slice(2))
  if (name === undefined || !head.startsWith('\n\u0006') || !Number.isFinite(at))
    throw badRequest('invalid cursor')
  return { at, name }
}

/** One page of rows that stand newest first, and the cursor of the next; '' at the end. */
export function pageOf<Row>(
  call: KalshiCall,
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => Keyset,
): { readonly rows: readonly Row[]; readonly cursor: string } {
  const after = keysetIn(call)
  const left = after === undefined ? rows : rows.filter((row) => isAfter(keyOf(row), after))
  const page = left.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, cursor: last !== undefined && page.length < left.length ? cursorOf(keyOf(last)) : '' }
}

function isAfter(key: Keyset, last: Keyset): boolean {
  return key.at < last.at || (key.at === last.at && key.name < last.name)
}
