import type { Config } from '../../config/schema.js'
import { describeOwnInstance } from '../../daemon/lifecycle/state-folder-lock.js'
import { listConfiguredSecrets } from '../../daemon/recording/cassette-session.js'
import { type OpenWorld, type WorldChoice, worldOf } from '../../daemon/sources/source-set.js'
import type { Effects } from '../../effects/effects.js'
import { silentLogger } from '../../observe/logger.js'

/**
 * Opens the data sources for one command, without locking a state folder.
 * @throws ConfigError
 */
export function openWorldHere(
  choice: WorldChoice,
  config: Config,
  effects: Effects,
): Promise<OpenWorld & { close(): Promise<void> }> {
  const world = worldOf(choice, config, { environment: process.env })
  return world.open({
    effects,
    log: silentLogger,
    instance: describeOwnInstance(world.mode, effects),
    withhold: choice.kind === 'record' ? listConfiguredSecrets(config, world.held, world.proxies) : [],
    onMerge: () => {},
  })
}
