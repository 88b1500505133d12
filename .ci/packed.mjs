// Packs the repository, starts the tarball from an empty folder as a stranger would, and asks it for candles.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const repository = new URL('..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'pmx-packed-'))

try {
  const tarball = join(folder, pack())
  await useDaemon(tarball)
  await useWithoutCompiler(tarball)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** @returns the tarball's file name */
function pack() {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], repository))
  const { filename, files, unpackedSize } = packed
  for (const file of ['bin/pmx-local.js', 'dist/main.js', 'README.md', 'LICENSE', 'config.example.json', 'dist/guide/start.md', 'dist/guide/examples/bot.mjs', 'dist/assets/docs-api.html', 'dist/packaging/grafana.json']) {
    check(
      files.some(({ path }) => path === file),
      `the package holds ${file}`,
    )
  }
  check(unpackedSize < 8_000_000, `the package is small (${Math.round(unpackedSize / 1000)} kB)`)
  return filename
}

async function useDaemon(tarball) {
  const empty = mkdtempSync(join(folder, 'empty-'))
  const daemon = spawn(
    'npx',
    [
      ...['--yes', `--package=file:${tarball}`, 'pmx-local', '--demo', '--port', '0', '--json'],
      // Neither our own state on this machine nor the SDKs' lock file is touched.
      ...['--state-dir', join(empty, 'state'), '--no-lock'],
    ],
    {
      cwd: empty,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    },
  )
  try {
    const { address } = JSON.parse(await firstLine(daemon))
    const [market] = await ask(`${address}/api/polymarket/fetchMarkets?limit=1`)
    const outcome = market.outcomes[0].outcomeId
    const candles = await ask(
      `${address}/api/polymarket/fetchOHLCV?outcomeId=${outcome}&resolution=1h&limit=24`,
    )
    check(candles.length > 0, `candles of '${market.title}': ${candles.length}`)
  } finally {
    if (daemon.exitCode === null) process.kill(-daemon.pid, 'SIGTERM')
    if (daemon.exitCode === null) await new Promise((resolve) => daemon.once('close', resolve))
  }
}

/** Installs where neither a prebuilt binary nor a compiler is, and asks for candles. */
async function useWithoutCompiler(tarball) {
  const empty = mkdtempSync(join(folder, 'bare-'))
  const environment = { ...process.env, PATH: bareTools(empty), npm_config_build_from_source: 'true' }
  const install = ['install', '--no-audit', '--no-fund', '--prefix', empty, tarball]
  run(process.execPath, [realpathSync(which('npm')), ...install], empty, environment)
  const installed = join(empty, 'node_modules')
  check(
    !existsSync(join(installed, 'better-sqlite3/build/Release/better_sqlite3.node')),
    'the installation goes on without the binary of better-sqlite3',
  )
  const state = join(empty, 'state')
  const daemon = spawn(
    process.execPath,
    [join(installed, 'pmx-local/bin/pmx-local.js'), '--demo', '--port', '0', '--state-dir', state, '--no-lock'],
    { cwd: empty, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let told = ''
  daemon.stderr.on('data', (chunk) => {
    told += chunk
  })
  try {
    const [address] = /http:\S+/.exec(await firstLine(daemon)) ?? []
    const [market] = await ask(`${address}/api/kalshi/fetchMarkets?limit=1`)
    const outcome = market.outcomes[0].outcomeId
    await ask(`${address}/api/kalshi/fetchOHLCV?outcomeId=${outcome}&resolution=1h&limit=24`)
  } finally {
    if (daemon.exitCode === null) daemon.kill('SIGTERM')
    if (daemon.exitCode === null) await new Promise((resolve) => daemon.once('close', resolve))
  }
  const warnings = told.split('\n').filter((line) => /warn/i.test(line))
  const isStored = existsSync(join(state, 'candles-demo-1.db'))
  if (Number.parseInt(process.versions.node, 10) >= 24) {
    check(isStored && warnings.length === 0, 'candles are stored by the SQLite of Node, without a warning')
  } else {
    check(!isStored, 'candles are kept in memory')
    const [missing = '', wayOut = ''] = warnings
    check(warnings.length === 2 && /SQLite is missing/.test(missing), `two lines say so: ${missing}`)
    check(/Node 24 or later.*npm install better-sqlite3/.test(wayOut), `and what to do: ${wayOut}`)
  }
}

/** A PATH with a shell and Node alone. */
function bareTools(parent) {
  const tools = join(parent, 'tools')
  mkdirSync(tools)
  symlinkSync(process.execPath, join(tools, 'node'))
  for (const name of ['sh', 'env']) symlinkSync(which(name), join(tools, name))
  return tools
}

function which(name) {
  const found = process.env.PATH.split(delimiter).map((place) => join(place, name)).find((path) => existsSync(path))
  if (found === undefined) throw new Error(`there is no ${name} here`)
  return found
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('exit', (code) => reject(new Error(`the packed daemon ended with ${code}`)))
  })
}

async function ask(url) {
  const reply = await fetch(url)
  const { success, data, error } = await reply.json()
  check(success, `${url.replace(/outcomeId=\d+/, 'outcomeId=…')}${success ? '' : `: ${error.message}`}`)
  return data
}

function run(command, args, cwd, env = process.env) {
  const { status, stdout } = spawnSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
  return stdout
}

function check(isTrue, what) {
  process.stdout.write(`${isTrue ? 'ok' : 'FAILED'}  ${what}\n`)
  if (!isTrue) throw new Error(what)
}
