import type { Clock } from '../../effects/clock.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { repeatRounds } from '../../policy/rounds.js'

/** Where sealing stands: what lies before is done. */
export interface CompactionPosition {
  /** Id of a series. */
  readonly series: number
  /** Open time within it, epoch ms. */
  readonly from: number
}

/** What one slice of sealing did. */
export interface CompactionSlice {
  /** Candles it sealed. */
  readonly count: number
  /** Series that it found, or left, with nothing to seal. */
  readonly passed: number
  /** Where the next slice goes on; undefined at the end. */
  readonly next: CompactionPosition | undefined
}

/** A store that keeps old candles compressed. */
export interface SealingStore {
  /**
   * Seals a chunk of candles that open before a time, epoch ms, in one transaction: wherever the process ends, the next
   * one goes on.
   * @param place undefined begins with the first series
   */
  seal(place: CompactionPosition | undefined, before: number): CompactionSlice
  /** How many series there are to look at. */
  seriesCount(): number
}

/** How far the sealing of old candles is, while it goes on. */
export interface CompactionProgress {
  /** Sealed since it began. */
  readonly candles: number
  readonly series: number
  readonly ofSeries: number
}

export interface ChunkCompactor {
  /** Undefined while nothing is being sealed. */
  readonly progress: CompactionProgress | undefined
  close(): void
}

export interface ChunkCompactorDeps {
  readonly store: SealingStore
  readonly clock: Clock
  /** Waited for before each slice; see `policy/event-loop-yield.ts`. */
  readonly turn: EventLoopYield
  /** Candles that opened longer ago are sealed, ms. */
  readonly sealAfterMs: number
  /** Told what stands in the way; the next round tries again. */
  onError(error: unknown): void
}

/** The start of the daemon is over by then. */
const FIRST_ROUND_MS = 5_000
/** Candles get old slowly. */
const ROUND_MS = 600_000
/** Between two slices, so that sealing takes a part of the process and not all that is left of it. */
const PAUSE_MS = 10

/** Seals what has become old, slice by slice, while others get their turns in between. */
export function createChunkCompactor({
  store,
  clock,
  turn,
  sealAfterMs,
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
      const slice = store.seal(place, clock.now() - sealAfterMs)
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
