import { afterAll, expect, test } from 'vitest'
import { cliHome } from './support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

/** JavaScript takes it for infinity, which JSON has no word for. */
const endless = '9'.repeat(400)

test.each([
  ["--min-spread takes a number from 0 to 1; got 'abc'", ['arbitrage', '--min-spread', 'abc']],
  ["--min-spread takes a number from 0 to 1; got ''", ['arbitrage', '--min-spread', '']],
  ['--min-spread takes a number from 0 to 1', ['arbitrage', '--min-spread', '1.01']],
  ['--min-spread takes a number from 0 to 1', ['arbitrage', '--min-spread=-0.1']],
  ['--min-spread takes a number from 0 to 1', ['arbitrage', '--min-spread', '0x1']],
  ["--limit takes a whole number; got 'abc'", ['candles', 'kalshi', 'X', '--limit', 'abc']],
  ["--limit takes a whole number; got ''", ['candles', 'kalshi', 'X', '--limit', '']],
  ['--limit takes a whole number', ['candles', 'kalshi', 'X', '--report', '--limit', '1.5']],
  [
    '--limit takes a whole number up to 9007199254740991; got a number with 400 digits',
    ['search', 'x', '--limit', endless],
  ],
  ['--limit takes a whole number up to', ['markets', 'kalshi', '--limit', endless]],
  ['--wait takes a whole number up to', ['doctor', '--demo', '--wait', endless]],
] as const)('a number that is none is refused by its flag: %s', async (said, args) => {
  // Nobody listens there: what is asked for all the same fails otherwise.
  const nowhere = args[0] === 'doctor' ? [] : ['--url', 'localhost:1']
  const { code, stdout, stderr } = await home.runHere([...args, ...nowhere])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(said)
})

test.each(['0', '1', '.05', '0.05', '1.'])('a spread of %s is asked for', async (spread) => {
  const { stderr } = await home.runHere(['arbitrage', '--min-spread', spread, '--url', 'localhost:1'])
  expect(stderr).toContain('No response from http://localhost:1')
})
