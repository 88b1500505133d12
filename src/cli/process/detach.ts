import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePrivateDir } from '../../daemon/files/private-files.js'
import { stateFilesIn } from '../../daemon/files/state-paths.js'
import { isRunning, readInstance } from '../../daemon/lifecycle/instance-lock.js'
import { isStopped } from '../../daemon/lifecycle/process-identity.js'
import { probeHealth } from '../../daemon/lifecycle/sdk-lockfile.js'
import type { Settings, StartFlags } from '../options/settings.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'

/** How long a detached daemon may take until it answers. */
const PATIENCE_MS = 20_000
const POLL_MS = 25
/** Half the usual room for what lives a moment: 20 MB less for a process that mostly waits, at no cost to answers. */
export const DAEMON_NODE_FLAGS: readonly string[] = ['--max-semi-space-size=8']

/**
 * For glibc's allocator: what is as large as a venue's page or a column of a list is given back to the system when it is
 * let go. By itself it would learn from the first ones that such pieces are to be held: 30 MB after a list was read.
 */
export const DAEMON_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_MMAP_THRESHOLD_: '524288' }

/** The daemon that holds the state folder and answers; undefined while there is none. */
export async function findAnsweringDaemon(settings: Settings) {
  const instance = readInstance(stateFilesIn(settings.paths.stateDir).instance)
  if (instance?.port === undefined || !isRunning(instance)) return undefined
  const health = await probeHealth(instance.port)
  return health?.instanceId === instance.instanceId ? { ...instance, port: instance.port } : undefined
}

/** A process that holds the state folder, has told where it listens, and does not answer there. */
export interface SilentDaemon {
  readonly pid: number
  readonly port: number
  /** Stopped by a signal, so that it cannot answer; otherwise nobody knows why. */
  readonly stopped: boolean
  /** What it is and the way out, for people. */
  readonly message: string
}

/** The silent daemon of the state folder; undefined when there is none. To be asked when nobody is {@link findAnsweringDaemon}. */
export function findSilentDaemon(settings: Settings): SilentDaemon | undefined {
  const instance = readInstance(stateFilesIn(settings.paths.stateDir).instance)
  if (instance?.port === undefined || !isRunning(instance)) return undefined
  const { pid, port } = instance
  const stopped = isStopped(pid)
  const what = stopped
    ? `is stopped. It goes on with: kill -CONT ${pid}`
    : `does not answer. If it stays so, end it: kill ${pid}`
  return { pid, port, stopped, message: `The daemon of this state folder (pid ${pid}, port ${port}) ${what}` }
}

/** @throws CommandFailed naming the silent daemon of the state folder and the way out */
export function assertNotSilent(settings: Settings): void {
  const silent = findSilentDaemon(settings)
  if (silent !== undefined) throw new CommandFailed(silent.message, exitCodes.notAsExpected)
}

/**
 * Starts the daemon as a process of its own, and waits until one answers: ours, or one that was faster.
 * @returns whether it is ours
 */
export async function detach(
  settings: Settings,
  flags: StartFlags,
  daemonArguments: readonly string[],
  output: Output,
): Promise<'started' | 'was_running'> {
  const running = await findAnsweringDaemon(settings)
  if (running !== undefined) return tell(running, true, flags, output)
  // One that is only slow to answer, or began to listen just now, is waited for below.
  if (findSilentDaemon(settings)?.stopped === true) assertNotSilent(settings)
  const complaints = join(settings.paths.stateDir, `start-${process.pid}.err`)
  ensurePrivateDir(settings.paths.stateDir)
  // A file, not a pipe: the daemon may write to it long after this process has gone.
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
      // What a killed recorder left is merged first: that may take long, as long as it comes on.
      const now = readInstance(stateFilesIn(settings.paths.stateDir).instance)?.merged
      if (now !== merged) waitedMs = 0
      merged = now
      const found = await findAnsweringDaemon(settings)
      if (found !== undefined) {
        const isOurs = found.pid === child.pid
        if (isOurs) child.unref()
        // One that has not noticed yet that it came second would start once the first is stopped.
        else if (exitCode === null && child.kill()) await ended
        return tell(found, !isOurs, flags, output)
      }
      const lostTheRace = exitCode === exitCodes.notAsExpected
      if (exitCode !== null && !lostTheRace) {
        throw new CommandFailed(
          readFileSync(complaints, 'utf8').trim() || 'The daemon ended at once.',
          exitCode,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    throw new CommandFailed(
      `The daemon did not answer within ${PATIENCE_MS / 1000} s. ${readFileSync(complaints, 'utf8').trim()}`,
    )
  } finally {
    closeSync(errors)
    rmSync(complaints, { force: true })
  }
}

/** The flags of a start as the foreground start takes them. */
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
