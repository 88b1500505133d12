import { type Reply, toJsonReply } from '../../../http/reply.js'
import { type ListPage, type ListSpec, pageOf } from '../../../mock-kit/list-endpoint.js'
import type { MockCall } from '../../../mock-kit/mock-venue.js'
import { createClobError } from './errors.js'

const PAGE_SIZE = 1000
/** The cursor after the last page: "-1", which clients never send. */
const END_CURSOR = 'LTE='

/** Returns the offset in a cursor: the number of earlier rows. */
function start({ query }: MockCall): number {
  const cursor = query.text('next_cursor') ?? 'MA=='
  const before = Number(Buffer.from(cursor, 'base64').toString('utf8'))
  if (!Number.isInteger(before)) throw createClobError(400, 'invalid next cursor')
  if (before < 0) throw createClobError(400, 'next item should be greater than or equal to 0')
  return before
}

/** Returns a page of a list of the order book host. */
export function toPageReply<Row>(
  call: MockCall,
  all: readonly Row[],
  render: (row: Row) => unknown,
  filters: ListSpec<Row>['filters'] = {},
): Reply {
  return pageReply({ limit: () => PAGE_SIZE, filters }, call, all, render)
}

/** Returns a page of a list with sort orders, a page size per call, and the total number of rows. */
export function toListReply<Row>(
  spec: Pick<ListSpec<Row>, 'limit' | 'filters' | 'order'>,
  call: MockCall,
  all: readonly Row[],
  render: (row: Row) => unknown,
): Reply {
  return pageReply(spec, call, all, render, ({ total }) => ({ total_count: total }))
}

function pageReply<Row>(
  spec: Pick<ListSpec<Row>, 'limit' | 'filters' | 'order'>,
  call: MockCall,
  all: readonly Row[],
  render: (row: Row) => unknown,
  more: (page: ListPage<Row>) => Readonly<Record<string, unknown>> = () => ({}),
): Reply {
  const page = pageOf<Row, MockCall>({ ...spec, start }, call, all)
  const { rows, limit } = page
  return toJsonReply({
    limit,
    count: rows.length,
    ...more(page),
    next_cursor: page.more ? Buffer.from(String(page.start + rows.length)).toString('base64') : END_CURSOR,
    data: rows.map(render),
  })
}
