import { messageOf } from '../api/envelope/errors.js'
import { sdkFilesIn } from '../daemon/files/state-paths.js'
import { isAlive } from '../daemon/lifecycle/process-identity.js'
import { probeHealth, readSdkLock, writeSdkLock } from '../daemon/lifecycle/sdk-lockfile.js'
import { lockVersion } from '../daemon/lifecycle/sdk-version.js'
import { createSystemEffects } from '../effects/effects.js'
import { readSettings, type Settings } from './options/settings.js'
import { CommandFailed, createOutput, exitCodes } from './output/output.js'
import { detach, findAnsweringDaemon } from './process/detach.js'

/**
 * `pmxt-ensure-server`: what the SDKs run when they find no server. Done at once when the server of their lock file
 * lives and answers, whoever it is; otherwise our daemon is started in the background, or the lock file leads to the one
 * that runs without it.
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
 * `record`, `replay` and `connect` announce the daemon of their command. Once it has ended, another one would return live
 * data and send real orders.
 * @throws CommandFailed
 */
function refuseInSession(address: string | undefined): void {
  if (address === undefined || address === '') return
  throw new CommandFailed(
    `The daemon of this session does not answer: ${address}. No live daemon is started in its place: run the command again with ` +
      'pmx-local record, replay or connect, or unset PMX_LOCAL_URL.',
  )
}

/**
 * Writes the lock file for a daemon that has none: its own was removed, or another server held it when it started.
 * Only the daemon itself knows a token that it made, so without a configured one clients come as anybody.
 * @throws CommandFailed where clients would be refused, or get made up prices that nobody asked for
 */
async function leadToRunning(settings: Settings): Promise<void> {
  const { config, paths } = settings
  const running = await findAnsweringDaemon(settings)
  const { lock } = sdkFilesIn(paths.sdkDir)
  // One that began just now writes its own.
  if (running === undefined || readSdkLock(lock)?.pid === running.pid) return
  const { token, requireToken, apiKeys } = config.security
  const isOpen = !requireToken && apiKeys.length === 0
  if (running.mode !== 'live' || (token === undefined && !isOpen)) {
    throw new CommandFailed(
      `The daemon that runs (pid ${running.pid}, ${running.mode}) is not the one of ${lock}.\n` +
        "  Stop it with 'pmx-local stop': the next client starts one that is.",
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
