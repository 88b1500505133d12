import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../../bin/pmx-local.js', import.meta.url))

const started = new Set()
// The runner ends a test file that takes too long by this signal, and `after` is not called then.
process.once('SIGTERM', () => {
  for (const child of started) child.kill('SIGTERM')
  process.exit(143)
})

/** Runs the command until a line of its output satisfies `read`; ends with the test file. */
function run(args, read, environment = {}) {
  const child = spawn(process.execPath, [bin, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  started.add(child)
  after(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      const found = read(text)
      if (found !== undefined) resolve(found)
    })
    child.on('exit', (code) => reject(new Error(`${args[0]} ended with ${code}: ${text}`)))
  })
}

/** The demo venues and feeds: base URLs by name and host. */
export function simulate(flags = ['--no-limits']) {
  return run(['simulate', ...flags, '--json'], (text) => (text.includes('\n') ? JSON.parse(text) : undefined))
}

/** Credentials of the demo's accounts, by venue. */
export function demoKeys() {
  return run(['demo-keys', '--json'], (text) => (text.endsWith('}\n') ? JSON.parse(text) : undefined))
}

/** A daemon that takes the demo venues and feeds for the real ones; its base URL. */
export async function daemonOver(venues) {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-readers-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const config = join(folder, 'config.json')
  const settings = (isWanted) =>
    Object.fromEntries(
      Object.entries(venues)
        .filter(([name]) => isWanted(name))
        .map(([name, hosts]) => [name, { hosts, limits: 'none' }]),
    )
  const isFeed = (name) => name === 'binance' || name === 'chainlink'
  writeFileSync(
    config,
    JSON.stringify({ venues: settings((name) => !isFeed(name)), feeds: settings(isFeed) }),
  )
  const state = join(folder, 'state')
  return run(
    ['start', '--port', '0', '--no-lock', '--config', config, '--state-dir', state],
    (text) => /at (http:\/\/\S+)/.exec(text)?.[1],
    { HOME: folder },
  )
}

/** Calls a method of the daemon with credentials; its data. */
export async function call(daemon, venue, method, args, credentials) {
  const response = await fetch(`${daemon}/api/${venue}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args, credentials }),
  })
  const body = await response.json()
  if (!body.success) throw new Error(`${venue}.${method}: ${JSON.stringify(body.error)}`)
  return body.data
}

/** Asks the daemon about an outcome; its data. With credentials as a POST, which alone carries them. */
export async function ask(daemon, venue, method, { outcomeId, ...options }, credentials) {
  const url = `${daemon}/api/${venue}/${method}`
  const response = await (credentials === undefined
    ? fetch(`${url}?${new URLSearchParams({ outcomeId, ...options })}`)
    : fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          args: Object.keys(options).length === 0 ? [outcomeId] : [outcomeId, options],
          credentials,
        }),
      }))
  const body = await response.json()
  if (!body.success) throw new Error(`${venue}.${method}: ${JSON.stringify(body.error)}`)
  return body.data
}

/**
 * Watches a book by the daemon until another reader of the venue's socket has been told the same within a second.
 * @param spell how the daemon's book is written by the other
 * @param others what the other has been told so far
 */
export async function seenByBoth(watch, spell, others) {
  const until = Date.now() + 120_000
  while (Date.now() < until) {
    const ours = await watch()
    if (ours.sourceMetadata?.timestampSource !== 'venue') continue
    const [spelled, { timestamp }] = [JSON.stringify(spell(ours)), ours]
    const near = others().filter(({ at }) => Math.abs(at - timestamp) < 1_000)
    if (near.some(({ book }) => JSON.stringify(book) === spelled)) return
  }
  throw new Error('no book was seen by both')
}
