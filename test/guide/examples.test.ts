import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { cli, type Finished, repository, run, startDaemonProcess, testHome } from '../support/daemon.js'

/** The examples of the guide, run as a reader runs them. */

const examples = join(repository, 'src/guide/examples')
const home = testHome()
const cassette = join(home.path, 'calls.jsonl')
afterAll(() => home.remove())

function runCommand(command: string): Promise<Finished> {
  const words = command.split(' ').map((word) => (word === 'pmx-local' ? cli : word))
  return run(process.execPath, words, { environment: home.environment, folder: home.path })
}

test('the guide lists them, and no other', () => {
  const listed = readFileSync(join(repository, 'src/guide/bots.md'), 'utf8').match(
    /(?<=^\| `)[\w-]+\.\w+(?=`)/gm,
  )
  expect(listed?.sort()).toEqual(readdirSync(examples).sort())
})

test('the bot trades in the demo, and only reads in the replay that the CI job runs', async () => {
  copyFileSync(join(examples, 'bot.mjs'), join(home.path, 'bot.mjs'))
  const recorded = await runCommand(`pmx-local record --demo ${cassette} -- node bot.mjs`)
  expect(recorded.stdout).toMatch(/^buy 20 at [\d.]+: order \S+ is \w+$/m)
  expect(recorded.code, recorded.stderr).toBe(0)

  const job = readFileSync(join(examples, 'ci.yml'), 'utf8')
  const steps = [...job.matchAll(/^ +- run: (?:npx )?(.*)$/gm)].map(([, command = '']) => command)
  const [install, ...own] = steps
  expect(install).toBe('npm ci')
  expect(own).toHaveLength(2)
  const ended = []
  for (const command of own) ended.push(await runCommand(command))
  expect(ended.map(({ code, stderr }) => code === 0 || stderr)).toEqual([true, true])
  expect(ended[1]?.stdout).toMatch(/no order: the mode is replay/)
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('the cells of the notebook run one after the other', async () => {
  const cell = z.object({ cell_type: z.enum(['markdown', 'code']), source: z.array(z.string()) })
  const notebook = JSON.parse(readFileSync(join(examples, 'candles.ipynb'), 'utf8')) as unknown
  const { cells } = z.object({ nbformat: z.literal(4), cells: z.array(cell) }).parse(notebook)
  const code = cells.filter(({ cell_type: type }) => type === 'code').map(({ source }) => source.join(''))
  const script = join(home.path, 'cells.py')
  writeFileSync(script, code.join('\n\n'))
  const daemon = await startDaemonProcess(home)
  try {
    const { stdout, stderr, code: exit } = await run('python3', [script], { environment: home.environment })
    expect(exit, stderr).toBe(0)
    expect(stdout).toMatch(/^\d+ candles, \d+ calls, prices are (trade|mid|point)$/m)
    expect(stdout).toMatch(/^from [\d.]+ to [\d.]+, [\d.]+ an hour$/m)
  } finally {
    await daemon.stop()
  }
})
