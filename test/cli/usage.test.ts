import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cliHome } from './support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const helpOf = (command: string): RegExp => new RegExp(`^  See 'pmx-local ${command} --help'\\.$`, 'm')

test.each([
  [['status', '--foo'], helpOf('status')],
  [['markets'], helpOf('markets')],
  [['candles', 'kalshi', 'X', '--plot', '--format', 'csv'], helpOf('candles')],
  [['cache', 'prune'], helpOf('cache prune')],
  [['call', 'kalshi', 'fetchOrderBook', '[1,2,3,4,5,6]'], helpOf('call')],
  [['start', '--port', 'abc'], helpOf('start')],
  [['--port', 'abc'], /^ {2}See 'pmx-local --help'/m],
  [['strat'], /^error: .*did you mean 'start'.*'pmx-local --help' lists them\.$/m],
  [['start', '--port', '99999'], /server\.port: .*\nCorrect the flag/],
] as const)('a wrong command line, %j, ends with the next step', async (args, next) => {
  const { code, stdout, stderr } = await home.runHere(args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(next)
})

test.each([
  [['status', '--foo', '--json'], "unknown option '--foo'"],
  [['markets', '--json'], "missing required argument 'venue'"],
  [['candles', '--json', 'kalshi', 'X', '--start', 'soon'], '--start is not a valid time'],
  [['markets', 'kalshi', '--status', 'odd', '--json'], 'Allowed choices are active, closed, all.'],
  [['call', 'kalshi', 'fetchohlcv', '--json'], "did you mean 'fetchOHLCV'?"],
  [['call', 'kalsi', 'has', '--json'], "did you mean 'kalshi'?"],
  [['strat', '--json'], "did you mean 'start'?"],
  [['cache', '--json'], "unknown option '--json'"],
  [['start', '--port', '99999', '--json'], 'server.port'],
])('with --json a wrong command line, %j, is one failed response on stderr', async (args, message) => {
  const { code, stdout, stderr } = await home.runHere(args)
  expect([code, stdout]).toEqual([2, ''])
  expect(JSON.parse(stderr)).toEqual({
    success: false,
    error: {
      message: expect.stringContaining(message),
      code: 'VALIDATION_ERROR',
      retryable: false,
      exchange: null,
      detail: null,
    },
  })
})

test('with --json a failure of the command itself is a failed response without a code', async () => {
  const { code, stderr } = await home.runHere(['cache', 'verify', '--json'])
  expect(code).toBe(1)
  const { success, error } = JSON.parse(stderr)
  expect([success, error.code, typeof error.message]).toEqual([false, undefined, 'string'])
})

test('a file where a folder is needed is told with the way out', async () => {
  const file = join(home.env['HOME'] ?? '', 'a-file')
  writeFileSync(file, '')
  const { code, stderr } = await home.run(['start', '--demo', '--port', '0', '--state-dir', file])
  expect(code).toBe(1)
  expect(stderr).toMatch(/EEXIST: .*\n {2}A file has the same name as the required folder/)
})

test('the help lists every command, and a group says what is in it, behind `--` as well', async () => {
  const { stdout } = await home.run(['--help'])
  const names = [...stdout.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].flatMap(([, name]) => name ?? [])
  expect(names).toEqual(
    'start stop status logs call search match links arbitrage markets settlements candles watch venues doctor selftest orders sync backfill pin unpin pins export import shared sql cache simulate mcp service completion record replay connect cassette help'.split(
      ' ',
    ),
  )
  for (const args of [
    ['cache', '--help'],
    ['help', 'cache'],
    ['--', 'cache'],
  ]) {
    const told = await home.runHere(args)
    expect(told.stdout + told.stderr).toContain('Usage: pmx-local cache')
  }
})

test('a group without a command prints its help once', async () => {
  const { stderr } = await home.runHere(['cache'])
  expect(stderr).toContain('Usage: pmx-local cache')
  expect(stderr).not.toContain('error:')
})
