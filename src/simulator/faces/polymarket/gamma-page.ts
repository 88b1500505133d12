import { parseIso } from '../../../api/instant.js'
import { hashText } from '../../../effects/random.js'
import type { Query } from '../../query.js'
import { hexOf } from '../../world/hash.js'
import { internalError, invalid } from './gamma-errors.js'

/** Pages and orders of Gamma's lists (venues/polymarket/README.md). */

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100
const MAX_OFFSET = 2_000

/** How many rows a page may have: whatever was asked, never more than the cap. */
export function limitOf(query: Query): number {
  const limit = query.integer('limit') ?? DEFAULT_LIMIT
  if (limit === 'bad' || limit < 0) throw invalid('limit is invalid')
  return Math.min(limit, MAX_LIMIT)
}

/** @param unlimited true for the lists that have no deepest offset */
export function offsetOf(query: Query, unlimited = false): number {
  const offset = query.integer('offset') ?? 0
  if (offset === 'bad' || offset < 0) throw invalid('offset is invalid')
  if (offset > MAX_OFFSET && !unlimited) {
    throw invalid('offset too large, use /markets/keyset for deeper pagination')
  }
  return offset
}

/** A whole number that a parameter holds. */
export function numberOf(query: Query, key: string): number | undefined {
  const value = query.number(key)
  if (value === 'bad') throw invalid(`${key} is invalid`)
  return value
}

/** An ISO date that a parameter holds, epoch ms. */
export function dateOf(query: Query, key: string): number | undefined {
  const text = query.text(key)
  if (text === undefined) return undefined
  const parsed = parseIso(text)
  if (parsed === undefined) throw invalid(`${key} is invalid`)
  return parsed
}

/** What rows can be ordered by; undefined sorts last. */
export type OrderFields<Row> = Readonly<Record<string, (row: Row) => number | undefined>>

/**
 * The order that `order` and `ascending` ask for, ties by creation.
 * @throws 422 for a field that is not in the table; 500 for `competitive`, as recorded
 */
export function orderOf<Row>(
  query: Query,
  fields: OrderFields<Row>,
  created: (a: Row, b: Row) => number,
): (a: Row, b: Row) => number {
  const names = query.list('order')
  const sign = query.flag('ascending') === false ? -1 : 1
  if (names.includes('competitive')) throw internalError()
  const readers = names.map((name) => {
    const reader = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (reader === undefined) throw invalid('order fields are not valid')
    return reader
  })
  return (a, b) => {
    for (const read of readers) {
      const [left, right] = [read(a), read(b)]
      if (left === right) continue
      if (left === undefined) return 1
      if (right === undefined) return -1
      return sign * (left - right)
    }
    return sign * created(a, b)
  }
}

/** What a list call selects, all pages together, and the order it stands in. */
export interface Selection<Row> {
  readonly rows: readonly Row[]
  readonly compare: (a: Row, b: Row) => number
}

const SIGNATURE_BYTES = 32

/** An opaque cursor: bytes that look like a signature, then the id of the last row of the page. */
export function keysetCursor(kind: 'events' | 'markets', order: string, lastId: string): string {
  const body = JSON.stringify({
    v: 1,
    k: kind,
    oh: hexOf(hashText(order), 32),
    keys: [{ t: 'string', v: lastId }],
  })
  const signature = Buffer.from(hexOf(hashText(body), SIGNATURE_BYTES), 'hex')
  return Buffer.concat([signature, Buffer.from(body)]).toString('base64url')
}

/**
 * The id of the last row of the page before.
 * @throws 422 for text that is no cursor of this list and order
 */
export function lastIdOf(kind: 'events' | 'markets', order: string, cursor: string): string {
  const body = Buffer.from(cursor, 'base64url').subarray(SIGNATURE_BYTES).toString('utf8')
  const id = /"keys":\[\{"t":"string","v":"(\d+)"\}\]/.exec(body)?.[1]
  if (id === undefined || keysetCursor(kind, order, id) !== cursor) throw invalid('after_cursor is invalid')
  return id
}
