import { messageOf } from '../api/envelope/errors.js'
import { sdkFilesIn } from '../daemon/files/state-paths.js'
import { isAlive } from '../daemon/lifecycle/process-identity.js'
import { probeHealth, readSdkLock, writeSdkLock } from '../daemon/lifecycle/sdk-lockfile.js'
import { lockVersion } from '../daemon/lifecycle/sdk-version.js'
import { createSystemEffects } from '../effects/effects.js'
import { readSettings, type Settings } from './options/settings.js'
import { CommandFailed, createOutput, exitCodes } from './output/output.js'
import { detach } from './process/detach.js'
import { findAnsweringDaemon } from './process/find-daemon.js'

/**
 * Runs `pmxt-ensure-server`, the program that SDKs start when they find no server. It returns immediately if the server
 * of their lock file responds. Otherwise it starts the daemon in the background, or writes the lock file for a running
 * daemon without one.
 */
export async function ensureServer(argv: readonly string[]): Promise<void> {
  const output = createOutput(process.stdout, process.stderr, { ...process.env, NO_COLOR: '1' })
  try {
    const settings = readSettings({})
    const lock = readSdkLock(sdkFilesIn(settings.paths.sdkDir).lock)
    const answers =
      lock !== undefined && isAlive(lock.pid) && (await probeHealth(lock.port, 2_000)) !== undefined
    if (answers) return
    refuseInSession(process.env['PMX_LOCAL_URL'])
    const outcome = await detach(settings, {}, argv, output)
    if (outcome === 'was_running') await leadToRunning(settings)
  } catch (error) {
    output.note(messageOf(error))
    process.exitCode = exitCodes.failed
  }
}

/**
 * Refuses to start a daemon in a `record`, `replay` or `connect` session. After the session's daemon has ended, another daemon
 * would return live data and send real orders.
 * @throws CommandFailed
 */
function refuseInSession(address: string | undefined): void {
  if (address === undefined || address === '') return
  throw new CommandFailed(
    `The daemon of this session does not respond: ${address}. No live daemon is started in its place. Run the command again with ` +
      'pmx-local record, replay or connect, or unset PMX_LOCAL_URL.',
  )
}

/**
 * Writes the lock file for a running daemon without one, because it was removed, or another server held it when the daemon
 * started. Only the daemon knows a generated token, so clients call without a token unless one is configured.
 * @throws CommandFailed if clients would be rejected, or would get simulated prices
 */
async function leadToRunning(settings: Settings): Promise<void> {
  const { config, paths } = settings
  const running = await findAnsweringDaemon(settings, { waitMs: 1_000 })
  const { lock } = sdkFilesIn(paths.sdkDir)
  // A daemon that has just started writes its own.
  if (running === undefined || readSdkLock(lock)?.pid === running.pid) return
  const { token, requireToken, apiKeys } = config.security
  const isOpen = !requireToken && apiKeys.length === 0
  if (running.mode !== 'live' || (token === undefined && !isOpen)) {
    throw new CommandFailed(
      `The running daemon (pid ${running.pid}, ${running.mode}) is not the one in ${lock}.\n` +
        "  Stop it with 'pmx-local stop'. The next client then starts the correct daemon.",
    )
  }
  const effects = createSystemEffects()
  const entry = {
    pid: running.pid,
    port: running.port,
    ...(token === undefined ? {} : { accessToken: token }),
    version: lockVersion(config.sdkVersion, process.cwd()),
    timestamp: effects.clock.now(),
  }
  await writeSdkLock(paths.sdkDir, lock, entry, { takeover: false, ids: effects.ids })
}
