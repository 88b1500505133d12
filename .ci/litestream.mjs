// Backs up the candle database of a working daemon with Litestream to an S3 server on the loopback, restores it and counts:
//   node .ci/litestream.mjs
// `litestream` and `versitygw` come from the PATH, or from the folder in PMX_GO_BIN.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'

const KEY = 'backup-test'
const BUCKET = 'candles'
const VENUES = ['kalshi', 'gemini-titan', 'probable']
/** Exit codes of a backfill that has stored candles: 5 where some of them are still provisional. */
const STORED = [0, 5]
const program = fileURLToPath(new URL('../bin/pmx-local.js', import.meta.url))
const env = {
  ...process.env,
  PATH: [process.env.PMX_GO_BIN, process.env.PATH].filter(Boolean).join(delimiter),
  ...{ AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: KEY, AWS_REGION: 'us-east-1' },
}

// The S3 server is on the loopback and has no certificate.
delete env.AWS_CA_BUNDLE

/** Children that are ended at the end, the last one first. */
const children = []
const folder = mkdtempSync(join(tmpdir(), 'pmx-litestream-'))

function start(command, args, options = {}) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)))
  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code)))
  children.push({ child, ended })
  return { child, ended, text: () => output.join('') }
}

async function findFreePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function until(what, isDone, ms = 60_000) {
  const end = Date.now() + ms
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${ms / 1000} s`)
    await sleep(200)
  }
}

/** Returns the number of rows of each table. @throws where the file is damaged */
function contentOf(file) {
  const database = new Database(file, { readonly: true })
  try {
    const [check] = database.pragma('integrity_check', { simple: false })
    if (check.integrity_check !== 'ok') throw new Error(`the restored file is damaged: ${check.integrity_check}`)
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_litestream%'")
      .pluck()
      .all()
    return Object.fromEntries(
      tables.sort().map((table) => [table, database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()]),
    )
  } finally {
    database.close()
  }
}

async function main() {
  for (const name of ['litestream', 'versitygw'])
    if (spawnSync(name, ['--version'], { env }).error !== undefined)
      throw new Error(`${name} is not installed: go install it, and set PMX_GO_BIN to the folder of the programs`)
  const port = await findFreePort()
  const store = join(folder, 'objects')
  mkdirSync(join(store, BUCKET), { recursive: true })
  const gateway = start('versitygw', ['--access', KEY, '--secret', KEY, '--port', `127.0.0.1:${port}`, 'posix', store])
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  await until('the S3 server responds', isUp)

  const state = join(folder, 'state')
  const file = join(state, 'candles.db')
  const settings = join(folder, 'litestream.yml')
  mkdirSync(state)
  writeFileSync(
    settings,
    `dbs:
  - path: ${file}
    replica:
      type: s3
      bucket: ${BUCKET}
      path: candles
      endpoint: http://127.0.0.1:${port}
      region: us-east-1
      force-path-style: true
      sync-interval: 500ms
`,
  )
  const simulator = start(process.execPath, [program, 'simulate', '--json', '--venues', VENUES.join()])
  await until('the simulation starts', () => simulator.text().includes('\n'))
  const venues = Object.entries(JSON.parse(simulator.text().split('\n')[0]))
  const hosts = Object.fromEntries(venues.map(([venue, of]) => [venue, { hosts: of }]))
  writeFileSync(join(state, 'config.json'), JSON.stringify({ venues: hosts }))
  const backfill = async (venue) => {
    const words = ['backfill', venue, '--closed-since', '30d', '-n', '20', '--since', '30d', '--state-dir', state]
    const work = start(process.execPath, [program, ...words])
    const code = await work.ended
    if (!STORED.includes(code)) throw new Error(`the backfill of ${venue} ended with ${code}:\n${work.text()}`)
  }
  await backfill(VENUES[0])

  const replica = start('litestream', ['replicate', '-config', settings])
  for (const venue of VENUES.slice(1)) {
    await backfill(venue)
    if (replica.child.exitCode !== null) throw new Error(`litestream ended:\n${replica.text()}`)
  }
  await sleep(3_000)
  replica.child.kill('SIGTERM')
  await replica.ended
  const restored = join(folder, 'restored.db')
  const { status, stderr } = spawnSync('litestream', ['restore', '-config', settings, '-o', restored, file], { env })
  if (status !== 0) throw new Error(`litestream restore ended with ${status}: ${stderr}`)
  const [before, after] = [contentOf(file), contentOf(restored)]
  if (JSON.stringify(before) !== JSON.stringify(after))
    throw new Error(`the restored file differs: ${JSON.stringify(before)} and ${JSON.stringify(after)}`)
  process.stdout.write(`restored: ${JSON.stringify(after)}\n`)
}

try {
  await main()
} finally {
  for (const { child, ended } of children.reverse()) {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}
