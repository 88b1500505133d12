import { stateFilesIn } from '../../daemon/files/state-paths.js'
import { isStopped } from '../../daemon/lifecycle/process-identity.js'
import { probePort } from '../../daemon/lifecycle/sdk-lockfile.js'
import { isRunning, readInstance } from '../../daemon/lifecycle/state-folder-lock.js'
import { type Clock, systemClock } from '../../effects/clock.js'
import type { Settings } from '../options/settings.js'
import { CommandFailed, exitCodes } from '../output/output.js'

/** Maximum time to wait for a busy daemon, ms. A large export or a check of the database can block its event loop this long. */
export const BUSY_WAIT_MS = 8_000
/** Pause before a port that refused a connection is probed again, ms. */
const PROBE_PAUSE_MS = 100

/** How the daemon of a state folder is looked for. */
export interface DaemonProbe {
  /**
   * Maximum time to wait for a response from a running process. The default is {@link BUSY_WAIT_MS}. A stopped process is not
   * waited for.
   */
  readonly waitMs?: number
  readonly clock?: Pick<Clock, 'monotonic' | 'sleep'>
  readonly probe?: typeof probePort
}

/** Finds the daemon that has locked the state folder and responds, or returns undefined if there is none. */
export async function findAnsweringDaemon(
  settings: Pick<Settings, 'paths'>,
  { waitMs = BUSY_WAIT_MS, clock = systemClock, probe = probePort }: DaemonProbe = {},
) {
  const path = stateFilesIn(settings.paths.stateDir).instance
  const startedAt = clock.monotonic()
  for (;;) {
    const instance = readInstance(path)
    if (instance?.port === undefined || !isRunning(instance)) return undefined
    // A stopped process responds to nothing, so one short probe is enough.
    const leftMs = isStopped(instance.pid) ? 0 : waitMs - (clock.monotonic() - startedAt)
    const health = await probe(instance.port, Math.max(PROBE_PAUSE_MS, leftMs))
    if (health !== 'silent') {
      const isIts = health !== 'refused' && health.instanceId === instance.instanceId
      return isIts ? { ...instance, port: instance.port } : undefined
    }
    if (leftMs === 0 || clock.monotonic() - startedAt + PROBE_PAUSE_MS >= waitMs) return undefined
    await clock.sleep(PROBE_PAUSE_MS)
  }
}

/** A process that holds the state folder, has recorded its port, and does not respond there. */
export interface SilentDaemon {
  readonly pid: number
  readonly port: number
  /** Whether a signal has stopped it, so that it cannot respond. */
  readonly stopped: boolean
  /** Whether it accepts connections but does not respond in time. If it is neither busy nor stopped, it does not listen. */
  readonly busy: boolean
  /** Description and fix, for display. */
  readonly message: string
}

/**
 * Finds the silent daemon of the state folder, or returns undefined if there is none. Call it only after {@link
 * findAnsweringDaemon} found none.
 */
export async function findSilentDaemon(
  settings: Pick<Settings, 'paths'>,
  probe: typeof probePort = probePort,
): Promise<SilentDaemon | undefined> {
  const instance = readInstance(stateFilesIn(settings.paths.stateDir).instance)
  if (instance?.port === undefined || !isRunning(instance)) return undefined
  const { pid, port } = instance
  const state = isStopped(pid)
    ? 'stopped'
    : (await probe(port, PROBE_PAUSE_MS)) === 'silent'
      ? 'busy'
      : 'hung'
  const texts = {
    stopped: `was stopped by a signal. Continue it: kill -CONT ${pid}`,
    busy: `is busy: no response for ${BUSY_WAIT_MS / 1000} s. Wait a moment and retry. 'pmx-local logs' shows its recent activity.`,
    hung: `is running, but is not listening on its port. If you are sure that it is a hung pmx-local process, end it: kill ${pid}`,
  }
  const message = `The daemon for this state folder (pid ${pid}, port ${port}) ${texts[state]}`
  return { pid, port, stopped: state === 'stopped', busy: state === 'busy', message }
}

/** Checks that the state folder has no silent daemon. @throws CommandFailed with the silent daemon and a fix */
export async function assertNotSilent(settings: Pick<Settings, 'paths'>): Promise<void> {
  const silent = await findSilentDaemon(settings)
  if (silent !== undefined) throw new CommandFailed(silent.message, exitCodes.notAsExpected)
}
