import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { systemClock } from '../../../src/effects/clock.js'
import { startSimulator } from '../../../src/simulator/server/start.js'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const HOUR = 3_600_000
const [start, end] = ['2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z']
/** Half of it is stored. */
const window = ['-r', '1h', '--start', start, '--end', '2026-11-21T00:00:00Z']
const KNOWN = 'KXCASSMARKELECTION-27MAY12-CAST'

/** A venue that was there, and is not any more. */
beforeAll(async () => {
  const simulator = await startSimulator({ seed: 1, clock: systemClock, venues: ['kalshi'] })
  try {
    mkdirSync(home.stateDir, { recursive: true, mode: 0o700 })
    const venues = { kalshi: { hosts: simulator.urls.kalshi, limits: 'none' } }
    writeFileSync(join(home.stateDir, 'config.json'), JSON.stringify({ venues }))
    const stored = await home.runHere([
      'backfill',
      'kalshi',
      KNOWN,
      '-r',
      '1h',
      '--start',
      start,
      '--end',
      end,
    ])
    expect(stored.code, stored.stderr).toBe(0)
  } finally {
    await simulator.close()
  }
  // Whoever is given its port next would answer in its place.
  held = await Promise.all(
    Object.values(simulator.urls.kalshi ?? {}).map((url) => hold(Number(new URL(url).port))),
  )
})

let held: readonly Server[] = []
afterAll(() => {
  for (const server of held) server.close()
})

/** Listens, and closes every connection. */
function hold(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port }, () => resolve(server))
  })
}

const told =
  /Stored data, not refreshed \(\w+\), fetched \d+ s ago; not stored: 2026-11-20 0\d:00 to 2026-11-21 01:00\.\n/

describe.each(['no daemon', 'a daemon'])('a venue out of reach, and %s', (who) => {
  beforeAll(async () => {
    if (who === 'a daemon') await home.start(['start', '--port', '0', '--no-lock', '--json'])
  })

  test('candles are an error without --stale, and with it those that are stored, said to be so on stderr', async () => {
    const plain = await home.runHere(['candles', 'kalshi', KNOWN, ...window])
    expect([plain.code, plain.stdout]).toEqual([1, ''])
    if (who === 'a daemon')
      expect(plain.stderr).toContain("To get the stored data, pass --stale to 'pmx-local candles'")
    const stale = await home.runHere(['candles', 'kalshi', KNOWN, ...window, '--stale', '--json'])
    expect(stale.code, stale.stderr).toBe(0)
    expect(stale.stderr).toMatch(told)
    const rows = z.array(z.object({ timestamp: z.number() })).parse(JSON.parse(stale.stdout))
    expect(rows.length).toBeGreaterThan(12)
    expect(rows.every(({ timestamp }) => timestamp < Date.parse(end) + HOUR)).toBe(true)
    const report = await home.runHere(['candles', 'kalshi', KNOWN, ...window, '--stale', '--report'])
    expect([report.code, report.stdout]).toEqual([0, expect.stringContaining(`(${rows.length} candles in `)])
    expect(report.stderr).toMatch(told)
  })

  test('call takes it too', async () => {
    const words = ['call', 'kalshi', 'fetchOHLCV', KNOWN, 'resolution=1h', `start=${start}`, 'end=2026-11-21']
    expect((await home.runHere(words)).code).toBe(1)
    const stale = await home.runHere([...words, '--stale'])
    expect(stale.code, stale.stderr).toBe(0)
    expect(stale.stderr).toMatch(told)
    expect(z.array(z.unknown()).parse(JSON.parse(stale.stdout)).length).toBeGreaterThan(12)
  })
})
