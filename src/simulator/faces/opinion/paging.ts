import type { FaceCall } from '../../face.js'
import { badRequest } from './envelope.js'

const DEFAULT_LIMIT = 10
/** More is not given, whatever is asked for. */
const MAX_LIMIT = 20

/** A parameter that must be a whole number, not negative; undefined when it is absent. */
export function wholeNumber({ query }: FaceCall, key: string): number | undefined {
  const value = query.integer(key)
  if (value === 'bad' || (value !== undefined && value < 0)) throw badRequest(`invalid ${key}`)
  return value
}

/** The `result` of a list: one page of the rows, and how many there are in all. */
export function pageOf<Row>(
  call: FaceCall,
  rows: readonly Row[],
  render: (row: Row) => unknown,
): { readonly list: readonly unknown[]; readonly total: number } {
  const page = wholeNumber(call, 'page') ?? 1
  const limit = Math.min(MAX_LIMIT, wholeNumber(call, 'limit') ?? DEFAULT_LIMIT)
  if (page < 1 || limit < 1) throw badRequest('invalid page or limit')
  return { list: rows.slice((page - 1) * limit, page * limit).map(render), total: rows.length }
}
