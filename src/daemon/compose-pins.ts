import type { VenueId } from '../api/envelope/venue-ids.js'
import type { Effects } from '../effects/effects.js'
import type { Logger } from '../observe/logger.js'
import { createPinCapture, type PinCapture } from '../pins/pin-capture.js'
import { createSampler, type Sampler } from '../pins/sampler.js'
import { secretsFor } from '../venue-kit/contract/account-secrets.js'
import type { Core } from './compose-core.js'
import type { Paths } from './files/state-paths.js'
import type { SourceSet } from './sources/source-set.js'
import { createPinReader, readCaptures, writeCaptures } from './state/pins-file.js'

export interface PinOptions {
  readonly world: SourceSet
  readonly paths: Paths
  readonly effects: Effects
  readonly log: Logger
}

/** Everything that is done for the pins of a state folder. */
export interface PinWork extends PinCapture {
  readonly sampler: Sampler
}

/**
 * The keeper of the pins of a state folder, and the sampler of those of venues without candles, over the daemon's own
 * core and with the credentials it holds. Undefined where nothing is captured: there must be a file to keep it in, a
 * cassette is about the calls of others, and offline there is nobody to ask.
 */
export function openPins(options: PinOptions, core: Core): PinWork | undefined {
  const { world, effects, log } = options
  const paths = world.files(options.paths.stateDir)
  if (paths === undefined || world.offline) return undefined
  const common = {
    clock: effects.clock,
    log,
    loadVenue: (id: VenueId) => core.loadVenue(id),
    // The work is done for whoever owns the daemon.
    secretsOf: (venue: VenueId) => secretsFor(venue, undefined, true, world.held),
    storeTrouble() {
      const state = core.storeState()
      return state.kind === 'ok' ? undefined : state.reason
    },
    readPins: createPinReader(paths.pins),
  }
  const sampler = createSampler({
    ...common,
    samples: core.samples,
    openContext: (venue, terms) => core.openBackground(venue, terms),
    readRecords: () => readCaptures(paths.samples),
    writeRecords: (records) => writeCaptures(paths.samples, records, effects.ids),
  })
  const keeper = createPinCapture({
    ...common,
    engine: core.candles,
    readCaptures: () => readCaptures(paths.captures),
    writeCaptures: (captures) => writeCaptures(paths.captures, captures, effects.ids),
    sampled: () => sampler.records(),
  })
  return {
    ...keeper,
    sampler,
    start() {
      keeper.start()
      sampler.start()
    },
    async stop() {
      await Promise.all([keeper.stop(), sampler.stop()])
    },
  }
}
