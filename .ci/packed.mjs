// Packs the repository, starts the tarball from an empty folder as a stranger would, and asks it for candles.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const repository = new URL('..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'pmx-packed-'))

try {
  const tarball = join(folder, pack())
  await useDaemon(tarball)
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

function run(command, args, cwd) {
  const { status, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
  return stdout
}

function check(isTrue, what) {
  process.stdout.write(`${isTrue ? 'ok' : 'FAILED'}  ${what}\n`)
  if (!isTrue) throw new Error(what)
}
