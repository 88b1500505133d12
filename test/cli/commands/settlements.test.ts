import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const columns = 'venue,market_id,outcome_id,title,outcome,event,result,payout,at,closed_at,basis,stage'

test('settlements of the simulation are a table with whole ids', async () => {
  const { code, lines, stderr } = await home.runHere(['settlements', 'kalshi', '-n', '40', '--demo'])
  expect(code).toBe(0)
  expect(lines[0]).toMatch(/^title +outcome +result +payout +settled \(UTC\) +closed \(UTC\) +outcome id$/)
  expect(lines.filter((line) => /(won|lost) +[01] .* kalshi:\S+$/.test(line)).length).toBeGreaterThan(0)
  expect(stderr).toContain('40 rows shown. --limit shows more.')
})

test('and CSV, NDJSON and JSON with the same rows', async () => {
  const run = async (format: string) =>
    (await home.runHere(['settlements', 'kalshi', '-n', '6', '--format', format, '--demo'])).stdout
  const [head, ...csv] = (await run('csv')).trimEnd().split('\n')
  expect(head).toBe(columns)
  const ndjson = (await run('ndjson'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  const json: unknown = JSON.parse(await run('json'))
  expect([csv.length, ndjson.length]).toEqual([6, 6])
  expect(json).toMatchObject([{ venue: 'kalshi', basis: 'reported' }, {}, {}, {}, {}, {}])
})

test('a time that is none is a usage error, and so is a format that is not there', async () => {
  const since = await home.runHere(['settlements', 'kalshi', '--since', 'soon', '--demo'])
  expect(since.code).toBe(2)
  const format = await home.runHere(['settlements', 'kalshi', '--format', 'parquet', '--demo'])
  expect(format.code).toBe(2)
})

test('what any page reports is printed once, whichever page reports it', async () => {
  const market = (id: number) => ({
    marketId: `M${id}`,
    title: `Market ${id}`,
    sourceExchange: 'kalshi',
    status: 'closed',
    outcomes: [],
  })
  const pages = [
    { rows: 500, headers: { 'x-pmx-list-age': '70', 'x-pmx-cache': 'hit' } },
    {
      rows: 3,
      headers: {
        'x-pmx-list-age': '2',
        'x-pmx-cache': 'stale',
        'x-pmx-stale': 'unreachable; age=90',
        'x-pmx-skipped-rows': '7',
        'x-pmx-truncated': '20000 rows',
      },
    },
  ]
  const server = createServer((request, response) => {
    request.resume()
    const { rows = 0, headers } = pages.shift() ?? {}
    const data = Array.from({ length: rows }, (_, id) => market(id))
    response.writeHead(200, { 'content-type': 'application/json', 'x-pmx-mode': 'live', ...headers })
    response.end(JSON.stringify({ success: true, data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code, stderr } = await home.runHere(['settlements', 'kalshi', '--url', url, '--verbose'])
    expect(pages).toEqual([])
    expect(code).toBe(0)
    expect(stderr).toContain('Stored data, not refreshed (unreachable), fetched 90 s ago.')
    expect(stderr).toContain('20000 rows')
    expect(stderr).toMatch(/skipped.rows: 7/i)
    expect(stderr).toMatch(/cache: stale/i)
    expect(stderr).toContain('the list was refreshed between two pages')
  } finally {
    server.close()
  }
})
