import { type ListFilter, type ListPage, startFromNumber } from '../../mock-kit/list-endpoint.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { createBadRequest } from './envelope.js'

/** Reads a parameter that must be an integer of 0 or more, or undefined if it is absent. */
export function readWholeParameter({ query }: Pick<MockCall, 'query'>, key: string): number | undefined {
  const value = query.integer(key)
  if (value === 'bad' || (value !== undefined && value < 0)) throw createBadRequest(`invalid ${key}`)
  return value
}

/** Returns a filter that an integer parameter selects. By default 0. */
export function whereChoice<Row, Call extends MockCall>(
  keeps: (row: Row, choice: number, call: Call) => boolean,
  otherwise = 0,
): ListFilter<Row, Call> {
  return (call, name) => {
    const chosen = readWholeParameter(call, name) ?? otherwise
    return (row) => keeps(row, chosen, call)
  }
}

const positive =
  (name: string, otherwise: number) =>
  (call: MockCall): number => {
    const value = readWholeParameter(call, name) ?? otherwise
    if (value < 1) throw createBadRequest('invalid page or limit')
    return value
  }

const limit = positive('limit', 10)
/** Maximum page size, which is applied silently. */
const MAX_LIMIT = 20

/** The paging of every list. */
export const paged = {
  limit: (call: MockCall): number => Math.min(MAX_LIMIT, limit(call)),
  start: startFromNumber(positive('page', 1)),
}

/** Returns the `result` of a list: one page of the rows, and their total number. */
export function resultOf<Row>(
  { rows, total }: ListPage<Row>,
  render: (row: Row) => unknown,
): { readonly list: readonly unknown[]; readonly total: number } {
  return { list: rows.map(render), total }
}
