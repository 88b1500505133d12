import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measureWidth } from '../../../src/cli/output/display-width.js'
import { cliHome, type Ended } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

describe('a table of markets', () => {
  let table: Ended
  beforeAll(async () => {
    table = await home.runHere(['markets', 'polymarket', 'election', '--limit', '3', '--demo'])
  })

  test('is piped without colours in at most 100 columns', () => {
    expect(table.code).toBe(0)
    expect(table.stdout).not.toContain('\x1b')
    expect(table.lines.every((line) => measureWidth(line) <= 100)).toBe(true)
  })

  test('has the whole ids that the next command needs', () => {
    expect(table.lines[0]).toMatch(/^title +yes +24h volume +ends \(UTC\)$/)
    expect(table.lines.filter((line) => /^ {2}yes {4}\d{60,}$/.test(line))).toHaveLength(3)
    expect(table.lines.filter((line) => /^ {2}market \d+$/.test(line))).toHaveLength(3)
  })

  test('says that there is more, and that nothing of it is real', () => {
    expect(table.stderr).toBe('3 shown; --limit shows more · demo mode: all data is simulated\n')
  })
})

test('--json prints the markets as they are on the wire', async () => {
  const { stdout } = await home.runHere([
    'markets',
    'polymarket',
    '-n',
    '2',
    '--sort',
    'volume',
    '--demo',
    '--json',
  ])
  const rows: unknown = JSON.parse(stdout)
  expect(rows).toHaveLength(2)
  expect(rows).toMatchObject([{ sourceExchange: 'polymarket' }, { sourceExchange: 'polymarket' }])
})

test('nothing that fits is said so, and is no failure', async () => {
  const { code, stdout, stderr } = await home.runHere(['markets', 'kalshi', 'zzz-nothing', '--demo'])
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toContain('No kalshi markets match.')
})

test('a limit that is no number is a usage error', async () => {
  const { code, stderr } = await home.runHere(['markets', 'kalshi', '--limit', 'many', '--demo'])
  expect(code).toBe(2)
  expect(stderr).toContain('--limit takes a whole number')
})
