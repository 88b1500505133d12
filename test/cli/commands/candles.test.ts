import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { measureWidth } from '../../../src/cli/output/display-width.js'
import { cliHome } from '../support/run-cli.js'

// In the first half of an hour its newest ended candle is still provisional, and tables have one more column.
const home = cliHome({ minuteOfHour: 45 })
afterAll(() => home.close())

const HOUR = 3_600_000

/** An outcome with a long history: the most traded election of the demo world. */
let outcomeId = ''
beforeAll(async () => {
  const words = ['markets', 'polymarket', 'election', '-n', '1', '--sort', 'volume', '--demo', '--json']
  const rows = z
    .array(z.object({ yes: z.object({ outcomeId: z.string() }) }))
    .parse(JSON.parse((await home.runHere(words)).stdout))
  outcomeId = rows[0]?.yes.outcomeId ?? ''
})

const candles = (...flags: string[]) => home.runHere(['candles', 'polymarket', outcomeId, '--demo', ...flags])

test('a table has a row a candle and ends with where they came from', async () => {
  const { code, lines, stdout } = await candles('-r', '1h', '-n', '5')
  expect(code).toBe(0)
  expect(lines[0]).toMatch(/^opens \(UTC\) +open +high +low +close +volume$/)
  expect(lines.slice(1, 6).every((line) => /^\d{4}-\d\d-\d\d \d\d:00( +0\.\d+){4} +–$/.test(line))).toBe(true)
  expect(stdout).toMatch(/5 candles · .*from.* · \d+ venue calls?/)
  expect(stdout).toContain('demo mode: all data is simulated')
  expect(stdout).not.toContain('\x1b')
})

test('CSV and NDJSON are rows of the table of candles, and nothing else on stdout', async () => {
  const { lines } = await candles('-n', '3', '--format', 'csv')
  const names = 'venue,outcome_id,resolution,timestamp,open,high,low,close,volume,available_at'
  expect(lines[0]).toBe(names)
  expect(lines).toHaveLength(4)
  const rows = await candles('-n', '3', '--format', 'ndjson')
  const objects = rows.lines.map((line) => JSON.parse(line) as Record<string, string>)
  for (const [at, one] of objects.entries()) {
    expect(Object.keys(one).join()).toBe(names)
    expect(one).toMatchObject({
      venue: 'polymarket',
      outcome_id: `polymarket:${outcomeId}`,
      resolution: '1h',
    })
    const { timestamp = '', available_at = null } = one
    expect(Date.parse(timestamp) % HOUR).toBe(0)
    // The newest candle is still open.
    if (available_at !== null) expect(Date.parse(available_at)).toBeGreaterThan(Date.parse(timestamp) + HOUR)
    expect(lines[at + 1]).toContain(timestamp)
  }
  expect(objects.at(-1)?.['available_at']).toBeNull()
  const named = await home.runHere(['candles', 'polymarket', `polymarket:${outcomeId}`, '-n', '3', '--demo'])
  expect(named.code).toBe(0)
})

test('JSON is the candles of the wire', async () => {
  const { stdout, stderr } = await candles('-n', '2', '--json')
  expect(JSON.parse(stdout)).toMatchObject([{ open: expect.any(Number) }, { close: expect.any(Number) }])
  expect(stderr).toBe('demo mode: all data is simulated\n')
})

describe('a plot', () => {
  test('is piped without colours in 100 columns and 24 lines', async () => {
    const { code, lines, stdout } = await candles('--plot')
    expect(code).toBe(0)
    expect(stdout).not.toContain('\x1b')
    expect(lines.every((line) => measureWidth(line) <= 100)).toBe(true)
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(lines[0]).toMatch(/^ +\d\.\d\d+ ┤/)
    expect(stdout).toContain('┃ rising  █ falling  ─ unchanged  each 1h')
    expect(stdout).toContain('46 candles')
  })

  test('merges what does not fit', async () => {
    const { stdout } = await candles('--plot', '-n', '500')
    expect(stdout).toMatch(/each \d+[hd] \(merged from 1h to fit\)/)
  })
})

