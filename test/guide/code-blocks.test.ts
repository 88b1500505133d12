import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWholeProgram } from '../../src/cli/main.js'
import { createOutput } from '../../src/cli/output/output.js'
import { type CodeBlock, codeBlocksOf } from '../support/code-blocks.js'
import {
  cli,
  type Finished,
  type RunningDaemon,
  repository,
  run,
  startDaemonProcess,
  testHome,
} from '../support/daemon.js'

/**
 * Runs the code blocks of the README and the guide as a reader does. The language of a block decides: `sh`, `js`, `python` and
 * `json` are run or read, and commands of `text` must exist with their flags. Blocks of one page share a folder.
 */

const guide = join(repository, 'src/guide')
/** Its Python runs with the packages of each recipe: test/readers/python/support/recipes.py. */
const RECIPES = 'src/guide/tables.md'
const paths = ['README.md', ...readdirSync(guide).map((name) => `src/guide/${name}`)].filter((path) =>
  path.endsWith('.md'),
)
const pages = paths.map((path) => ({
  path,
  blocks: codeBlocksOf(readFileSync(join(repository, path), 'utf8')),
}))
const home = testHome()
let daemon: RunningDaemon
let program: Awaited<ReturnType<typeof createWholeProgram>>

beforeAll(async () => {
  daemon = await startDaemonProcess(home)
  program = await createWholeProgram(createOutput(process.stdout, process.stderr, {}))
})

afterAll(async () => {
  await daemon.stop()
  home.remove()
})

/** Lines that install something, or run until they are stopped. */
const notRun = [
  'npm ci',
  'npm start',
  'npm pack',
  'npm install ../pmx-local/pmx-local-0.1.0.tgz',
  'pip install pmxt websocket-client',
  'pip install pmxt websocket-client pandas',
  'pip install pmxt websocket-client pandas polars duckdb pyarrow',
]

/** A Python that has the packages of the guide; `.ci/heavy` makes one. */
const python = [process.env['PMX_GUIDE_PYTHON'], 'python3'].find(
  (name) =>
    name !== undefined &&
    spawnSync(name, ['-c', 'import pmxt, websocket, pandas, polars, duckdb, pyarrow, pytest']).status === 0,
)

test('every block names its language', () => {
  const known = ['sh', 'js', 'python', 'json', 'yaml', 'text']
  const others = pages.flatMap(({ path, blocks }) =>
    blocks.filter(({ language }) => !known.includes(language)).map(({ line }) => `${path}:${line}`),
  )
  expect(others).toEqual([])
})

