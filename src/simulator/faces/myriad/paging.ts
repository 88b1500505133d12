import type { FaceCall } from '../../face.js'
import { badParams } from './errors.js'

/** Where in a list a page lies. */
export interface Page {
  readonly page: number
  readonly limit: number
}

const MAX_LIMIT = 100
const DEFAULT_LIMIT = 20

/** The page asked for; a limit above 100 is 100 (venues/myriad/README.md). */
export function pageAsked(call: FaceCall, maxLimit = MAX_LIMIT, defaultLimit = DEFAULT_LIMIT): Page {
  const read = (key: string, otherwise: number): number => {
    const value = call.query.integer(key) ?? otherwise
    if (value === 'bad' || value < 1) throw badParams(`${key} must be a positive integer`)
    return value
  }
  return { page: read('page', 1), limit: Math.min(maxLimit, read('limit', defaultLimit)) }
}

/** The facts beside the rows of a page. */
export function paginationOf({ page, limit }: Page, total: number): Readonly<Record<string, unknown>> {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
}

/** One page of a list that is known whole. */
export function pageOf<Row>(
  rows: readonly Row[],
  at: Page,
  render: (row: Row) => unknown,
): { readonly data: readonly unknown[]; readonly pagination: Readonly<Record<string, unknown>> } {
  const start = (at.page - 1) * at.limit
  return {
    data: rows.slice(start, start + at.limit).map(render),
    pagination: paginationOf(at, rows.length),
  }
}

/** A window in whole seconds, both bounds inclusive, as epoch ms. */
export function windowAsked({ query, now }: FaceCall): { readonly from: number; readonly to: number } {
  const read = (key: string): number | undefined => {
    const value = query.integer(key)
    if (value === 'bad') throw badParams(`${key} must be a unix timestamp`)
    return value
  }
  const since = read('since')
  const until = read('until')
  return {
    from: since === undefined ? 0 : since * 1000,
    to: until === undefined ? now : Math.min(now, until * 1000 + 999),
  }
}
