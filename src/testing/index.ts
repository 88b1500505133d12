import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface StartReplayOptions {
  /** Cassette file or files. If several contain the same call, the last one is used. */
  readonly cassette: string | readonly string[]
  /** How to respond to a call that is made more often than it was recorded. Default: `last`. */
  readonly onRepeat?: 'last' | 'error'
  /** Which clock the replay uses. Default: `recorded`. */
  readonly clock?: 'recorded' | 'live'
  /** Faults to inject: rules such as `kalshi:429:rate=0.1`, or a file with rules. */
  readonly faults?: string
  /** Port to listen on. Default: any free port. */
  readonly port?: number
}

/** The cassette's unused calls, and its sockets that were not opened. */
export interface UnusedCalls {
  readonly count: number
  readonly calls: readonly string[]
}

/** A daemon in a separate process that responds from cassettes. */
export interface Replay {
  /** Base URL, such as `http://localhost:41234`. */
  readonly url: string
  readonly port: number
  /** Start time of the recording, epoch ms, to use for windows instead of `Date.now()`. With `clock: 'live'`, the current time. */
  readonly now: number
  /** Environment variables for programs that should find the replay. */
  readonly env: Readonly<Record<string, string>>
  /** Returns the cassette's calls that have not been made so far. */
  unused(): Promise<UnusedCalls>
  /** Ends the replay and removes its files. Calling it again has no effect. */
  stop(): Promise<void>
}

/**
 * Starts a replay for the duration of a test. It needs no network and allows no network calls, but does not affect your own
 * process's network access. If you do not stop it, it ends with your process.
 * @throws Error with the daemon's message if it cannot start: the cassette is missing or damaged, or the port is in use
 */
export async function startReplay(options: StartReplayOptions): Promise<Replay> {
  const [program, flags] = [programPath(), argumentsOf(options)]
  const stateDir = mkdtempSync(join(tmpdir(), 'pmx-local-replay-'))
  const child = spawn(process.execPath, [program, ...flags, '--state-dir', stateDir], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = untilEnd(child)
  try {
    const { address, port, now } = await firstLine(child, ended)
    detachFromEventLoop(child)
    return {
      url: address,
      port,
      now,
      env: { PMX_LOCAL_URL: address, PMX_LOCAL_STATE_DIR: stateDir, PMX_LOCAL_NOW: String(now) },
      unused: () => askUnused(child),
      async stop() {
        child.ref()
        holdStreams(child, 'ref')
        child.kill('SIGTERM')
        await ended
        rmSync(stateDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    rmSync(stateDir, { recursive: true, force: true })
    throw error
  }
}

/** In the package, the program is next to the bundle. In the source tree, it is one folder up. */
function programPath(): string {
  const places = ['../bin/pmx-local.js', '../../bin/pmx-local.js']
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(`The installation of pmx-local is incomplete: ${paths[0]} is missing.`)
  return found
}

function argumentsOf({ cassette, onRepeat, clock, faults, port = 0 }: StartReplayOptions): string[] {
  const files = typeof cassette === 'string' ? [cassette] : cassette
  if (files.length === 0) throw new TypeError('startReplay needs a cassette.')
  return [
    ...['start', '--json', '--attached', '--no-lock', '--log-level', 'warn'],
    ...['--port', String(port), '--replay', files.join(',')],
    ...(onRepeat === undefined ? [] : ['--on-repeat', onRepeat]),
    ...(clock === undefined ? [] : ['--clock', clock]),
    ...(faults === undefined ? [] : ['--faults', faults]),
  ]
}

interface Ended {
  readonly code: number | null
  readonly said: string
}

/** Its stderr output is retained only for the error. */
function untilEnd(child: ChildProcess): Promise<Ended> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000)
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, said: error.message }))
    child.once('close', (code) => resolve({ code, said: said.trim() }))
  })
}

/** The address at which it listens, once it does. */
function firstLine(child: ChildProcess, ended: Promise<Ended>): Promise<Announcement> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const end = text.indexOf('\n')
      if (end < 0) return
      const line: unknown = JSON.parse(text.slice(0, end))
      if (isAnnouncement(line)) resolve(line)
      else reject(new Error(`pmx-local printed something other than its address: ${text}`))
    })
    void ended.then(({ code, said }) =>
      reject(new Error(said === '' ? `The replay exited immediately (exit code ${code}).` : said)),
    )
  })
}

interface Announcement {
  readonly address: string
  readonly port: number
  /** Epoch ms. */
  readonly now: number
}

function isAnnouncement(line: unknown): line is Announcement {
  if (typeof line !== 'object' || line === null) return false
  if (!('address' in line) || !('port' in line) || !('now' in line)) return false
  return typeof line.address === 'string' && typeof line.port === 'number' && typeof line.now === 'number'
}

/** A test run that does not stop the replay must still end. The child process detects the closed channel and ends too. */
function detachFromEventLoop(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  holdStreams(child, 'unref')
}

function holdStreams({ stdout, stderr }: ChildProcess, how: 'ref' | 'unref'): void {
  // The pipes of a child process are sockets, which their types do not show.
  for (const stream of [stdout, stderr]) if (stream instanceof Socket) stream[how]()
}

function askUnused(child: ChildProcess): Promise<UnusedCalls> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('The replay has ended. Read the unused calls before stop().'))
    if (!child.connected) return gone()
    child.channel?.ref()
    child.once('disconnect', gone)
    child.once('message', (report) => {
      child.off('disconnect', gone)
      child.channel?.unref()
      const unused = unusedOf(report)
      if (unused === undefined) reject(new Error('pmx-local did not report on its replay.'))
      else resolve(unused)
    })
    child.send('report')
  })
}

function unusedOf(report: unknown): UnusedCalls | undefined {
  if (typeof report !== 'object' || report === null || !('unused' in report)) return undefined
  const { unused } = report
  if (typeof unused !== 'object' || unused === null || !('calls' in unused)) return undefined
  if (!Array.isArray(unused.calls)) return undefined
  const calls = unused.calls.filter((call) => typeof call === 'string')
  return { count: calls.length, calls }
}
