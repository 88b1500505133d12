import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startHere } from '../../src/cli/process/start-local.js'
import { loadConfig } from '../../src/config/load.js'
import { stateFilesIn } from '../../src/daemon/files/state-paths.js'
import type { Daemon } from '../../src/daemon/start.js'
import { limitMs } from './limits.js'
import { compileLater } from './node-flags.js'

export const repository = fileURLToPath(new URL('../../', import.meta.url))
export const cli = join(repository, 'bin/pmx-local.js')

/** A HOME of its own, so that no test sees or touches the user's files. */
export interface TestHome {
  readonly path: string
  readonly stateDir: string
  readonly lockFile: string
  readonly environment: NodeJS.ProcessEnv
  remove(): void
}

export function testHome(): TestHome {
  const path = mkdtempSync(join(tmpdir(), 'pmx-local-home-'))
  const {
    PMXT_API_KEY: _key,
    PMXT_BASE_URL: _url,
    PMXT_ACCESS_TOKEN: _token,
    XDG_STATE_HOME: _state,
    ...rest
  } = process.env
  return {
    path,
    stateDir: join(path, '.local/state/pmx-local'),
    lockFile: join(path, '.pmxt/server.lock'),
    environment: { ...rest, HOME: path, NO_COLOR: '1' },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. */
export function run(
  file: string,
  args: readonly string[],
  options: { readonly environment: NodeJS.ProcessEnv; readonly folder?: string },
): Promise<Finished> {
  const words = file === process.execPath ? [...compileLater, ...args] : args
  const child = spawn(file, words, { env: options.environment, cwd: options.folder ?? repository })
  return finished(child)
}

function finished(child: ChildProcess): Promise<Finished> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}

export interface RunningDaemon {
  readonly address: string
  readonly port: number
  readonly pid: number
  /** Resolves when the process has ended. */
  readonly ended: Promise<Finished>
  kill(signal: NodeJS.Signals): void
  stop(): Promise<Finished>
}

/** Starts the built daemon in the foreground on a free port, and waits until it has said where it listens. */
export async function startDaemonProcess(
  home: TestHome,
  args: readonly string[] = ['--demo'],
  folder: string = repository,
): Promise<RunningDaemon> {
  const words = [...compileLater, cli, 'start', '--port', '0', '--json', ...args]
  const child = spawn(process.execPath, words, { env: home.environment, cwd: folder })
  const ended = finished(child)
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(text)
    })
    void ended.then(({ stderr }) => reject(new Error(`the daemon ended at once: ${stderr}`)))
  })
  const { address, port, pid } = JSON.parse(said) as { address: string; port: number; pid: number }
  return {
    address,
    port,
    pid,
    ended,
    kill: (signal) => void child.kill(signal),
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/**
 * Starts the daemon of the demo world in this process, as the command would: for what it does, where how its process
 * begins and ends does not matter. Its clock and its files are real.
 */
export function startDaemonHere(home: TestHome): Promise<Daemon> {
  const config = loadConfig({ flags: { server: { port: 0 } }, environment: {} })
  return startHere({
    config,
    paths: { stateDir: home.stateDir, sdkDir: dirname(home.lockFile) },
    choice: { kind: 'demo' },
    log: { level: config.logLevel, files: [stateFilesIn(home.stateDir).log], console: undefined },
    sdkLock: 'no',
  })
}

/** Waits for a condition without caring how fast the machine is; fails with what it waited for. */
export async function until<Value>(
  what: string,
  check: () => Promise<Value | undefined> | Value | undefined,
  patienceMs = limitMs(15_000),
): Promise<Value> {
  const endsAt = performance.now() + patienceMs
  for (;;) {
    const value = await check()
    if (value !== undefined && value !== false) return value
    if (performance.now() > endsAt) throw new Error(`waited ${patienceMs} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
