import type { VenueCall } from '../../../src/transport/call-types.js'
import type { Answer } from '../../support/wire.js'
import { queryOf } from '../../support/wire.js'
import { answer, nativePrice, notFound } from './payloads.js'

interface Row {
  readonly marketId: number
  readonly slug: unknown
  readonly status: unknown
  readonly marketType?: unknown
  readonly childMarkets?: unknown
  readonly collection?: unknown
}

/** The list of a venue that honours its documented filters. */
export function listOf(rows: readonly object[]): (call: VenueCall) => unknown {
  return (call) => {
    const query = queryOf(call)
    const [page, limit] = [Number(query['page']), Math.min(20, Number(query['limit']))]
    const found = rows
      .map(toRow)
      .filter((row) => query['marketType'] !== '1' || row.marketType === 1)
      .filter((row) => query['status'] !== 'activated' || row.status === 2)
      .filter((row) => query['collectionType'] !== '1' || row.collection !== undefined)
    return answer({ total: found.length, list: found.slice((page - 1) * limit, page * limit) })
  }
}

function toRow(row: object): Row {
  return { marketId: 0, slug: undefined, status: undefined, ...row }
}

/** Lists, lookups of every row and child, and a last price of 0.31 for every token. */
export function venueOf(rows: readonly object[]): Record<string, Answer> {
  const answers: Record<string, Answer> = {
    'GET api/market': listOf(rows),
    'GET api/token/latest-price': (call: VenueCall) => answer(nativePrice(String(queryOf(call)['token_id']))),
  }
  const add = (path: string, data: object) => {
    answers[`GET api/market/${path}`] = answer({ data })
  }
  for (const row of rows.map(toRow)) {
    add(`slug/${row.slug}`, row)
    if (row.marketType !== 1) add(String(row.marketId), row)
    else add(`categorical/${row.marketId}`, row)
    const children: unknown = row.childMarkets
    for (const child of Array.isArray(children) ? children.map(toRow) : []) {
      add(String(child.marketId), child)
      add(`slug/${child.slug}`, child)
    }
  }
  return answers
}

/** The same venue, saying "does not exist" at the given paths below `/market/`. */
export function without(
  answers: Record<string, Answer>,
  ...paths: readonly string[]
): Record<string, Answer> {
  return { ...answers, ...Object.fromEntries(paths.map((path) => [`GET api/market/${path}`, notFound])) }
}
