import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { cliHome, collect } from './support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const cli = `'${process.execPath}' '${fileURLToPath(new URL('../../bin/pmx-local.js', import.meta.url))}'`
/** Gives a command a terminal; util-linux has it. */
const scriptTool = '/usr/bin/script'

function inShell(command: string, env: Readonly<Record<string, string>> = {}) {
  return collect(spawn('sh', ['-c', command], { env: { ...home.env, ...env } }))
}

function onTerminal(command: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(scriptTool, ['-qec', `stty cols 120 rows 30; ${cli} ${command}`, '/dev/null'], {
    env: { ...home.env, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return collect(child)
}

describe.runIf(process.platform === 'linux' && existsSync(scriptTool))('on a terminal', () => {
  test('results are coloured and JSON is indented', async () => {
    const table = await onTerminal('venues')
    expect(table.code).toBe(0)
    expect(table.lines.find((line) => line.includes('candles'))).toContain('\x1b[1m')
    const data = await onTerminal('call kalshi has')
    expect(data.stdout).toContain('{\r\n  "fetchMarkets": true,')
  })

  test('NO_COLOR is honoured', async () => {
    const { stdout } = await onTerminal('venues', { NO_COLOR: '1' })
    expect(stdout).toContain('kalshi')
    expect(stdout).not.toContain('\x1b[1m')
  })

  test('a plot takes the width of the terminal', async () => {
    const { stdout } = await onTerminal('markets polymarket election -n 1 --demo --json')
    const outcomeId = /"outcomeId": "(\d{60,})"/.exec(stdout)?.[1] ?? ''
    const plot = await onTerminal(`candles polymarket ${outcomeId} --demo --plot`, { NO_COLOR: '1' })
    expect(plot.stdout).toContain('56 candles')
  })
})

test.runIf(process.platform !== 'win32')('a reader that leaves early is no failure', async () => {
  const { stdout, stderr } = await inShell(`${cli} call kalshi fetchMarkets --demo --json | head -c 10; true`)
  expect(stdout).toHaveLength(10)
  expect(stderr).toBe('demo mode: all data is simulated\n')
})
