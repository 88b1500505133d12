import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { systemClock } from '../../../src/effects/clock.js'
import { type Simulator, startSimulator } from '../../../src/simulator/server/start.js'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
/** Lists are read by a thread, which the built program alone has. */
const sync = (...words: string[]) => home.run(['sync', ...words])

const market = z.object({ marketId: z.string() })
const answer = z.object({ data: z.array(market) })
const failure = z.object({
  error: z.object({ code: z.string(), detail: z.object({ stored: z.object({ rows: z.number() }) }) }),
})
const ends = z.array(z.object({ venue: z.string(), kind: z.string(), rows: z.number() }))

let simulator: Simulator
let address = ''

async function fetchMarkets(query: string, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(`${address}/api/kalshi/fetchMarkets?${query}`, {
    headers: { connection: 'close', ...headers },
  })
  return {
    status: reply.status,
    told: Object.fromEntries(reply.headers),
    json: (await reply.json()) as unknown,
  }
}

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock: systemClock, venues: ['kalshi'] })
  simulator.switches.limits = 'off'
  mkdirSync(home.stateDir, { recursive: true, mode: 0o700 })
  const settings = {
    venues: { kalshi: { hosts: simulator.urls.kalshi, limits: 'none' } },
    // However slow the machine is, what was read in this test is young.
    lists: { maxAgeSeconds: 600, staleSeconds: 1_200 },
  }
  writeFileSync(join(home.stateDir, 'config.json'), JSON.stringify(settings))
})

afterAll(async () => {
  await home.close()
  await simulator.close()
})

