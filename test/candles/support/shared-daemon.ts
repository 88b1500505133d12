import type { FileStore } from '../../../src/candles/database/fallback-store.js'
import { createRememberedReads } from '../../../src/candles/database/read-cache.js'
import { createCandleEngine, type SampledEngine } from '../../../src/candles/engine.js'
import type { FetchCall } from '../../../src/candles/fetch/fetch-target.js'
import type { CandleTier } from '../../../src/candles/shared/candle-tier.js'
import { createSharedHistory, type SharedHistory } from '../../../src/candles/shared/shared-history.js'
import { createContradictionNotes } from '../../../src/candles/store/contradicted-candles.js'
import { createDeferredCommits } from '../../../src/candles/store/deferred-commits.js'
import { locateOutcome } from '../../../src/core/listings/outcome-resolver.js'
import { createSeededRandom } from '../../../src/effects/random.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { CandleWorld } from '../../support/candle-world.js'
import type { FakeClock } from '../../support/clock.js'
import { atOnce, contextWithoutNetwork, openStore, patientCall } from '../../support/engine.js'

export interface SharedDaemon {
  readonly engine: SampledEngine
  readonly store: FileStore
  readonly shared: SharedHistory
  /** Asks as a caller of the daemon does. @returns the candles, and how often the venue was asked for candles meanwhile */
  ask(
    world: CandleWorld,
    span: { readonly from: number; readonly to: number },
    more?: { readonly resolution?: string; readonly outcome?: string; readonly call?: Partial<FetchCall> },
  ): Promise<{ readonly bars: readonly unknown[]; readonly sent: number }>
  /** An orderly end. */
  close(): Promise<void>
}

/** One daemon of several that share a history. @param offsetMs how far its clock is off */
export function sharedDaemon(
  path: string,
  clock: FakeClock,
  tiers: readonly CandleTier[],
  options: {
    readonly offsetMs?: () => number
    readonly isClockConfirmed?: () => boolean
    readonly isClockDenied?: () => boolean
    readonly isShared?: () => boolean
    readonly warnings?: object[]
    /** Of its random numbers. */
    readonly seed?: number
  } = {},
): SharedDaemon {
  const {
    offsetMs = () => 0,
    isClockConfirmed,
    isClockDenied,
    isShared = () => true,
    warnings = [],
    seed = 1,
  } = options
  const own: FakeClock = { ...clock, now: () => clock.now() + offsetMs() }
  const store = createDeferredCommits(
    createRememberedReads(openStore(path), () => 0),
    own,
  )
  const shared = createSharedHistory(tiers, {
    store,
    records: store,
    clock: own,
    random: createSeededRandom(seed),
    turn: atOnce,
    log: { ...silentLogger, warn: (fields) => warnings.push(fields) },
    isClockConfirmed,
    isClockDenied,
    isShared,
  })
  const engine = createCandleEngine({
    store,
    clock: own,
    turn: atOnce,
    locateOutcome,
    shared,
    isClockConfirmed,
    onLaterResponse: createContradictionNotes(store, shared.restate),
    openContext: (_venue, terms) => contextWithoutNetwork(own, terms),
  })
  return {
    engine,
    store,
    shared,
    async ask(world, { from, to }, { resolution = '1m', outcome = 'yes', call } = {}) {
      const caller = patientCall()
      const before = world.asked.length
      const answer = await engine.candles(
        world.venue,
        outcome,
        { resolution, start: from, end: to - 1 },
        call === undefined ? caller : { ...caller, ...call },
      )
      return { bars: answer.bars, sent: world.asked.length - before }
    },
    async close() {
      await shared.close()
      store.close()
    },
  }
}
