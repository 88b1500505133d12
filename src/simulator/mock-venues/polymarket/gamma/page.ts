import { hashText } from '../../../../effects/random.js'
import type { Refusal } from '../../../http/reply.js'
import {
  findKey,
  type Key,
  type ListPage,
  type ListSpec,
  pageOf,
  readCountOf,
  type SortKey,
  sortPositionOf,
} from '../../../mock-kit/list-endpoint.js'
import { readIsoDate, readNumber } from '../../../mock-kit/list-filters.js'
import type { MockCall, MockContext } from '../../../mock-kit/mock-venue.js'
import { hexOf } from '../../../world/common/hash.js'
import { createInternalError, createInvalid } from './errors.js'

/** Pages and sort orders of the lists of Gamma. */

const MAX_OFFSET = 2_000

export const refuse = (name: string): Refusal => createInvalid(`${name} is invalid`)

/** Returns a reader of the page size, never above the maximum. */
export function readLimit(most: number): (call: MockCall) => number {
  return readCountOf('limit', { otherwise: 20, least: 0, most, refuse })
}

export const limit = readLimit(100)

export function readOffset(deepest: number): (call: MockCall) => number {
  const refuseMore = (): Refusal =>
    createInvalid('offset too large, use /markets/keyset for deeper pagination')
  return readCountOf('offset', { otherwise: 0, least: 0, most: deepest, refuse, refuseMore })
}

/** Reads a number parameter. */
export const number = readNumber(refuse)

/** Reads an ISO date parameter, epoch ms. */
export const date = readIsoDate(refuse)

/** A list with offsets and, at another path, with cursors. */
export interface GammaList<Row> {
  readonly kind: 'events' | 'markets'
  readonly filters: NonNullable<ListSpec<Row>['filters']>
  /** Additional filters of the list by cursors; the old list ignores them. */
  readonly keysetFilters: NonNullable<ListSpec<Row>['filters']>
  /** Sort keys of rows. */
  readonly keys: Readonly<Record<string, Key<Row>>>
  /** Order of creation, which breaks ties. */
  readonly created: readonly Key<Row>[]
  /** The id of a row in a cursor, and the lookup by it. */
  readonly idOf: (row: Row) => string
  readonly find: (context: MockContext, id: string) => Row | undefined
}

/**
 * Reads the order from `order` and `ascending`.
 * @throws 422 for a field that is not in the table; 500 for `competitive`, as recorded
 */
function orderOf<Row>({ keys, created }: GammaList<Row>, call: MockCall): readonly SortKey<Row>[] {
  if (call.query.list('order').includes('competitive')) throw createInternalError()
  return orderFrom(keys, created)(call)
}

/** Reads the order of a query: the keys of a table, then the ones that break ties. */
export function orderFrom<Row>(
  keys: Readonly<Record<string, Key<Row>>>,
  then: readonly Key<Row>[] = [],
): (call: MockCall) => readonly SortKey<Row>[] {
  return ({ query }) => {
    const asked = query
      .list('order')
      .map((name) => findKey(keys, name, () => createInvalid('order fields are not valid')))
    const isFalling = query.flag('ascending') === false
    return [...asked, ...then].map((key) => ({ key, isFalling }))
  }
}

/** Returns a page by offset. */
export function selectOffsetPage<Row>(
  list: GammaList<Row>,
  call: MockCall,
  all: readonly Row[],
): ListPage<Row> {
  const { filters } = list
  const order = orderOf(list, call)
  return pageOf({ filters, order: () => order, limit, start: readOffset(MAX_OFFSET) }, call, all)
}

/** Returns the deprecation headers of the lists by offset. Their end date has passed, but they still respond. */
export function sunsetHeadersOf(list: 'events' | 'markets'): Readonly<Record<string, string>> {
  return {
    deprecation: 'true',
    sunset: 'Fri, 01 May 2026 00:00:00 GMT',
    warning: `299 - "GET /${list} is deprecated, use /${list}/keyset"`,
  }
}

/** Returns a page that begins after the row of a cursor, even if that row has left the list since. */
export function selectKeysetPage<Row>(
  list: GammaList<Row>,
  call: MockCall,
  all: readonly Row[],
): { readonly rows: readonly Row[]; readonly next: string | undefined } {
  const { query } = call
  const { kind, idOf, find } = list
  const filters = { ...list.filters, ...list.keysetFilters }
  const order = orderOf(list, call)
  if (query.has('offset')) throw createInvalid('offset is not supported, use after_cursor')
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

/** Returns an opaque cursor: bytes in place of a signature, then the id of the last row of the page. */
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
 * Returns the id of the last row of the previous page.
 * @throws 422 when the text is not a cursor of this list and order
 */
function lastIdOf(kind: 'events' | 'markets', order: string, cursor: string): string {
  const body = Buffer.from(cursor, 'base64url').subarray(SIGNATURE_BYTES).toString('utf8')
  const id = /"keys":\[\{"t":"string","v":"(\d+)"\}\]/.exec(body)?.[1]
  if (id === undefined || keysetCursor(kind, order, id) !== cursor)
    throw createInvalid('after_cursor is invalid')
  return id
}
