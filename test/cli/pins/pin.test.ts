import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { toCaptureFile } from '../../../src/pins/format.js'
import { type CliHome, cliHome } from '../support/run-cli.js'

let home: CliHome
beforeEach(() => {
  home = cliHome()
})
afterEach(() => home.close())

const demo = (...words: string[]) => home.runHere([...words, '--demo'])
const file = () => join(home.stateDir, 'pins-demo-1.json')

const shown = z.array(
  z.object({
    marketId: z.string(),
    eventId: z.string(),
    outcomes: z.array(z.object({ outcomeId: z.string() })),
  }),
)
const listed = z.object({
  capturedBy: z.string().nullable(),
  pins: z.array(
    z.looseObject({ venue: z.string(), id: z.string(), candles: z.number(), outcomes: z.array(z.unknown()) }),
  ),
})

const venues = ['polymarket', 'kalshi', 'hyperliquid'] as const
type Market = z.output<typeof shown>[number]
const found = new Map<string, Market>()

/** The demo world is the same in every home, so that one daemon can tell its markets to all tests. */
beforeAll(async () => {
  const elsewhere = cliHome()
  const { firstLine } = await elsewhere.start(['start', '--demo', '--port', '0', '--no-lock', '--json'])
  const { address } = z.object({ address: z.string() }).parse(JSON.parse(firstLine))
  for (const venue of venues) {
    const reply = await fetch(`${address}/api/${venue}/fetchMarkets?limit=1&sort=volume`)
    const [market] = z.object({ data: shown }).parse(await reply.json()).data
    if (market !== undefined) found.set(venue, market)
  }
  await elsewhere.close()
})

function someMarket(venue: (typeof venues)[number]): Market {
  const market = found.get(venue)
  if (market === undefined) throw new Error(`the demo world has no market of ${venue}`)
  return market
}

const pins = async () => listed.parse(JSON.parse((await demo('pins', '--json')).stdout))

describe('without a daemon', () => {
  test('--quiet pins without a word', async () => {
    const { marketId } = someMarket('polymarket')
    const { code, stdout, stderr } = await demo('pin', 'polymarket', marketId, '--quiet')
    expect([code, stdout, stderr]).toEqual([0, '', ''])
    expect((await pins()).pins).toMatchObject([{ venue: 'polymarket', id: marketId }])
  })

  test('a market is pinned with all its outcomes, listed, and unpinned', async () => {
    const { marketId, outcomes } = someMarket('polymarket')
    const done = await demo('pin', 'polymarket', marketId)
    expect([done.code, done.stderr]).toEqual([0, ''])
    expect(done.lines).toHaveLength(outcomes.length + 1)
    expect(done.lines[0]).toContain(`pinned polymarket ${outcomes[0]?.outcomeId} (`)
    expect(done.lines.at(-1)).toBe(
      'Pins are captured only while a daemon is running. Start one: pmx-local start -d --demo',
    )
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    const table = await demo('pins')
    expect(table.lines[0]).toMatch(
      /^venue +id +outcomes +candles +first \(UTC\) +last capture +next capture$/,
    )
    expect(table.lines[1]).toMatch(
      new RegExp(`^polymarket +${marketId} +${outcomes.length} +0 +not yet +no daemon$`),
    )
    expect((await demo('unpin', 'polymarket', marketId)).stdout).toContain('Stored data remains')
    expect((await demo('pins')).stdout).toContain('Nothing is pinned.')
  })

  test("an id that is a market's and its first outcome's at once means the market", async () => {
    const { marketId, outcomes } = someMarket('hyperliquid')
    const done = await demo('pin', 'hyperliquid', marketId)
    expect(done.lines.slice(0, -1)).toEqual(
      outcomes.map(({ outcomeId }) => expect.stringContaining(`pinned hyperliquid ${outcomeId} (`)),
    )
  })

  test('an event is all outcomes of its markets; pinned again, its outcomes are read again', async () => {
    const { eventId, outcomes } = someMarket('kalshi')
    const first = JSON.parse((await demo('pin', 'kalshi', eventId, '--json')).stdout)
    expect(first).toMatchObject({ refreshed: false, pins: 1, capturedBy: null })
    expect(first.outcomes.length).toBeGreaterThan(outcomes.length)
    // As it was when the event had one outcome less.
    const written = JSON.parse(readFileSync(file(), 'utf8'))
    written.pins[0].outcomes.pop()
    writeFileSync(file(), JSON.stringify(written))
    const again = await demo('pin', 'kalshi', eventId)
    expect(again.stdout).toContain('It was already pinned. Its outcomes were updated: 1 added, 0 removed.')
    expect((await pins()).pins.map(({ outcomes }) => outcomes)).toEqual([first.outcomes])
  })

  test('two commands at once lose neither pin', async () => {
    await home.start(['start', '--demo', '--port', '0', '--no-lock', '--json'])
    const markets = shown.parse(
      JSON.parse((await home.runHere(['markets', 'kalshi', '-n', '4', '--demo', '--json'])).stdout),
    )
    const ended = await Promise.all(
      markets.map(({ marketId }) => home.run(['pin', 'kalshi', marketId, '--demo'])),
    )
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(markets.map(() => [0, '']))
    expect((await pins()).pins.map(({ id }) => id).sort()).toEqual(
      markets.map(({ marketId }) => marketId).sort(),
    )
  })
})

