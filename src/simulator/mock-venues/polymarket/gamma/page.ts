import { hashText } from '../../../../effects/random.js'
import type { Refusal } from '../../../http/reply.js'
import {
  type Key,
  keyNamed,
  type ListPage,
  type ListSpec,
  pageOf,
  readCountOf,
  type SortKey,
  sortPositionOf,
} from '../../../mock-kit/list-endpoint.js'
import { isoDate, numeric } from '../../../mock-kit/list-filters.js'
import type { MockCall, MockContext } from '../../../mock-kit/mock-venue.js'
import { hexOf } from '../../../world/common/hash.js'
import { internalError, invalid } from './errors.js'

/** Pages and orders of Gamma's lists. */

const MAX_OFFSET = 2_000

export const refuse = (name: string): Refusal => invalid(`${name} is invalid`)

/** How many rows a page may have: whatever was asked, never more than the cap. */
export function cap(most: number): (call: MockCall) => number {
  return readCountOf('limit', { otherwise: 20, least: 0, most, refuse })
}

export const limit = cap(100)

export function offset(deepest: number): (call: MockCall) => number {
  const refuseMore = (): Refusal => invalid('offset too large, use /markets/keyset for deeper pagination')
  return readCountOf('offset', { otherwise: 0, least: 0, most: deepest, refuse, refuseMore })
}

/** A number that a parameter holds. */
export const number = numeric(refuse)

/** An ISO date that a parameter holds, epoch ms. */
export const date = isoDate(refuse)

/** A list that goes by offsets and, at another path, by cursors. */
export interface GammaList<Row> {
  readonly kind: 'events' | 'markets'
  readonly filters: NonNullable<ListSpec<Row>['filters']>
  /** What the list by cursors filters by besides; the old list ignores it. */
  readonly keysetFilters: NonNullable<ListSpec<Row>['filters']>
  /** What rows can be ordered by. */
  readonly keys: Readonly<Record<string, Key<Row>>>
  /** Order of creation, which breaks ties. */
  readonly created: readonly Key<Row>[]
  /** How a cursor names a row, and finds it again. */
  readonly idOf: (row: Row) => string
  readonly find: (context: MockContext, id: string) => Row | undefined
}

/**
 * The order that `order` and `ascending` ask for.
 * @throws 422 for a field that is not in the table; 500 for `competitive`, as recorded
 */
function orderOf<Row>({ keys, created }: GammaList<Row>, call: MockCall): readonly SortKey<Row>[] {
  if (call.query.list('order').includes('competitive')) throw internalError()
  return orderFrom(keys, created)(call)
}

/** The order that a query asks for, by the keys of a table and then by those that break ties. */
export function orderFrom<Row>(
  keys: Readonly<Record<string, Key<Row>>>,
  then: readonly Key<Row>[] = [],
): (call: MockCall) => readonly SortKey<Row>[] {
  return ({ query }) => {
    const asked = query
      .list('order')
      .map((name) => keyNamed(keys, name, () => invalid('order fields are not valid')))
    const isFalling = query.flag('ascending') === false
    return [...asked, ...then].map((key) => ({ key, isFalling }))
  }
}

/** A page by offset. */
export function offsetPage<Row>(list: GammaList<Row>, call: MockCall, all: readonly Row[]): ListPage<Row> {
  const { filters } = list
  const order = orderOf(list, call)
  return pageOf({ filters, order: () => order, limit, start: offset(MAX_OFFSET) }, call, all)
}

/** What the lists by offset say of themselves: their last day is over, and they answer still. */
export function sunset(list: 'events' | 'markets'): Readonly<Record<string, string>> {
  return {
    deprecation: 'true',
    sunset: 'Fri, 01 May 2026 00:00:00 GMT',
    warning: `299 - "GET /${list} is deprecated, use /${list}/keyset"`,
  }
}

/** A page that begins after the row a cursor names, also when that row has left the list since. */
export function keysetPage<Row>(
  list: GammaList<Row>,
  call: MockCall,
  all: readonly Row[],
): { readonly rows: readonly Row[]; readonly next: string | undefined } {
  const { query } = call
  const { kind, idOf, find } = list
  const filters = { ...list.filters, ...list.keysetFilters }
  const order = orderOf(list, call)
  if (query.has('offset')) throw invalid('offset is not supported, use after_cursor')
  const orderText = `${query.text('order') ?? ''} ${query.text('ascending') ?? ''}`
  const after: ListSpec<Row>['after'] = () => {
    const cursor = query.text('after_cursor')
    const seen = cursor === undefined ? undefined : find(call, lastIdOf(kind, orderText, cursor))
    return seen && sortPositionOf(order, seen, call)
  }
  const { rows, more } = pageOf({ filters, order: () => order, limit, after }, call, all)
  const last = rows.at(-1)
  return { rows, next: more && last !== undefined ? keysetCursor(kind, orderText, idOf(last)) : undefined }
}

const SIGNATURE_BYTES = 32

/** An opaque cursor: bytes that look like a signature, then the id of the last row of the page. */
function keysetCursor(kind: 'events' | 'markets', order: string, lastId: string): string {
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
function lastIdOf(kind: 'events' | 'markets', order: string, cursor: string): string {
  const body = Buffer.from(cursor, 'base64url').subarray(SIGNATURE_BYTES).toString('utf8')
  const id = /"keys":\[\{"t":"string","v":"(\d+)"\}\]/.exec(body)?.[1]
  if (id === undefined || keysetCursor(kind, order, id) !== cursor) throw invalid('after_cursor is invalid')
  return id
}
