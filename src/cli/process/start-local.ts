import { type WorldChoice, worldOf } from '../../daemon/sources/source-set.js'
import { type Daemon, type DaemonOptions, startDaemon } from '../../daemon/start.js'
import { createLogger } from '../../daemon/state/log-file.js'
import { createSystemEffects } from '../../effects/effects.js'
import { createSecretSet } from '../../policy/secrets/secret-set.js'

interface StartHere extends Pick<DaemonOptions, 'config' | 'paths' | 'sdkLock'> {
  readonly choice: WorldChoice
  /** The log's level and targets. */
  readonly log: Pick<Parameters<typeof createLogger>[0], 'level' | 'files' | 'console'>
}

/**
 * Starts a daemon in this process, with its clock, environment and folder.
 * @throws as `startDaemon`
 */
export function startHere({ choice, log, ...options }: StartHere): Promise<Daemon> {
  const effects = createSystemEffects()
  const secrets = createSecretSet()
  return startDaemon({
    ...options,
    log: createLogger({ ...log, clock: effects.clock, secrets }),
    world: worldOf(choice, options.config, { environment: process.env }),
    effects,
    secrets,
    folder: process.cwd(),
  })
}