describe('what the daemon has written', () => {
  test('is told: candles of the database, the last capture, the next one, and what stood in the way', async () => {
    const { outcomes } = someMarket('polymarket')
    const outcomeId = outcomes[0]?.outcomeId ?? ''
    const window = ['-r', '1h', '--start', '2026-11-01', '--end', '2026-11-05']
    await demo('backfill', 'polymarket', outcomeId, ...window)
    await demo('pin', 'polymarket', outcomeId)
    const at = Date.UTC(2026, 10, 5, 12)
    const common = { venue: 'polymarket', outcomeId, at, triedAt: at } as const
    const captures = [
      { ...common, resolution: '1m', nextAt: at + 60_000, problem: 'NETWORK_ERROR: no way there' },
      { ...common, resolution: '1h', nextAt: at + 3_600_000, capturedTo: at },
      { ...common, resolution: '1d', nextAt: at - 60_000, done: true as const },
      { ...common, outcomeId: 'of another pin', resolution: '1d', nextAt: 1, problem: 'not told' },
    ]
    writeFileSync(join(home.stateDir, 'pin-captures-demo-1.json'), JSON.stringify(toCaptureFile(captures)))
    const { pins: told } = await pins()
    expect(told).toMatchObject([
      {
        done: false,
        lastCaptureAt: '2026-11-05T12:00:00.000Z',
        nextCaptureAt: '2026-11-05T12:01:00.000Z',
        captures: [{ resolution: '1m' }, { capturedTo: '2026-11-05T12:00:00.000Z' }, { done: true }],
      },
    ])
    expect(told[0]?.candles).toBeGreaterThan(50)
    const { stdout } = await demo('pins')
    expect(stdout).toContain('1 of 3 series failed in the last round: NETWORK_ERROR: no way there')
    expect(stdout).toContain('2026-11-05 12:00')
    expect(stdout).not.toContain('not told')
  })
})

