import type { FaceCall } from '../../../face.js'
import { type ListSpec, pageOf } from '../../../list.js'
import { json, type Reply } from '../../../reply.js'
import { clobError } from './errors.js'

const PAGE_SIZE = 1000
/** The cursor after the last page: "-1", never to be sent. */
const END_CURSOR = 'LTE='

/** A cursor holds how many rows came before. */
const everything: Pick<Required<ListSpec<never>>, 'limit' | 'start'> = {
  limit: () => PAGE_SIZE,
  start({ query }) {
    const cursor = query.text('next_cursor') ?? 'MA=='
    const start = Number(Buffer.from(cursor, 'base64').toString('utf8'))
    if (!Number.isInteger(start)) throw clobError(400, 'invalid next cursor')
    if (start < 0) throw clobError(400, 'next item should be greater than or equal to 0')
    return start
  },
}

/** A page of a list of the order book host. */
export function clobPage<Row>(
  call: FaceCall,
  all: readonly Row[],
  render: (row: Row) => unknown,
  filters: ListSpec<Row>['filters'] = {},
): Reply {
  const { rows, start, more } = pageOf<Row, FaceCall>({ ...everything, filters }, call, all)
  return json({
    limit: PAGE_SIZE,
    count: rows.length,
    next_cursor: more ? Buffer.from(String(start + rows.length)).toString('base64') : END_CURSOR,
    data: rows.map(render),
  })
}
