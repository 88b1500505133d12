import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

test('search finds events of all venues, and says that there are more', async () => {
  const table = await home.runHere(['search', 'election', '-n', '3', '--demo'])
  expect(table.code).toBe(0)
  expect(table.lines[0]).toMatch(/^title +venue +markets +24h volume +ends \(UTC\)$/)
  expect(table.lines.filter((line) => /^ {2}event [0-9a-f-]{36}$/.test(line))).toHaveLength(3)
  // It reads the lists of all venues, as many as the time of the search allows. A slow machine names the others first.
  expect(table.stderr.trimEnd().split('\n').at(-1)).toBe(
    '3 shown; --limit shows more · demo mode: all data is simulated',
  )
})

test('search says where one answer tells no more, whatever the limit', async () => {
  const rows = Array.from({ length: 500 }, (_, at) => ({
    id: `e-${at}`,
    title: 'Will it rain?',
    sourceExchange: 'kalshi',
    markets: [],
  }))
  const server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data: rows }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const cut = await home.runHere(['search', 'rain', '--limit', '1000', '--url', url])
    expect(cut.stderr).toBe(
      '500 shown, the maximum for one search; narrow it with --category or --exchange\n',
    )
    expect((await home.runHere(['search', 'rain', '--limit', '500', '--url', url])).stderr).toBe(cut.stderr)
  } finally {
    server.close()
  }
})

test('search refuses what is no venue, and no category, before it reads anything', async () => {
  expect((await home.runHere(['search', 'x', '--exchange', 'nyse', '--demo'])).code).toBe(2)
  const refused = await home.runHere(['search', 'x', '--category', 'zzz', '--demo'])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('category must be one of')
})
