import { type ListPage, readCountOf, startFromNumber } from '../../mock-kit/list-endpoint.js'
import { createMarketError } from './replies.js'

const refuse = (name: string): Error => createMarketError(400, `${name} is invalid`)
const offset = readCountOf('offset', { otherwise: 0, least: 0, refuse })
const page = startFromNumber(readCountOf('page', { otherwise: 1, refuse }))

/** The paging of the market host: `page` and `limit`, or `offset` instead of `page` (README.md). */
export const paged = {
  limit: readCountOf('limit', { otherwise: 20, most: 100, refuse }),
  start: (call: Parameters<typeof offset>[0], limit: number): number =>
    call.query.text('offset') === undefined ? page(call, limit) : offset(call),
}

/** Returns the pagination block of lists that are not plain arrays. */
export function toPagination({
  total,
  limit,
  start,
  more,
}: ListPage<unknown>): Readonly<Record<string, unknown>> {
  return {
    page: Math.floor(start / limit) + 1,
    limit,
    totalResults: total,
    totalPages: Math.ceil(total / limit),
    hasMore: more,
    hasPrevPage: start > 0,
  }
}
