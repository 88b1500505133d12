import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
const folder = mkdtempSync(join(tmpdir(), 'pmx-call-'))
afterAll(async () => {
  await home.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a call without a daemon', () => {
  test('prints the data as one line of JSON when piped, and leaves no trace', async () => {
    const { code, lines, stderr } = await home.runHere([
      'call',
      'kalshi',
      'fetchMarkets',
      'limit=2',
      '--demo',
    ])
    expect(code).toBe(0)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toHaveLength(2)
    expect(stderr).toBe('demo mode: all data is simulated\n')
    expect(existsSync(home.stateDir)).toBe(false)
  })

  test('tells with --verbose who was asked and what the headers say', async () => {
    const { stdout, stderr } = await home.runHere(['call', 'kalshi', 'has', '--demo', '--verbose'])
    expect(JSON.parse(stdout)).toMatchObject({ fetchMarkets: true, fetchArbitrage: false })
    expect(stderr).toContain('called: a simulation in this process')
    expect(stderr).toContain('x-pmx-mode: demo')
  })

  test('answers methods that need no venue without the demo', async () => {
    const book = ['bids=[]', 'asks=[{"price":0.5,"size":10}]', 'side=buy', 'amount=5']
    const { code, stdout } = await home.runHere(['call', 'hunch', 'getExecutionPriceDetailed', ...book])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ price: 0.5, filledAmount: 5, fullyFilled: true })
  })

  test('is the same world for the same seed, and another one for another', async () => {
    const idsOf = async (seed: string): Promise<unknown> => {
      const words = ['call', 'polymarket', 'fetchEvents', 'election', '--demo', '--seed', seed]
      const rows = z.array(z.object({ id: z.string() })).parse(JSON.parse((await home.runHere(words)).stdout))
      return rows.map(({ id }) => id).sort()
    }
    const [seven, again, eight] = [await idsOf('7'), await idsOf('7'), await idsOf('8')]
    expect(again).toEqual(seven)
    expect(eight).not.toEqual(seven)
  })
})

describe('what goes wrong', () => {
  test('a failure of the method has its code and advice on stderr, nothing on stdout, and exit code 1', async () => {
    const { code, stdout, stderr } = await home.runHere(['call', 'kalshi', 'fetchMarket', 'NOPE', '--demo'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'error: Market not found: NOPE\n  List markets with fetchMarkets.\n  MARKET_NOT_FOUND, Kalshi\n',
    )
  })

  test('with --json the failure is its envelope', async () => {
    const { code, stderr } = await home.runHere(['call', 'kalshi', 'fetchMarket', 'NOPE', '--demo', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stderr)).toMatchObject({ success: false, error: { code: 'MARKET_NOT_FOUND' } })
  })

  test.each([
    ['an unknown venue', ['kalsi', 'fetchMarkets'], "did you mean 'kalshi'"],
    ['an unknown method', ['kalshi', 'fetchMarkts'], "did you mean 'fetchMarkets'"],
    [
      'a method in lower case',
      ['kalshi', 'fetchohlcv'],
      "error: No such method: 'fetchohlcv' (did you mean 'fetchOHLCV'?)",
    ],
    ['an unknown argument', ['kalshi', 'fetchMarkets', 'limt=3'], "did you mean 'limit'"],
    [
      'two ways to ask',
      ['kalshi', 'has', '--demo', '--url', 'localhost:1'],
      '--url and --demo cannot be combined',
    ],
    [
      'an address that is none',
      ['kalshi', 'has', '--url', 'https://localhost'],
      '--url is not a valid address',
    ],
    ['an unknown option', ['kalshi', 'has', '--colour'], "unknown option '--colour'"],
    ['a missing argument', ['kalshi'], "missing required argument 'method'"],
    ['a seed that is none', ['kalshi', 'has', '--demo', '--seed', 'x'], '--seed takes a whole number'],
  ])('%s is a usage error with exit code 2', async (_name, words, message) => {
    const { code, stdout, stderr } = await home.runHere(['call', ...words])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })

  test('an address where nobody listens is exit code 1 with what to do', async () => {
    const { code, stderr } = await home.runHere(['call', 'kalshi', 'has', '--url', '127.0.0.1:1'])
    expect(code).toBe(1)
    expect(stderr).toContain('No response from http://127.0.0.1:1')
  })

  test('a venue that cannot be reached is told after the retries, not by a silent end', async () => {
    const config = join(folder, 'unreachable.json')
    const hosts = { api: 'http://127.0.0.1:9/trade-api/v2' }
    writeFileSync(config, JSON.stringify({ venues: { kalshi: { hosts } } }))
    const words = ['call', 'kalshi', 'fetchMarket', 'KXFOO-26', '--config', config]
    const { code, stdout, stderr } = await home.runHere(words)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^error: [\s\S]*The same call may succeed later\.\n[\s\S]* {2}NETWORK_ERROR, Kalshi\n$/,
    )
  })

  test('an argument the method does not know is told, not swallowed', async () => {
    const words = ['call', 'kalshi', 'fetchMarkets', '{"limit":1,"colour":"red"}', '--demo']
    const { code, stderr } = await home.runHere(words)
    expect(code).toBe(0)
    expect(stderr).toContain('Ignored unknown arguments: colour')
  })
})
