import type { Clock } from '../../effects/clock.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { repeatRounds } from '../../policy/rounds.js'

/** The compaction's position. Everything before it is done. */
export interface CompactionPosition {
  /** Id of the series. */
  readonly series: number
  /** Open time within the series, epoch ms. */
  readonly from: number
}

/** Result of one slice of the compaction. */
export interface CompactionSlice {
  /** Number of compacted candles. */
  readonly count: number
  /** Number of series without anything to compact, before or after the slice. */
  readonly passed: number
  /** Start of the next slice. Undefined at the end. */
  readonly next: CompactionPosition | undefined
}

/** A store that compresses old candles. */
export interface CompactableStore {
  /**
   * Compacts one chunk of candles that open before a time, epoch ms, in one transaction. After a crash the next process
   * continues.
   * @param place undefined begins with the first series
   */
  compact(place: CompactionPosition | undefined, before: number): CompactionSlice
  /** Returns the number of series to check. */
  seriesCount(): number
}

/** Progress of a running compaction. */
export interface CompactionProgress {
  /** Number of candles compacted since the compaction began. */
  readonly candles: number
  readonly series: number
  readonly ofSeries: number
}

export interface ChunkCompactor {
  /** Undefined while nothing is compacted. */
  readonly progress: CompactionProgress | undefined
  close(): void
}

export interface ChunkCompactorDeps {
  readonly store: CompactableStore
  readonly clock: Clock
  /** Awaited before each slice; see `policy/event-loop-yield.ts`. */
  readonly turn: EventLoopYield
  /** Candles that opened longer ago than this are compacted, ms. */
  readonly compactAfterMs: number
  /** Called with each error. The next round tries again. */
  onError(error: unknown): void
}

/** Delay before the first round. By then, the daemon has started. */
const FIRST_ROUND_MS = 5_000
/** Interval between rounds. Candles age slowly. */
const ROUND_MS = 600_000
/** Pause between two slices, so that compaction does not use all idle time of the process. */
const PAUSE_MS = 10

/** Compacts old candles slice by slice, and yields to other work between slices. */
export function createChunkCompactor({
  store,
  clock,
  turn,
  compactAfterMs,
  onError,
}: ChunkCompactorDeps): ChunkCompactor {
  const ended = new AbortController()
  let progress: CompactionProgress | undefined

  async function round(): Promise<void> {
    const ofSeries = store.seriesCount()
    let [candles, series] = [0, 0]
    let place: CompactionPosition | undefined
    do {
      await turn()
      if (ended.signal.aborted) return
      const slice = store.compact(place, clock.now() - compactAfterMs)
      candles += slice.count
      series += slice.passed
      if (candles > 0) progress = { candles, series, ofSeries }
      place = slice.next
      if (place !== undefined) await clock.sleep(PAUSE_MS, ended.signal)
    } while (place !== undefined)
  }

  const cancelNext = repeatRounds(
    () =>
      round().finally(() => {
        progress = undefined
      }),
    { clock, firstMs: FIRST_ROUND_MS, everyMs: ROUND_MS, signal: ended.signal, onError },
  )

  return {
    get progress() {
      return progress
    },
    close() {
      cancelNext()
      ended.abort()
    },
  }
}