test('a demo world has no lists to read, and a venue must be one', async () => {
  expect(await home.runHere(['sync', '--demo'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('The simulation stores no lists'),
  })
  expect(await home.runHere(['sync', 'kalshy'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining("No such venue: 'kalshy'"),
  })
})

describe('what became of a list is told as it is', () => {
  /** A daemon that tells of its list what it is given, each time it is asked. */
  async function syncWith(answer: { status: number; body: object }, lists: readonly object[]) {
    let looks = 0
    const server = createServer(({ url }, reply) => {
      const isHealth = url?.startsWith('/health') === true
      const active = isHealth ? lists[Math.min(looks++, lists.length - 1)] : undefined
      const health = { catalog: { kind: 'ok', lists: { kalshi: [{ status: 'active', ...active }] } } }
      reply.writeHead(isHealth ? 200 : answer.status, { 'content-type': 'application/json' })
      reply.end(JSON.stringify(isHealth ? health : answer.body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      return await home.runHere(['sync', 'kalshi', '--url', `http://localhost:${port}`])
    } finally {
      server.close()
    }
  }
  const answered = { status: 200, body: { success: true, data: [] } }

  test('one that began to be read before it was asked for is read, as after a reading that was killed', async () => {
    const { code, stdout } = await syncWith(answered, [{}, { readAt: 1_000, rows: 7 }])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^kalshi: 7 rows in /)])
  })

  test('one that stays the same is not read, and not said to be kept nowhere', async () => {
    const lastFailure = { at: 2_000, code: 'NETWORK_ERROR', message: 'nobody is there' }
    const failed = await syncWith(answered, [{ readAt: 1_000, rows: 7, lastFailure }])
    expect([failed.code, failed.stdout]).toEqual([1, 'kalshi: NETWORK_ERROR: nobody is there\n'])
    const { code, stdout } = await syncWith(answered, [{}])
    expect([code, stdout]).toEqual([0, expect.stringContaining('its lists are loaded on request')])
  })

  test('one that cannot be stored is a failure, though the venue itself was asked instead', async () => {
    const lastFailure = { at: 2_000, code: 'CATALOG_UNAVAILABLE', message: 'the disk is full' }
    const { code, stdout } = await syncWith(answered, [{ lastFailure }])
    expect([code, stdout]).toEqual([1, 'kalshi: CATALOG_UNAVAILABLE: the disk is full\n'])
  })

  test('a refusal without a detail is told with its reason', async () => {
    const error = { code: 'AUTHENTICATION_ERROR', message: 'a token is needed', detail: null }
    const { stdout } = await syncWith({ status: 401, body: { success: false, error } }, [{}])
    expect(stdout).toBe('kalshi: AUTHENTICATION_ERROR: a token is needed\n')
  })
})

describe('lists that were read by sync', () => {
  let rows = 0

  test('are answered by a daemon that starts later, without asking the venue', async () => {
    const synced = await sync('kalshi')
    expect(synced).toMatchObject({ code: 0, stderr: '' })
    rows = Number(/^kalshi: (\d+) rows in \d+\.\d s\n$/.exec(synced.stdout)?.[1])
    expect(rows).toBeGreaterThan(40)

    const calls = simulator.requests.recent.length
    const { firstLine } = await home.start(['start', '--port', '0', '--no-lock', '--json'])
    address = z.object({ address: z.string() }).parse(JSON.parse(firstLine)).address
    const { status, told, json } = await fetchMarkets('limit=1')
    expect([status, answer.parse(json).data.length]).toEqual([200, 1])
    expect(told).toMatchObject({
      'x-pmx-cache': 'hit',
      'x-pmx-list-age': expect.stringMatching(/^\d+$/),
      'x-pmx-upstream-requests': '0',
    })
    expect(simulator.requests.recent).toHaveLength(calls)
  })

  test('are read anew by the daemon that runs', async () => {
    const calls = simulator.requests.recent.length
    const synced = await sync('kalshi', '--json')
    expect(synced).toMatchObject({ code: 0, stderr: '' })
    expect(ends.parse(JSON.parse(synced.stdout))).toEqual([{ venue: 'kalshi', kind: 'read', rows }])
    expect(simulator.requests.recent.length).toBeGreaterThan(calls)
    expect((await fetchMarkets('limit=1')).told['x-pmx-upstream-requests']).toBe('0')
  })

  test('stay when the venue is gone, which sync says, and are given to who takes them', async () => {
    const before = answer.parse((await fetchMarkets('limit=100')).json).data
    await simulator.close()
    const failed = await sync('kalshi')
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^kalshi: (NETWORK_ERROR|EXCHANGE_NOT_AVAILABLE): .+\n$/),
      stderr: expect.stringContaining('Some lists could not be synced. Their stored rows were not changed.'),
    })
    const told = await sync('kalshi', '--json')
    expect([told.code, JSON.parse(told.stdout)]).toEqual([
      1,
      [{ venue: 'kalshi', kind: 'failed', code: expect.any(String), message: expect.any(String) }],
    ])

    const anew = { 'cache-control': 'no-cache' }
    const refused = await fetchMarkets('limit=100', anew)
    expect([refused.status, failure.parse(refused.json).error.detail.stored.rows]).toEqual([503, rows])
    const stale = await fetchMarkets('limit=100&stale=ok', anew)
    expect([stale.status, answer.parse(stale.json).data]).toEqual([200, before])
    expect(stale.told['x-pmx-cache']).toBe('stale')
    expect(stale.told['x-pmx-stale']).toMatch(/^(unreachable|venue_failed); age=\d+$/)
    expect((await fetchMarkets('limit=1')).told['x-pmx-cache']).toBe('hit')

    const status = await home.runHere(['status'])
    expect(status.lines.at(-1)).toMatch(
      new RegExp(`^  lists  kalshi ${rows} rows \\(\\d+ \\w+ old; last sync failed: [A-Z_]+\\)$`),
    )
    const more = await home.runHere(['status', '--verbose'])
    expect(more.stdout).toContain(`\n  lists\n    kalshi  ${rows} rows · read 20`)
    expect(more.stdout).toMatch(/ last failure 20\S+ \S+ [A-Z_]+: /)
    expect(JSON.parse((await home.runHere(['status', '--verbose', '--json'])).stdout)).toMatchObject({
      catalog: { lists: { kalshi: [{ status: 'active', rows, nextAt: expect.any(Number) }] } },
      skippedRows: {},
    })
  })
})