describe('with a daemon', () => {
  test('of the same world, it is the one that captures; another world is refused', async () => {
    const { firstLine } = await home.start(['start', '--demo', '--port', '0', '--no-lock', '--json'])
    const { address } = z.object({ address: z.string() }).parse(JSON.parse(firstLine))
    const { marketId } = someMarket('kalshi')
    const done = await demo('pin', 'kalshi', marketId)
    expect(done.lines.at(-1)).toBe(
      "The daemon stores new candles within two minutes, then every 6 h; 'pmx-local pins' shows the progress.",
    )
    expect((await pins()).capturedBy).toBe(address)
    expect((await demo('pins')).lines[1]).toMatch(/not yet +soon$/)
    const health = z.object({ pins: z.object({ pinned: z.number(), due: z.number() }) })
    const told = health.parse(await (await fetch(`${address}/health?verbose`)).json())
    expect(told.pins.due).toBe(told.pins.pinned)
    const live = await home.runHere(['pin', 'kalshi', marketId])
    expect(live.code).toBe(3)
    expect(live.stderr).toContain('is running in demo mode, not in live mode')
    expect((await home.runHere(['pins'])).stdout).toContain('Nothing is pinned.')
  })

  test('without a cache it is said that nothing is captured', async () => {
    const config = join(home.stateDir, '..', 'no-cache.json')
    writeFileSync(config, '{ "cache": { "enabled": false } }')
    const { marketId } = someMarket('kalshi')
    const done = await demo('pin', 'kalshi', marketId, '--config', config)
    expect(done.lines.at(-1)).toContain('cache.enabled: false')
  })
})

describe('what goes wrong', () => {
  test('an id that nothing has is the error of the API, and pins nothing', async () => {
    const { code, stderr } = await demo('pin', 'polymarket', '12345')
    expect(code).toBe(1)
    expect(stderr).toContain('is a Polymarket market or event id, not an outcome id')
    expect((await pins()).pins).toEqual([])
  })

  test('a venue without candles is refused without a pace, with it one that has them, and one that is no venue', async () => {
    const without = await demo('pin', 'smarkets', 'x')
    expect([without.code, without.stderr]).toEqual([
      2,
      expect.stringContaining("'pmx-local pin --sample 1m smarkets x' makes the daemon sample the mid price"),
    ])
    const real = await demo('pin', '--sample', '1m', 'kalshi', 'x')
    expect([real.code, real.stderr]).toEqual([2, expect.stringContaining('kalshi has candles, and')])
    for (const [pace, why] of [
      ['5s', 'every 10s to 1h'],
      ['7m', 'do not divide an hour'],
      ['often', 'takes an interval'],
    ]) {
      const { code, stderr } = await demo('pin', '--sample', pace ?? '', 'smarkets', 'x')
      expect([pace, code, stderr]).toEqual([pace, 2, expect.stringContaining(why ?? '')])
    }
    expect((await demo('pin', 'kalshii', 'x')).stderr).toContain("did you mean 'kalshi'?")
  })

  test('an id that is not pinned is told with the nearest that is', async () => {
    const { marketId } = someMarket('kalshi')
    await demo('pin', 'kalshi', marketId)
    const { code, stderr } = await demo('unpin', 'kalshi', marketId.slice(0, -1))
    expect(code).toBe(1)
    expect(stderr).toContain(`is not pinned (did you mean '${marketId}'?)`)
    expect((await demo('unpin', 'polymarket', marketId)).stderr).toContain("'pmx-local pins' lists the pins.")
  })

  test('a damaged file is named by each of the commands, and stays as it is', async () => {
    const { marketId } = someMarket('kalshi')
    await demo('pin', 'kalshi', marketId)
    writeFileSync(file(), '{ "version": 1')
    for (const words of [['pins'], ['pin', 'kalshi', marketId], ['unpin', 'kalshi', marketId]]) {
      const { code, stderr } = await demo(...words)
      expect([words, code]).toEqual([words, 1])
      expect(stderr).toContain(`The pins in ${file()} cannot be read: it is not JSON`)
    }
    expect(readFileSync(file(), 'utf8')).toBe('{ "version": 1')
  })
})

test('while the daemon works offline nothing can be pinned, and nothing is promised', async () => {
  const { marketId } = someMarket('kalshi')
  expect((await demo('pin', 'kalshi', marketId)).code).toBe(0)
  await home.start(['start', '--demo', '--offline', '--port', '0', '--no-lock', '--json'])
  const again = await demo('pin', 'kalshi', marketId)
  expect([again.code, again.stdout]).toEqual([1, ''])
  expect(again.stderr).toContain('this daemon is offline')
  expect((await demo('pins')).stderr).toMatch(/The daemon at \S+ is offline, and does not capture pins\.\n/)
  expect((await pins()).capturedBy).toBeNull()
})
