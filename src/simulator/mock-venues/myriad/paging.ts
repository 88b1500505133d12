import { type Reply, toJsonReply } from '../../http/reply.js'
import { type ListPage, readCountOf, startFromNumber } from '../../mock-kit/list-endpoint.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { createBadParams } from './errors.js'

/** Returns a reader of a number of rows or pages. */
export function readPositive(name: string, otherwise: number, most?: number): (call: MockCall) => number {
  const refuse = (key: string): Error => createBadParams(`${key} must be a positive integer`)
  return readCountOf(name, { otherwise, refuse, ...(most === undefined ? {} : { most }) })
}

/** The paging of nearly all lists; a limit above 100 becomes 100 (README.md). */
export const paged = {
  limit: readPositive('limit', 20, 100),
  start: startFromNumber(readPositive('page', 1)),
}

/** Returns a page with its metadata. */
export function answerPage<Row>(
  { rows, start, limit, total }: Omit<ListPage<Row>, 'more'>,
  render: (row: Row) => unknown,
): Reply {
  const page = Math.floor(start / limit) + 1
  const totalPages = Math.ceil(total / limit)
  const pagination = { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
  return toJsonReply({ data: rows.map(render), pagination })
}