test('a report tells coverage, gaps and how far the two sides are from 1', async () => {
  const { code, stdout } = await candles('-r', '1h', '-n', '20', '--report')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^coverage +\d+\.\d % \(\d+ candles in \d+ intervals\)$/m)
  expect(stdout).toMatch(/^gaps {10}\d+ \(longest: \d+ intervals?\)$/m)
  expect(stdout).toMatch(/^single price {2}\d+\.\d % of the candles$/m)
  expect(stdout).toMatch(/^YES \+ NO +off by 0\.\d{4} on average/m)
})

test('a report counts no intervals of the future', async () => {
  const { stdout } = await candles('-r', '1d', '--start', '2026-11-01', '--end', '2099-01-01', '--report')
  const steps = Number(/in (\d+) intervals/.exec(stdout)?.[1])
  const passed = Math.floor((Date.now() - Date.UTC(2026, 10, 1)) / 86_400_000) + 1
  expect(passed - steps).toBeOneOf([0, 1])
})

test('an empty window is no failure and says why', async () => {
  const { code, stdout } = await candles('--start', '2020-01-01', '--end', '2020-01-02')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^no candles: the market was not listed yet/)
})

test.each([
  ['kalshi', 'event', 'eventId'],
  ['polymarket', 'market', 'marketId'],
  ['polymarket', 'event', 'eventId'],
  ['limitless', 'event', 'eventId'],
])('the id of a %s %s lists its outcomes, and is a failure', async (venue, _kind, key) => {
  const asked = await home.runHere(['markets', venue, 'election', '-n', '1', '--demo', '--json'])
  const [market] = z
    .array(z.looseObject({ outcomes: z.array(z.object({ outcomeId: z.string(), label: z.string() })) }))
    .parse(JSON.parse(asked.stdout))
  const { code, stdout, stderr } = await home.runHere(['candles', venue, String(market?.[key]), '--demo'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^error: .* is not an outcome\. Choose one of its \d+ outcomes:$/m)
  const lines = stderr.split('\n')
  for (const { outcomeId, label } of market?.outcomes ?? []) {
    expect(lines.filter((line) => line.trimEnd().endsWith(`  ${outcomeId}`))).toEqual([
      expect.stringContaining(label),
    ])
  }
  const report = await home.runHere(['candles', venue, String(market?.[key]), '--demo', '--report'])
  expect(report).toMatchObject({ code: 1, stderr })
  // Programs get the same answer.
  const json = await home.runHere(['candles', venue, String(market?.[key]), '--demo', '--json'])
  expect([json.code, json.stdout]).toEqual([1, ''])
  const { error } = JSON.parse(json.stderr)
  expect(error.detail.outcomeIds).toEqual(expect.arrayContaining([market?.outcomes[0]?.outcomeId]))
})

describe('what goes wrong', () => {
  test('two formats at once are a usage error', async () => {
    const { code, stderr } = await candles('--plot', '--format', 'csv')
    expect(code).toBe(2)
    expect(stderr).toContain('--plot, --json and --format cannot be combined')
  })

  test('a resolution that is none has the code of the API', async () => {
    const { code, stdout, stderr } = await candles('-r', '7x', '--plot')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('VALIDATION_ERROR')
    const market = await home.runHere([
      'candles',
      'kalshi',
      'KXCASSMARKELECTION-27MAY12',
      '-r',
      '7x',
      '--demo',
    ])
    expect(market.stderr).toContain('VALIDATION_ERROR')
  })

  test('an outcome that does not exist is not found', async () => {
    const { code, stderr } = await home.runHere(['candles', 'kalshi', 'NOPE', '--demo'])
    expect(code).toBe(1)
    expect(stderr).toContain('NOT_FOUND, Kalshi')
  })
})
