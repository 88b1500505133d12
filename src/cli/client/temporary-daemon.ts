import { stateFilesIn } from '../../daemon/files/state-paths.js'
import { AlreadyRunning } from '../../daemon/start.js'
import { createSystemIds } from '../../effects/ids.js'
import { readSettings, type Settings } from '../options/settings.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { findAnsweringDaemon } from '../process/find-daemon.js'
import { startHere } from '../process/start-local.js'
import type { ApiCaller } from './caller.js'
import { createClient } from './http-client.js'
import { createDaemonCaller, openCaller, type RequestFlags } from './open-caller.js'

/**
 * Opens a caller that has stored responses. It is the daemon at `--url`, otherwise the daemon of the state folder, otherwise one
 * in this process until the caller is closed.
 * @throws CommandFailed when the daemon of the state folder serves another mode or is still starting
 */
export async function openKeepingCaller(flags: RequestFlags, output: Output): Promise<ApiCaller> {
  if (flags.url !== undefined) return openCaller(flags)
  const settings = readSettings(flags)
  const mode = flags.demo === true ? 'demo' : 'live'
  const running = await findAnsweringDaemon(settings)
  const stale = flags.stale === true
  if (running === undefined) return startOwn(settings, mode, stale, output)
  // A daemon of another mode would fill the wrong database.
  if (running.mode !== mode) {
    throw new CommandFailed(
      `The daemon for this state folder is running in ${running.mode} mode, not in ${mode} mode.\n` +
        "  Stop it with 'pmx-local stop', or choose another folder with --state-dir.",
      exitCodes.notAsExpected,
    )
  }
  return createDaemonCaller(running.port, settings, stale)
}

async function startOwn(
  { config, paths }: Settings,
  mode: 'live' | 'demo',
  stale: boolean,
  output: Output,
): Promise<ApiCaller> {
  const token = config.security.token ?? createSystemIds().secret()
  const daemon = await startHere({
    config: {
      ...config,
      // Port 0: no other client may find this daemon, and it must not block one on the usual port.
      server: { ...config.server, port: 0 },
      security: { ...config.security, token },
    },
    paths,
    choice: { kind: mode },
    log: { level: 'warn', files: [stateFilesIn(paths.stateDir).log], console: output.note },
    sdkLock: 'no',
  }).catch((error: unknown) => {
    throw error instanceof AlreadyRunning ? new CommandFailed(error.message, exitCodes.notAsExpected) : error
  })
  const client = createClient({ url: new URL(daemon.address), token, stale })
  return {
    ...client,
    where: `a temporary daemon for this command, at ${daemon.address}`,
    close: () => daemon.stop(),
  }
}
