import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitMs } from '../../support/limits.js'
import { compileLater } from '../../support/node-flags.js'
import { runHere } from './run-here.js'

const script = fileURLToPath(new URL('../../../bin/pmx-local.js', import.meta.url))
const bundle = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))

/** A command that has not ended by itself after this long hangs. */
const PATIENCE_MS = limitMs(15_000)

export interface Ended {
  /** Null when it had to be killed. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Lines of stdout. */
  readonly lines: readonly string[]
}

/** A home of its own for the built command line, so that no test sees the daemon or the files of another. */
export interface CliHome {
  readonly stateDir: string
  readonly env: Readonly<Record<string, string>>
  /** Runs one command line to its end, in a process of its own. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>
  /** The same in this process, one at a time, for what is about the command rather than its process. */
  runHere(args: readonly string[]): Promise<Ended>
  /** Starts one that runs until it is stopped; `firstLine` is what it prints first. */
  start(args: readonly string[]): Promise<{ readonly child: ChildProcess; readonly firstLine: string }>
  /** Ends what was started and removes the folder. */
  close(): Promise<void>
}

/** Makes such a home; `minuteOfHour` is where the clock of each `runHere` starts. */
export function cliHome({ minuteOfHour }: { readonly minuteOfHour?: number } = {}): CliHome {
  if (!existsSync(bundle)) throw new Error('the command line is not built: npm run build')
  const home = mkdtempSync(join(tmpdir(), 'pmx-cli-'))
  const stateDir = join(home, 'state')
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, PMX_LOCAL_STATE_DIR: stateDir, TZ: 'Asia/Tokyo' }
  const started: ChildProcess[] = []

  return {
    stateDir,
    env,
    run: (args, more = {}) =>
      collect(spawn(process.execPath, [...compileLater, script, ...args], { env: { ...env, ...more } })),
    runHere: (args) => runHere(args, { HOME: home, PMX_LOCAL_STATE_DIR: stateDir, TZ: env.TZ }, minuteOfHour),
    async start(args) {
      const child = spawn(process.execPath, [...compileLater, script, ...args], { env })
      started.push(child)
      return { child, firstLine: await firstLineOf(child) }
    },
    async close() {
      await Promise.all(started.map((child) => endOf(child, 'SIGTERM')))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** What a process prints, and how it ends. */
export function collect(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const printed = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8')
      child[name]?.on('data', (chunk: string) => {
        printed[name] += chunk
      })
    }
    const hang = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(hang)
      const lines = printed.stdout.replace(/\n$/, '').split('\n')
      resolve({ code, ...printed, lines: printed.stdout === '' ? [] : lines })
    })
  })
}

function firstLineOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    let complaint = ''
    child.stdout?.setEncoding('utf8')
    child.stdout?.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint += chunk.toString('utf8')
    })
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${complaint}`)))
  })
}

/** Sends a signal and waits for the exit code; null when the signal ended it. */
export function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
    child.kill(signal)
  })
}