describe.each(pages)('$path', ({ path, blocks }) => {
  test('its blocks run', async () => {
    const folder = makeProject()
    try {
      for (const block of blocks) await runBlock(block, folder)
      if (path !== RECIPES) await runPython(blocks, folder)
      for (const line of linesOf(blocks, 'sh').filter((each) => each.endsWith('pytest'))) {
        if (python !== undefined) await runCommand(line, folder)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
      rmSync(scriptOf(folder), { force: true })
    }
  })

  test('its other commands exist', () => {
    const unknown = linesOf(blocks, 'text')
      .filter((line) => /^(?:npx )?pmx-local /.test(line))
      .flatMap(unknownFlags)
    expect(unknown, path).toEqual([])
  })
})

/** Returns the flags of a command line that the command does not have. */
function unknownFlags(line: string): string[] {
  const words =
    line
      .replace(/^(?:npx )?pmx-local /, '')
      .split(' -- ')[0]
      ?.split('   ')[0]
      ?.split(' ') ?? []
  let command = program
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command
  if (command === program) command = program.commands.find((each) => each.name() === 'start') ?? command
  const flags = words.filter((word) => /^--?[a-z]/.test(word))
  return flags
    .filter((flag) => !command.options.some(({ short, long }) => flag === short || flag === long))
    .map((flag) => `${line}: ${flag}`)
}

/** Makes a project with a test that reads markets and candles, as a reader has one. */
function makeProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-guide-'))
  mkdirSync(join(folder, 'tests'))
  writeFileSync(
    scriptOf(folder),
    `import { Kalshi } from 'pmxtjs'
const kalshi = new Kalshi()
const [market] = await kalshi.fetchMarkets({ limit: 1 })
await kalshi.fetchOHLCV(market.yes.outcomeId, { resolution: '1h', limit: 24 })
process.exit()
`,
  )
  const scripts = { test: `node ${scriptOf(folder)}` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', scripts }))
  return folder
}

/** The script of a project. It is below the repository, whose packages it imports. */
function scriptOf(folder: string): string {
  return join(repository, 'test', `${basename(folder)}.mjs`)
}

async function runBlock({ language, text, line }: CodeBlock, folder: string): Promise<void> {
  if (language === 'json') expect(() => JSON.parse(text), `line ${line}`).not.toThrow()
  if (language === 'js') await runScript(text, folder)
  if (language === 'yaml')
    for (const [, command = ''] of text.matchAll(/^- run: (.*)$/gm)) await runCommand(command, folder)
  if (language !== 'sh') return
  for (const command of text.split('\n')) {
    if (command !== '' && !command.endsWith('pytest')) await runCommand(command, folder)
  }
}

async function runCommand(line: string, folder: string): Promise<void> {
  if (notRun.includes(line)) return
  if (line.startsWith('curl ')) return request(line)
  const inner = /^eval "\$\((.*)\)"$/.exec(line)?.[1] ?? line
  const [program, ...words] = [...inner.replace(/^npx /, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )
  expect(program, line).toBe('pmx-local')
  // Recordings of live venues are made of the simulation here.
  if (words[0] === 'record' && !words.includes('--demo')) words.splice(1, 0, '--demo')
  succeed(line, await run(process.execPath, [cli, ...words], { environment: environment(), folder }))
}

async function request(line: string): Promise<void> {
  const [, url = ''] = /^curl '([^']+)'$/.exec(line) ?? []
  const address = url.replace('http://localhost:3847', daemon.address)
  let reply = await fetch(address)
  // The first search over all venues begins to sync their lists.
  while (reply.status === 503 && reply.headers.has('retry-after')) reply = await fetch(address)
  expect(reply.status, line).toBe(200)
  expect((await reply.text()).length).toBeGreaterThan(2)
}

async function runScript(text: string, folder: string): Promise<void> {
  const file = join(repository, 'test', `${basename(folder)}-block.mjs`)
  writeFileSync(file, text)
  try {
    succeed(text, await run(process.execPath, [file], { environment: environment(), folder }))
  } finally {
    rmSync(file)
  }
}

/** Runs the Python blocks of a page as one program, and stores its tests for pytest. */
async function runPython(blocks: readonly CodeBlock[], folder: string): Promise<void> {
  const texts = blocks.filter(({ language }) => language === 'python').map(({ text }) => text)
  if (texts.length === 0 || python === undefined) return
  const tests = texts.filter((text) => text.includes('def test_'))
  writeFileSync(join(folder, 'tests/test_page.py'), tests.join('\n'))
  writeFileSync(join(folder, 'page.py'), texts.filter((text) => !tests.includes(text)).join('\n'))
  succeed('python', await run(python, ['page.py'], { environment: environment(), folder }))
}

function succeed(what: string, { code, stdout, stderr }: Finished): void {
  expect(code, `${what}\n${stderr}`).toBe(0)
  expect(`${stdout}${stderr}`.trim(), what).not.toBe('')
}

/** Python's own programs, such as pytest, come first. */
function environment(): NodeJS.ProcessEnv {
  const { PATH = '' } = home.environment
  const own = python?.includes('/') === true ? `${dirname(python)}${delimiter}${PATH}` : PATH
  return { ...home.environment, PATH: own }
}

function linesOf(blocks: readonly CodeBlock[], language: string): string[] {
  return blocks.filter((block) => block.language === language).flatMap(({ text }) => text.split('\n'))
}
