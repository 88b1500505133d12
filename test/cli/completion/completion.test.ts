import { execFileSync, spawnSync } from 'node:child_process'
import { Command, Option } from 'commander'
import { describe, expect, test } from 'vitest'
import { venueIds } from '../../../src/api/envelope/venue-ids.js'
import { renderCompletionScript } from '../../../src/cli/completion/scripts.js'
import { commandWordsOf } from '../../../src/cli/completion/words.js'
import { cli, repository } from '../../support/daemon.js'

const built = execFileSync(process.execPath, [cli, 'completion', 'bash'], { encoding: 'utf8' })

/** What bash would offer for the last of these words, each on a line of its own. */
function offered(script: string, lines: readonly (readonly string[])[]): string[][] {
  const asks = lines.map((words) => {
    const quoted = words.map((word) => `'${word}'`).join(' ')
    return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _pmx_local; echo "\${COMPREPLY[*]}"`
  })
  const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${asks.join('\n')}`], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .slice(0, lines.length)
    .map((line) => line.split(' ').filter((word) => word !== ''))
}

describe('the built script, in a real bash', () => {
  const lines = {
    commands: ['pmx-local', 'ca'],
    venues: ['pmx-local', 'candles', 'kal'],
    methods: ['pmx-local', 'call', 'kalshi', 'fetchOrderB'],
    below: ['pmx-local', 'cache', ''],
    behindFlags: ['pmx-local', 'candles', '--limit', '5', '--json', 'smar'],
    flags: ['pmx-local', 'cache', 'stats', '--j'],
    choices: ['pmx-local', 'start', '--log-level', ''],
    flagVenue: ['pmx-local', 'search', 'x', '--exchange', 'hyp'],
    several: ['pmx-local', 'sync', 'kalshi', 'polymarket_'],
    shells: ['pmx-local', 'completion', ''],
    resolution: ['pmx-local', 'candles', '-r', '1'],
    status: ['pmx-local', 'markets', '--status', ''],
    format: ['pmx-local', 'candles', 'kalshi', '--format', 'n'],
    nothing: ['pmx-local', 'candles', 'kalshi', ''],
  }
  const told = Object.fromEntries(
    offered(built, Object.values(lines)).map((words, at) => [Object.keys(lines)[at] ?? '', words]),
  )

  test.each([
    ['commands', ['call', 'candles', 'cache', 'cassette']],
    ['venues', ['kalshi', 'kalshi-demo']],
    ['methods', ['fetchOrderBook', 'fetchOrderBooks']],
    ['behindFlags', ['smarkets']],
    ['flags', ['--json']],
    ['choices', ['debug', 'info', 'warn', 'error', 'silent']],
    ['flagVenue', ['hyperliquid']],
    ['several', ['polymarket_us']],
    ['shells', ['bash', 'zsh', 'fish']],
    ['resolution', ['1m', '15m', '1h', '12h', '1d', '1w']],
    ['status', ['active', 'closed', 'all']],
    ['format', ['ndjson']],
    ['nothing', []],
  ])('%s', (name, words) => {
    expect(told[name]).toEqual(words)
  })

  test('commands below a command', () => {
    expect(told['below']).toEqual(expect.arrayContaining(['stats', 'verify', 'prune']))
  })
})

test('hidden flags are not told, and a help with quotes breaks no script', () => {
  const program = new Command('pmx-local')
  program
    .command('say <venue>')
    .description("it's \\ here")
    .addOption(new Option('--secret').hideHelp())
    .option('--to <name>', "whom 'it' is said to")
  const words = commandWordsOf(program)
  expect(words[1]?.places).toEqual([venueIds])
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const script = renderCompletionScript(shell, words)
    expect(script).not.toContain('secret')
    expect(script).toContain('to')
  }
  expect(renderCompletionScript('fish', words)).toContain("-d 'it\\'s \\\\ here'")
  expect(
    spawnSync('bash', ['-n', '-c', renderCompletionScript('bash', words)], { cwd: repository }).status,
  ).toBe(0)
})
