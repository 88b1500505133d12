import { sdkFilesIn } from '../../daemon/files/state-paths.js'
import { isAlive } from '../../daemon/lifecycle/process-identity.js'
import { readSdkLock } from '../../daemon/lifecycle/sdk-lockfile.js'
import { isLoopback } from '../../transport/proxy.js'
import { type DaemonFlags, readSettings, type Settings } from '../options/settings.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import { sessionAddressOf } from '../process/child-home.js'
import { assertNotSilent, findAnsweringDaemon } from '../process/find-daemon.js'
import type { ApiCaller } from './caller.js'
import { createClient, readAddress } from './http-client.js'

/** Flags of every command that calls the API. */
export interface RequestFlags extends DaemonFlags {
  /** Address of a daemon other than that of the state folder. */
  readonly url?: string
  /** Use a simulation in this process, even when a daemon runs. */
  readonly demo?: boolean
  readonly json?: boolean
  /** Whether stored candles are accepted when a venue is unreachable. In that case `call-method.ts` chooses the caller. */
  readonly stale?: boolean
  readonly verbose?: boolean
}

/**
 * Opens the caller: the daemon at `--url`, otherwise a simulation with `--demo`, otherwise the state folder's daemon,
 * otherwise the core in this process.
 * @param isBrief the process ends with the response
 * @throws CommandFailed (usage) for contradicting flags; CommandFailed when the daemon of the state folder serves a
 * simulation without `--demo`; ConfigError
 */
export async function openCaller(
  flags: RequestFlags,
  environment: NodeJS.ProcessEnv = process.env,
  isBrief = false,
): Promise<ApiCaller> {
  if (flags.url !== undefined && flags.demo === true) {
    throw new CommandFailed(
      '--url and --demo cannot be combined: --url calls a daemon, and --demo runs a simulation in this process.',
      exitCodes.usage,
    )
  }
  const url = flags.url === undefined ? undefined : readAddress(flags.url)
  const settings = readSettings(flags, environment)
  if (url !== undefined)
    return createClient({ url, token: tokenFor(url, settings), stale: flags.stale === true })
  const running = flags.demo === true ? undefined : await findAnsweringDaemon(settings)
  if (running !== undefined) {
    if (!isSessionOf(running.port, environment)) assertMeant(running)
    return createDaemonCaller(running.port, settings)
  }
  if (flags.demo !== true) await assertNotSilent(settings)
  const { orderFileOf, startInProcess } = await import('./in-process.js')
  const kind = flags.demo === true ? 'demo' : 'live'
  return startInProcess(settings.config, { kind }, { orderFile: orderFileOf(settings, kind), isBrief })
}

/** Whether `record` or `replay` started this command, so that its mode was chosen there. */
function isSessionOf(port: number, environment: NodeJS.ProcessEnv): boolean {
  return environment['PMX_LOCAL_URL'] === sessionAddressOf(port)
}

/** Simulated prices must not be mistaken for real ones without `--demo`. */
function assertMeant({ mode, port }: { readonly mode: string; readonly port: number }): void {
  if (mode !== 'demo') return
  throw new CommandFailed(
    'The daemon for this state folder serves the simulation, not the live venues.\n' +
      `  For simulated data add --demo, or --url localhost:${port} to call this daemon. For live data stop it with\n` +
      "  'pmx-local stop', or choose another folder with --state-dir.",
    exitCodes.notAsExpected,
  )
}

/** Creates a caller of the state folder's daemon. */
export function createDaemonCaller(port: number, settings: Settings, stale = false): ApiCaller {
  return createClient({ url: new URL(`http://localhost:${port}`), token: tokenAt(port, settings), stale })
}

/** Returns the token for a URL. Tokens belong to daemons on this machine, so they are sent to loopback addresses only. */
function tokenFor(url: URL, settings: Settings): string | undefined {
  return isLoopback(url.hostname) ? tokenAt(Number(url.port), settings) : undefined
}

/**
 * Returns the token of the daemon on a port: from the SDKs' lock file if it names this port, otherwise the configured
 * token.
 */
export function tokenAt(port: number, { config, paths }: Settings): string | undefined {
  const lock = readSdkLock(sdkFilesIn(paths.sdkDir).lock)
  const isIts = lock?.port === port && isAlive(lock.pid)
  return (isIts ? lock.accessToken : undefined) ?? config.security.token
}
