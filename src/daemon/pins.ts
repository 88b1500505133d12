import type { Config } from '../config/schema.js'
import { type HeldCredentials, secretsFor } from '../core/secrets.js'
import type { Logger } from '../observe/logger.js'
import { createPinKeeper, type PinKeeper } from '../pins/keeper.js'
import type { CassetteUse } from './cassette.js'
import type { Core, Effects } from './core.js'
import { type Paths, worldFiles } from './paths.js'
import { createPinReader, readCaptures, writeCaptures } from './pin-files.js'

export interface PinOptions {
  readonly config: Config
  readonly mode: 'live' | 'demo' | 'replay'
  readonly paths: Paths
  readonly effects: Effects
  readonly log: Logger
  readonly held: HeldCredentials
  readonly cassette?: CassetteUse | undefined
}

/**
 * The keeper of the pins of a state folder, over the daemon's own core and with the credentials it holds. Undefined
 * where nothing is captured: there must be a file to keep it in, and a cassette is about the calls of others.
 */
export function openPins(options: PinOptions, core: Core): PinKeeper | undefined {
  const { config, mode, effects, log, held, cassette } = options
  if (mode === 'replay' || cassette !== undefined || !config.cache.enabled) return undefined
  const paths = worldFiles(options.paths.stateDir, mode === 'demo' ? config.demo.seed : undefined)
  return createPinKeeper({
    clock: effects.clock,
    log,
    engine: core.candles,
    loadVenue: (id) => core.loadVenue(id),
    // The work is done for whoever owns the daemon.
    secretsOf: (venue) => secretsFor(venue, undefined, true, held),
    storeTrouble() {
      const state = core.storeState()
      return state.kind === 'ok' ? undefined : state.reason
    },
    readPins: createPinReader(paths.pins),
    readCaptures: () => readCaptures(paths.captures),
    writeCaptures: (captures) => writeCaptures(paths.captures, captures, effects.ids),
  })
}
