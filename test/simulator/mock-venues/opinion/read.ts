import { opinionMock } from '../../../../src/simulator/mock-venues/opinion/index.js'
import { answer } from '../../../../src/simulator/server/router.js'
import { contextOf } from '../../support/context.js'
import { dig, numberAt, type Row, rowsAt } from '../../support/json.js'
import { type Stage, target } from '../../support/stage.js'

type QueryOf = Readonly<Record<string, string | number>>

/** The `result` of an answer that must be a success. */
export function resultOf(stage: Stage, path: string, query: QueryOf = {}): unknown {
  const body = stage.get('api', target(`/openapi${path}`, query))
  if (numberAt(body, 'errno') !== 0) throw new Error(`${path} failed: ${JSON.stringify(body)}`)
  return dig(body, 'result')
}

/** Every row of a list, page by page. */
export function allRows(stage: Stage, query: QueryOf = {}): Row[] {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const result = resultOf(stage, '/market', { ...query, page, limit: 20 })
    const found = rowsAt(result, 'list')
    rows.push(...found)
    if (found.length === 0 || rows.length >= numberAt(result, 'total')) return rows
  }
}

/** The body of a GET with an API key, or with the headers given. */
export function askKeyed(
  { world, switches, now }: Stage,
  path: string,
  headers: Readonly<Record<string, string>> = { apikey: 'demo' },
): unknown {
  const host = opinionMock.hosts['api']
  if (host === undefined) throw new Error('the face has no host api')
  const [base = '', search = ''] = path.split('?')
  const request = { method: 'GET', path: `/openapi${base}`, search, body: undefined, headers }
  return JSON.parse(answer(host, request, contextOf(world, now, { switches })).body)
}

export const childrenOf = (row: Row): Row[] => (row['marketType'] === 1 ? rowsAt(row, 'childMarkets') : [row])
