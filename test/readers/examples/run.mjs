// Runs upstream's own examples of both SDKs against a demo daemon, with their titles replaced by those of the simulation.
//   PMX_UPSTREAM_EXAMPLES=<folder> node test/readers/examples/run.mjs [text in the name of an example] ...
// The folder is `sdks` of a checkout of upstream's repository: neither of its packages has the examples, and none is kept here.
import { spawn, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startDemo } from '../../generators/support/daemon.mjs'
import { environmentOf, environments } from '../python/support/environments.mjs'
import { fittingInterpreters, interpreters } from '../python/support/interpreters.mjs'
import { expected } from './expected.mjs'
import { demoWords } from './world.mjs'

/** An example that waits for what never comes. */
const LONGEST_S = 120
const repository = join(import.meta.dirname, '../../..')
const bin = join(repository, 'bin/pmx-local.js')
const source = process.env.PMX_UPSTREAM_EXAMPLES

if (source === undefined)
  print("not run: PMX_UPSTREAM_EXAMPLES names no folder; it is 'sdks' of upstream's repository")
else await runAll(source, process.argv.slice(2))

async function runAll(folder, only) {
  const names = ['python', 'typescript']
    .flatMap((sdk) =>
      readdirSync(join(folder, sdk, 'examples'), { recursive: true }).map(
        (path) => `${sdk}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((name) => /\.(py|ts)$/.test(name) && only.every((text) => name.includes(text)))
    .sort()
  const scratch = mkdtempSync(join(tmpdir(), 'pmx-examples-'))
  const [python, keys] = [pythonWithSdk(), lentKeys()]
  const daemon = await startDemo(scratch, { isLocked: true })
  try {
    symlinkSync(join(repository, 'node_modules'), join(scratch, 'node_modules'))
    const replaced = await demoWords(
      async (path) => dataOf(await fetch(daemon.address + path)),
      async (path, body) =>
        dataOf(
          await fetch(daemon.address + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-pmxt-access-token': tokenIn(scratch) },
            body: JSON.stringify(body),
          }),
        ),
    )
    const rows = []
    for (const name of names) {
      const [sdk, ...path] = name.split('/')
      const text = await replaced(readFileSync(join(folder, sdk, 'examples', ...path), 'utf8'))
      const program =
        sdk === 'python'
          ? python && pythonProgram(scratch, name, text, python)
          : typescriptProgram(scratch, name, text)
      rows.push({
        name,
        ...(program === undefined
          ? { verdict: 'not run' }
          : judge(name, await ended(program, { home: scratch, keys }, expected[name]))),
      })
      const { verdict, why = '' } = rows.at(-1)
      print(`${verdict.padEnd(9)} ${name}${why === '' ? '' : `: ${why}`}`)
    }
    const count = (verdict) => rows.filter((row) => row.verdict === verdict).length
    print(
      `\nUpstream's examples: ${count('ok')} ok, ${count('outdated')} outdated upstream, ${count('not run')} not run, ${count('FAILED')} failed`,
    )
    process.exitCode = count('FAILED') > 0 ? 1 : 0
  } finally {
    await daemon.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Python with the SDK; undefined where no interpreter fits. */
function pythonWithSdk() {
  const folder = join(import.meta.dirname, '../python')
  const wanted = environments(folder).find(({ clients }) => clients.some(({ name }) => name === 'pmxt'))
  const [interpreter] = fittingInterpreters(interpreters(), wanted.python)
  return interpreter && environmentOf(folder, wanted, interpreter)
}

function pythonProgram(scratch, name, text, python) {
  return { command: python, args: ['-u', fileIn(scratch, name, text)] }
}

/** As a module of its own; `dotenv` has nothing to read here, and one example imports the SDK by its place upstream. */
function typescriptProgram(scratch, name, text) {
  const ts = createRequire(join(repository, 'package.json'))('typescript')
  const plain = text
    .replaceAll(/^import .*dotenv.*$/gm, '')
    .replaceAll(/from '(?:\.\.\/)+[\w/]*client(?:\.js)?'/g, "from 'pmxtjs'")
  const { outputText } = ts.transpileModule(plain, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  return { command: process.execPath, args: [fileIn(scratch, name.replace(/\.ts$/, '.mjs'), outputText)] }
}

function fileIn(scratch, name, text) {
  const folder = join(scratch, 'examples')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name.split('/')[0]}-${basename(name)}`)
  writeFileSync(file, text)
  return file
}

/** Two examples end without a key; the others trade with those that the demo lends. */
function lentKeys() {
  const { stdout } = spawnSync(process.execPath, [bin, 'demo-keys', 'kalshi', '--json'], { encoding: 'utf8' })
  const { apiKey, privateKey } = JSON.parse(stdout).kalshi
  return { KALSHI_API_KEY: apiKey, KALSHI_PRIVATE_KEY: privateKey }
}

/** @returns what it printed, and its exit code; none where it was ended after its time */
function ended({ command, args }, { home, keys }, { seconds } = {}) {
  const unset = Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^(PMXT?_|POLYMARKET_)/.test(name))
      .map((name) => [name, undefined]),
  )
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...unset,
      ...keys,
      HOME: home,
      TERM: 'dumb',
      PYTHONDONTWRITEBYTECODE: '1',
    },
  })
  let [text, errors] = ['', '']
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), (seconds ?? LONGEST_S) * 1000)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ text, errors, code, isOver: code === null })
    })
  })
}

function judge(name, { text, errors, code, isOver }) {
  const { says, outdated, seconds } = expected[name] ?? {}
  const last = errors.trim().split('\n').at(-1) ?? ''
  if (outdated !== undefined)
    return outdated.test(errors)
      ? { verdict: 'outdated', why: last }
      : failed('its error is another one', last)
  if (says === undefined) return failed('nothing is known of what it should print', text)
  if (seconds === undefined && code !== 0)
    return failed(isOver ? 'it does not end' : `it ended with ${code}`, last)
  const error = /^.*\bError\b.*$/m.exec(text)?.[0]
  if (error !== undefined) return failed('it prints an error', error)
  return says.test(text) ? { verdict: 'ok' } : failed('it does not print what it should', text)
}

function failed(why, text) {
  return { verdict: 'FAILED', why: `${why}: ${text.slice(-300).replaceAll('\n', ' ')}` }
}

async function dataOf(reply) {
  const { data, error } = await reply.json()
  if (error !== undefined) throw new Error(`${reply.url}: ${JSON.stringify(error)}`)
  return data
}

function tokenIn(home) {
  return JSON.parse(readFileSync(join(home, '.pmxt', 'server.lock'), 'utf8')).accessToken
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
