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

/** All background work for the pins of a state folder. */
export interface PinWork extends PinCapture {
  readonly sampler: Sampler
}

/**
 * Opens the capture of pinned series and the sampling of venues without candles. Both use the daemon's own core and
 * credentials. Returns undefined if nothing is captured: without a file, with a cassette (which contains only its
 * callers' requests), or offline.
 */
export function openPins(options: PinOptions, core: Core): PinWork | undefined {
  const { world, effects, log } = options
  const paths = world.files(options.paths.stateDir)
  if (paths === undefined || world.offline) return undefined
  const common = {
    clock: effects.clock,
    log,
    loadVenue: (id: VenueId) => core.loadVenue(id),
    // The work runs for the owner of the daemon.
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
    leases: core.shared?.leases,
    openContext: (venue, terms) => core.openBackground(venue, terms),
    readRecords: () => readCaptures(paths.samples),
    writeRecords: (records) => writeCaptures(paths.samples, records, effects.ids),
  })
  const keeper = createPinCapture({
    ...common,
    engine: core.candles,
    leases: core.shared?.leases,
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
