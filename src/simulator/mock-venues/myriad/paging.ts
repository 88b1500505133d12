import { json, type Reply } from '../../http/reply.js'
import { type ListPage, numbered, readCountOf } from '../../mock-kit/list-endpoint.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { badParams } from './errors.js'

/** How a count of rows or pages is read. */
export function positive(name: string, otherwise: number, most?: number): (call: MockCall) => number {
  const refuse = (key: string): Error => badParams(`${key} must be a positive integer`)
  return readCountOf(name, { otherwise, refuse, ...(most === undefined ? {} : { most }) })
}

/** The pages of nearly all lists; a limit above 100 is 100 (README.md). */
export const paged = { limit: positive('limit', 20, 100), start: numbered(positive('page', 1)) }

/** A page with the facts beside its rows. */
export function answerPage<Row>(
  { rows, start, limit, total }: Omit<ListPage<Row>, 'more'>,
  render: (row: Row) => unknown,
): Reply {
  const page = Math.floor(start / limit) + 1
  const totalPages = Math.ceil(total / limit)
  const pagination = { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
  return json({ data: rows.map(render), pagination })
}
