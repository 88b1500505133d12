import { secretsFor } from '../core/secrets.js'
import type { Effects } from '../effects/effects.js'
import type { Logger } from '../observe/logger.js'
import { createPinKeeper, type PinKeeper } from '../pins/keeper.js'
import type { Core } from './core.js'
import type { Paths } from './paths.js'
import { createPinReader, readCaptures, writeCaptures } from './pin-files.js'
import type { World } from './world.js'

export interface PinOptions {
  readonly world: World
  readonly paths: Paths
  readonly effects: Effects
  readonly log: Logger
}

/**
 * The keeper of the pins of a state folder, over the daemon's own core and with the credentials it holds. Undefined
 * where nothing is captured: there must be a file to keep it in, a cassette is about the calls of others, and offline
 * there is nobody to ask.
 */
export function openPins(options: PinOptions, core: Core): PinKeeper | undefined {
  const { world, effects, log } = options
  const paths = world.files(options.paths.stateDir)
  if (paths === undefined || world.offline) return undefined
  return createPinKeeper({
    clock: effects.clock,
    log,
    engine: core.candles,
    loadVenue: (id) => core.loadVenue(id),
    // The work is done for whoever owns the daemon.
    secretsOf: (venue) => secretsFor(venue, undefined, true, world.held),
    storeTrouble() {
      const state = core.storeState()
      return state.kind === 'ok' ? undefined : state.reason
    },
    readPins: createPinReader(paths.pins),
    readCaptures: () => readCaptures(paths.captures),
    writeCaptures: (captures) => writeCaptures(paths.captures, captures, effects.ids),
  })
}
