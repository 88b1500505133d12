import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type Replay, type StartReplayOptions, startReplay } from '../../src/testing/index.js'
import { repository, run, until } from '../support/daemon.js'

const pack = join(repository, 'test/cassettes/demo.cassette.jsonl')
const kalshiMarket = 'KXCASSMARKELECTION-27MAY12-CAST'
const polymarketOutcome = '87110551756048196982845747911743216767424197365902533291158869287412671815564'

const running: Replay[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((replay) => replay.stop()))
})

async function start(options: Partial<StartReplayOptions> = {}): Promise<Replay> {
  const replay = await startReplay({ cassette: pack, ...options })
  running.push(replay)
  return replay
}

const answerSchema = z.object({
  data: z.unknown().optional(),
  error: z.object({ code: z.string(), detail: z.record(z.string(), z.unknown()).optional() }).optional(),
})

async function ask({ url }: Replay, venue: string, method: string, ...args: readonly unknown[]) {
  const response = await fetch(`${url}/api/${venue}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args }),
  })
  const mode = response.headers.get('x-pmx-mode')
  return { status: response.status, mode, ...answerSchema.parse(await response.json()) }
}

describe('the cassette that comes with the repository', () => {
  test('answers with what was recorded, at the time it was recorded', async () => {
    const replay = await start()
    const market = await ask(replay, 'kalshi', 'fetchMarket', { marketId: kalshiMarket })
    expect(market).toMatchObject({ status: 200, mode: 'replay', data: { marketId: kalshiMarket } })
    const book = await ask(replay, 'kalshi', 'fetchOrderBook', kalshiMarket)
    expect(book.data).toMatchObject({
      timestamp: Date.parse('2026-11-28T09:34:56.937Z'),
    })
    const { bids } = z.object({ bids: z.array(z.unknown()) }).parse(book.data)
    expect([bids[0], bids.length]).toEqual([{ price: 0.4, size: 6 }, 10])
    const candles = await ask(replay, 'polymarket', 'fetchOHLCV', polymarketOutcome, {
      resolution: '1h',
      limit: 24,
    })
    const rows = z.array(z.object({ timestamp: z.number(), close: z.number() })).parse(candles.data)
    expect(rows).toHaveLength(24)
    expect(rows[0]).toEqual({ timestamp: 1_795_773_600_000, close: 0.64 })
  })

  test('misses with a name for what it lacks', async () => {
    const answer = await ask(await start(), 'kalshi', 'fetchOrderBook', 'KXCASSMARKELECTION-27MAY12-NONE')
    expect(answer).toMatchObject({
      status: 404,
      error: { code: 'NOT_FOUND', detail: { kind: 'cassette_miss' } },
    })
  })
})

describe('startReplay', () => {
  test('is not moved by settings for the developer’s own daemon, and leaves no folder behind', async () => {
    const before = process.env['PMX_LOCAL_HOST']
    process.env['PMX_LOCAL_HOST'] = '192.0.2.1'
    try {
      const replay = await startReplay({ cassette: pack })
      const folder = replay.env['PMX_LOCAL_STATE_DIR'] ?? ''
      expect((await ask(replay, 'kalshi', 'fetchMarket', { marketId: kalshiMarket })).status).toBe(200)
      await replay.stop()
      expect(existsSync(folder)).toBe(false)
    } finally {
      if (before === undefined) delete process.env['PMX_LOCAL_HOST']
      else process.env['PMX_LOCAL_HOST'] = before
    }
    const folders = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith('pmx-local-replay-'))
    const kept = folders()
    await expect(startReplay({ cassette: [] })).rejects.toThrow('needs a cassette')
    expect(folders().filter((name) => !kept.includes(name))).toEqual([])
  })

  test('has the time of the recording, for windows of the test', async () => {
    const replay = await start()
    const health = await fetch(`${replay.url}/health`)
    expect(replay.now).toBe(z.object({ timestamp: z.number() }).parse(await health.json()).timestamp)
    expect(new Date(replay.now).toISOString()).toMatch(/^2026-11-28T09:/)
    expect(replay.env).toMatchObject({ PMX_LOCAL_NOW: String(replay.now) })
  })

  test('tells what has not been used yet', async () => {
    const replay = await start()
    const before = await replay.unused()
    await ask(replay, 'kalshi', 'fetchOrderBook', kalshiMarket)
    const after = await replay.unused()
    expect(before.count - after.count).toBe(1)
    expect(before.calls.filter((call) => !after.calls.includes(call))).toEqual([
      `kalshi GET api/markets/${kalshiMarket}/orderbook`,
    ])
  })

  test('lays faults over the recording', async () => {
    const replay = await start({ faults: 'kalshi:html:path=orderbook' })
    expect(await ask(replay, 'kalshi', 'fetchOrderBook', kalshiMarket)).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    })
    expect(await ask(replay, 'polymarket', 'fetchOrderBook', polymarketOutcome)).toMatchObject({
      status: 200,
    })
  })

  test('rejects with what is wrong when there is no such cassette', async () => {
    await expect(startReplay({ cassette: join(repository, 'none.jsonl') })).rejects.toThrow(
      /The cassette .*none\.jsonl does not exist/,
    )
  })

  test('is stopped once and for all', async () => {
    const replay = await start()
    await replay.stop()
    await replay.stop()
    await expect(fetch(`${replay.url}/health`)).rejects.toThrow()
    await expect(replay.unused()).rejects.toThrow('ended')
  })

  test('works from the package, in a file run by node --test', async () => {
    const script = join(repository, 'test/testing/scripts/replay.mjs')
    const environment = { ...process.env, CASSETTE: pack, NODE_OPTIONS: '' }
    const { code, stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', script], {
      environment,
    })
    expect(stdout).toContain('# pass 1')
    expect(code).toBe(0)
  })

  test('ends with a process that forgot it, and does not hold that process back', async () => {
    const script = join(repository, 'test/testing/scripts/forgetful.mjs')
    const { code, stdout } = await run(process.execPath, [script], {
      environment: { ...process.env, CASSETTE: pack },
    })
    expect(code).toBe(0)
    await until('the end of the forgotten replay', () =>
      fetch(`${stdout.trim()}/health`).then(
        () => undefined,
        () => true,
      ),
    )
  })
})
