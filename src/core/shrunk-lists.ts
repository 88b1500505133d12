import { PmxError } from '../api/errors.js'
import { APART_MS } from '../catalog/reader.js'
import type { WalkSize } from '../catalog/sync/messages.js'
import type { Clock } from '../effects/clock.js'

/** A list with fewer rows loses half of them in the course of events, such as when a day of matches ends. */
const MIN_ROWS = 20

/** Remembers lists that came back much shorter than they were, until a later reading agrees. */
interface ShrunkLists {
  /**
   * Judges a list that was just read to its end.
   * @param key names the list
   * @param before its size as it is served; undefined where there is none
   * @param doubtedSince when another process has found it as short, epoch ms
   * @returns why it does not replace the list that is served; undefined where it may
   */
  judge(key: string, now: WalkSize, before: WalkSize | undefined, doubtedSince?: number): PmxError | undefined
}

/**
 * One response that lists nothing, or less than half of what was listed, may be blank or cut. It is provisional: the
 * earlier list is served until a second reading, ten minutes later or more, lists as little.
 */
export function createShrunkLists(clock: Pick<Clock, 'now' | 'monotonic'>): ShrunkLists {
  const firstSeen = new Map<string, number>()
  return {
    judge(key, now, before, doubtedSince = clock.now()) {
      const shrunk =
        before && (['event', 'market'] as const).find((kind) => isShrunk(now[kind], before[kind]))
      if (before === undefined || shrunk === undefined) {
        firstSeen.delete(key)
        return undefined
      }
      const since = firstSeen.get(key) ?? clock.monotonic()
      if (Math.max(clock.monotonic() - since, clock.now() - doubtedSince) >= APART_MS) {
        firstSeen.delete(key)
        return undefined
      }
      firstSeen.set(key, since)
      return shrunkError(shrunk, now[shrunk], before[shrunk])
    },
  }
}

function isShrunk(now: number, before: number): boolean {
  return before > 0 && (now === 0 || (before >= MIN_ROWS && now < before / 2))
}

function shrunkError(kind: keyof WalkSize, now: number, before: number): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue listed ${now} ${kind}s, and ${before} before. The earlier list is served until a later reading agrees.`,
    { detail: { kind: 'list_shrunk', rows: now, rowsBefore: before } },
  )
}

/** Whether a reading failed because the list had shrunk. */
export function isListShrunk(error: unknown): boolean {
  return error instanceof PmxError && error.detail?.['kind'] === 'list_shrunk'
}
