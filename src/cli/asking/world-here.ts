import type { Config } from '../../config/schema.js'
import { ownInstance } from '../../daemon/instance.js'
import { type AskedWorld, type OpenWorld, worldOf } from '../../daemon/world.js'
import type { Effects } from '../../effects/effects.js'
import { silentLogger } from '../../observe/logger.js'

/**
 * Opens a world for the time of one command, which records nothing and holds no state folder.
 * @throws ConfigError
 */
export function openWorldHere(
  asked: AskedWorld,
  config: Config,
  effects: Effects,
): Promise<OpenWorld & { close(): Promise<void> }> {
  const world = worldOf(asked, config, { environment: process.env })
  return world.open({
    effects,
    log: silentLogger,
    instance: ownInstance(world.mode, effects),
    withhold: [],
    onMerge: () => {},
  })
}
