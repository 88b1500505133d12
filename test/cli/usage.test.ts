import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cliHome } from './support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const helpOf = (command: string): RegExp =>
  new RegExp(`^  'pmx-local ${command} --help' tells what it takes.$`, 'm')

test.each([
  [['status', '--foo'], helpOf('status')],
  [['markets'], helpOf('markets')],
  [['candles', 'kalshi', 'X', '--plot', '--json'], helpOf('candles')],
  [['cache', 'prune'], helpOf('cache prune')],
  [['call', 'kalshi', 'fetchOrderBook', '[1,2,3,4,5,6]'], helpOf('call')],
  [['start', '--port', 'abc'], helpOf('start')],
  [['--port', 'abc'], /^ {2}'pmx-local --help'/m],
  [['strat'], /did you mean 'start'.*`pmx-local --help` lists them\.$/m],
  [['start', '--port', '99999'], /server\.port: .*\nChange it where it was given/],
] as const)('a wrong command line, %j, ends with the next step', async (args, next) => {
  const { code, stdout, stderr } = await home.runHere(args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(next)
})

test('a file where a folder is needed is told with the way out', async () => {
  const file = join(home.env['HOME'] ?? '', 'a-file')
  writeFileSync(file, '')
  const { code, stderr } = await home.run(['start', '--demo', '--port', '0', '--state-dir', file])
  expect(code).toBe(1)
  expect(stderr).toMatch(/EEXIST: .*\n {2}A file is where a folder is needed: move it away/)
})

test('the help lists every command, and a group says what is in it, behind `--` as well', async () => {
  const { stdout } = await home.run(['--help'])
  const names = [...stdout.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].flatMap(([, name]) => name ?? [])
  expect(names).toEqual(
    'start stop status logs call search match links arbitrage markets settlements candles watch venues doctor selftest orders sync backfill pin unpin pins export import sql cache simulate mcp service completion record replay connect cassette help'.split(
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
  expect(stderr).not.toContain('tells what it takes')
})
