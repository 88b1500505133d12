import type { Query } from '../../query.js'
import { marketError } from './replies.js'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

/** What a list call wants: rows from `start`, at most `limit` of them. */
export interface Page {
  readonly limit: number
  readonly start: number
}

/** `page` and `limit`, or `offset` instead of `page` (venues/probable/README.md). */
export function pageOf(query: Query): Page {
  const limit = Math.min(positive(query, 'limit', DEFAULT_LIMIT), MAX_LIMIT)
  const offset = query.integer('offset')
  if (offset === 'bad' || (offset !== undefined && offset < 0)) throw marketError(400, 'offset is invalid')
  return { limit, start: offset ?? (positive(query, 'page', 1) - 1) * limit }
}

function positive(query: Query, key: string, otherwise: number): number {
  const value = query.integer(key) ?? otherwise
  if (value === 'bad' || value < 1) throw marketError(400, `${key} is invalid`)
  return value
}

export function cut<Row>(rows: readonly Row[], { limit, start }: Page): readonly Row[] {
  return rows.slice(start, start + limit)
}

/** The paging block of lists that are no bare array. */
export function pagination(total: number, { limit, start }: Page): Readonly<Record<string, unknown>> {
  return {
    page: Math.floor(start / limit) + 1,
    limit,
    totalResults: total,
    totalPages: Math.ceil(total / limit),
    hasMore: start + limit < total,
    hasPrevPage: start > 0,
  }
}
