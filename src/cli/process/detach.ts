import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { parseJson } from '../../api/values/json.js'
import { ensurePrivateDir } from '../../daemon/files/private-files.js'
import { stateFilesIn } from '../../daemon/files/state-paths.js'
import { readInstance } from '../../daemon/lifecycle/state-folder-lock.js'
import type { Settings, StartFlags } from '../options/settings.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { findAnsweringDaemon, findSilentDaemon } from './find-daemon.js'

/** Maximum time until a detached daemon responds, ms. */
const PATIENCE_MS = 20_000
const POLL_MS = 25
const complaint = z.object({ error: z.object({ message: z.string() }) })
/** The start itself waits, so each of its checks is a single probe. */
const ONE_PROBE = { waitMs: 1_000 } as const
/**
 * Half of Node's default space for short-lived objects. This saves 20 MB in a mostly idle process, without slowing down
 * responses.
 */
export const DAEMON_NODE_FLAGS: readonly string[] = ['--max-semi-space-size=8']

/**
 * The daemon's environment. glibc's allocator returns blocks as large as a venue's page or a list column to the system when they
 * are freed. By default, it learns from the first ones to retain such blocks, which takes 30 MB after a list was read.
 */
export const DAEMON_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_MMAP_THRESHOLD_: '524288' }

/**
 * Starts the daemon as a separate process, and waits until a daemon responds: the new daemon, or another one that started
 * faster.
 * @returns whether the new one responds
 */
export async function detach(
  settings: Settings,
  flags: StartFlags,
  daemonArguments: readonly string[],
  output: Output,
): Promise<'started' | 'was_running'> {
  const running = await findAnsweringDaemon(settings, ONE_PROBE)
  if (running !== undefined) return tell(running, true, flags, output)
  // A daemon that is only slow, or has just started to listen, is awaited below.
  const silent = await findSilentDaemon(settings)
  if (silent?.stopped === true) throw new CommandFailed(silent.message, exitCodes.notAsExpected)
  const complaints = join(settings.paths.stateDir, `start-${process.pid}.err`)
  ensurePrivateDir(settings.paths.stateDir)
  // A file, not a pipe: the daemon may write to it long after this process has ended.
  rmSync(complaints, { force: true })
  const errors = openSync(complaints, 'wx', 0o600)
  const child = spawn(
    process.execPath,
    [...DAEMON_NODE_FLAGS, script(), 'start', ...daemonArguments, '--json'],
    {
      detached: true,
      stdio: ['ignore', 'ignore', errors],
      env: { ...DAEMON_ENVIRONMENT, ...process.env },
    },
  )
  let exitCode: number | null = null
  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code) => {
      exitCode = code ?? exitCodes.failed
      resolve()
    })
  })
  try {
    let merged: number | undefined
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
      // The recording of a killed process is merged first. This may take long, while it makes progress.
      const now = readInstance(stateFilesIn(settings.paths.stateDir).instance)?.merged
      if (now !== merged) waitedMs = 0
      merged = now
      const found = await findAnsweringDaemon(settings, ONE_PROBE)
      if (found !== undefined) {
        const isOurs = found.pid === child.pid
        if (isOurs) child.unref()
        // The losing daemon may not have noticed yet, and would start after the first one is stopped.
        else if (exitCode === null && child.kill()) await ended
        return tell(found, !isOurs, flags, output)
      }
      const lostTheRace = exitCode === exitCodes.notAsExpected
      if (exitCode !== null && !lostTheRace) {
        throw new CommandFailed(readMessage(complaints) ?? 'The daemon exited immediately.', exitCode)
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    throw new CommandFailed(
      `The daemon did not respond within ${PATIENCE_MS / 1000} s. ${readMessage(complaints) ?? ''}`.trim(),
    )
  } finally {
    closeSync(errors)
    rmSync(complaints, { force: true })
  }
}

/** Reads the error that the started process printed as JSON, or returns undefined if there is none. */
function readMessage(path: string): string | undefined {
  const text = readFileSync(path, 'utf8').trim()
  // Node itself prints text.
  const parsed = complaint.safeParse(parseJson(text)?.value)
  if (parsed.success) return parsed.data.error.message
  return text === '' ? undefined : text
}

/** Returns the flags as arguments of the foreground start. */
export function startArguments(flags: StartFlags): string[] {
  const valued = {
    '--host': flags.host,
    '--port': flags.port,
    '--state-dir': flags.stateDir,
    '--config': flags.config,
    '--log-level': flags.logLevel,
    '--sdk-version': flags.sdkVersion,
    '--seed': flags.seed,
    '--record': flags.record,
    '--replay': flags.replay,
    '--on-repeat': flags.onRepeat,
    '--clock': flags.clock,
    '--faults': flags.faults,
  }
  const switches = {
    '--demo': flags.demo === true,
    '--record-private': flags.recordPrivate === true,
    '--takeover': flags.takeover === true,
    '--no-lock': flags.lock === false,
    '--no-cache': flags.cache === false,
    '--offline': flags.offline === true,
  }
  return [
    ...Object.entries(valued).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value])),
    ...Object.entries(switches).flatMap(([flag, given]) => (given ? [flag] : [])),
  ]
}

function script(): string {
  return fileURLToPath(new URL('../bin/pmx-local.js', import.meta.url))
}

function tell(
  instance: {
    readonly port: number
    readonly pid: number
    readonly mode: string
    readonly offline?: boolean | undefined
    readonly instanceId: string
  },
  wasRunning: boolean,
  flags: StartFlags,
  output: Output,
): 'started' | 'was_running' {
  const address = `http://localhost:${instance.port}`
  const { port, pid, mode, offline = false, instanceId } = instance
  if (flags.json === true) output.json({ address, port, pid, mode, offline, instanceId, wasRunning })
  else {
    const what = offline ? `${mode}, offline` : mode
    output.line(`${wasRunning ? 'Already running' : 'Started'}: ${address} (pid ${pid}, ${what})`)
  }
  return wasRunning ? 'was_running' : 'started'
}
