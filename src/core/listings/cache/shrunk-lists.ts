import { PmxError } from '../../../api/envelope/errors.js'
import { INDEPENDENT_AFTER_MS } from '../../../catalog/file/catalog-reader.js'
import type { MissingSample, ShrunkenList, SyncSize } from '../../../catalog/file/catalog-writer.js'
import { MAX_LOSS } from '../../../catalog/sync/missing-markets.js'
import type { Clock } from '../../../effects/clock.js'

/** A list with fewer rows can lose half of them in normal operation, such as when a day of matches ends. */
const MIN_ROWS = 20
/** Share of rows that a list may lose over any time, where nothing shows that it was cut. */
const MAX_LOSS_IN_TIME = 0.5
const HOUR_MS = 3_600_000
/** Two short lists agree when neither has more than this many times the rows of the other. */
const MAX_RATIO = 2

/** Reason why a list is served although a later read lacked most of it, in one word. */
export const LIST_SHRUNK = 'list_shrunk'

/** A list that was read. */
interface ListRead extends SyncSize {
  /**
   * Number of markets of the earlier list that it lacks, although they should still be open: others may have taken their place.
   * Absent if unknown.
   */
  readonly lost?: number
  /** Whether a market that the earlier list had, and this list lacks, is still open by its own lookup. */
  readonly lacksOpen?: boolean
  /** What it lacks, stored with a doubt for the next read. */
  readonly missing?: MissingSample
  /** Whether the doubted read lacked about the same markets. */
  readonly lacksSame?: boolean
  /** Whether its rows are closed: such a list only grows. */
  readonly isOfClosed?: boolean
}

/** The list that is served. */
interface ServedList {
  readonly size: SyncSize
  /** When the read of the list began, epoch ms. */
  readonly beganAt: number
}

/** The reason why a list does not replace the one that is served. */
interface Verdict {
  readonly error: PmxError
  /** Stored for the next read, by this process or by another. */
  readonly doubt: ShrunkenList
}

/** Remembers lists that came back shorter than before, until a later read agrees. */
interface ShrunkLists {
  /**
   * Judges a list that was just read to its end.
   * @param key identifies the list
   * @param before the list that is served, or undefined if there is none
   * @param kept the doubt about earlier reads that this or another process has stored
   * @returns undefined if the list may replace the one that is served
   */
  judge(key: string, now: ListRead, before: ServedList | undefined, kept?: ShrunkenList): Verdict | undefined
}

/**
 * A single response that contains no rows, far fewer than before, or other ones may be blank, truncated or of another list, so it
 * is provisional. The
 * earlier list is served until a second read, at least ten minutes later, lists about as many rows. If markets that a list lacks
 * are open by their own lookups, that read must also lack about the same markets.
 */
export function createShrunkLists(clock: Pick<Clock, 'now' | 'monotonic'>): ShrunkLists {
  const doubts = new Map<string, { readonly doubt: ShrunkenList; readonly at: number }>()

  /** Returns how long ago the doubt began, also where the local clock was set back since. */
  function ageOf(key: string, { since }: ShrunkenList): number {
    const own = doubts.get(key)
    const ownMs = own?.doubt.since === since ? clock.monotonic() - own.at : Number.NEGATIVE_INFINITY
    return Math.max(ownMs, clock.now() - since)
  }

  return {
    judge(
      key,
      { lost = 0, lacksOpen = false, isOfClosed = false, missing, lacksSame = false, ...now },
      before,
      kept = doubts.get(key)?.doubt,
    ) {
      const ageMs = (kept?.since ?? clock.now()) - (before?.beganAt ?? 0)
      const isQuick = lacksOpen || isOfClosed || ageMs < HOUR_MS
      const shrunk =
        before &&
        (['event', 'market'] as const).find((kind) => isShrunk(now[kind], before.size[kind], isQuick))
      const isOther = before !== undefined && isQuick && hasLost(lost, before.size.market)
      // Where lookups show that markets are missing, only a read that lacked the same ones shows that the venue means it.
      const isSame = kept !== undefined && isAlike(now, kept.size) && (!lacksOpen || lacksSame)
      const agreed = isSame ? kept : undefined
      const isConfirmed = agreed !== undefined && ageOf(key, agreed) >= INDEPENDENT_AFTER_MS
      if (before === undefined || (shrunk === undefined && !isOther) || isConfirmed) {
        doubts.delete(key)
        return undefined
      }
      const doubt = agreed ?? {
        since: clock.now(),
        size: now,
        ...(missing === undefined ? {} : { missing }),
      }
      if (doubts.get(key)?.doubt.since !== doubt.since) doubts.set(key, { doubt, at: clock.monotonic() })
      const told =
        shrunk === undefined
          ? `The venue's list lacks ${lost} of the ${before.size.market} markets listed before.`
          : `The venue listed ${now[shrunk]} ${shrunk}s, down from ${before.size[shrunk]}.`
      return { error: shrunkError(told, now[shrunk ?? 'market'], before.size[shrunk ?? 'market']), doubt }
    },
  }
}

/**
 * @param isQuick whether closed rows cannot explain a loss of more than a tenth, because it came too soon, the rows are open, or
 * the list is one of closed rows
 */
function isShrunk(now: number, before: number, isQuick: boolean): boolean {
  const loss = isQuick ? MAX_LOSS : MAX_LOSS_IN_TIME
  return before > 0 && (now === 0 || (before >= MIN_ROWS && now < before * (1 - loss)))
}

/** Whether a list lacks more than a tenth of the rows listed before, however many it has. */
function hasLost(lost: number, before: number): boolean {
  return before >= MIN_ROWS && lost > before * MAX_LOSS
}

/** A blank list is similar only to another blank list. */
function isAlike(one: SyncSize, other: SyncSize): boolean {
  return (['event', 'market'] as const).every((kind) => {
    const [less = 0, more = 0] = [one[kind], other[kind]].sort((a, b) => a - b)
    return less === more || (less > 0 && more <= less * MAX_RATIO)
  })
}

function shrunkError(told: string, now: number, before: number): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `${told} The earlier list is served until another response confirms the new one.`,
    { detail: { kind: LIST_SHRUNK, rows: now, rowsBefore: before } },
  )
}

/**
 * Judges a list without any row that no earlier list contradicts. It may be a blank response, and is in doubt until a read at
 * least ten minutes later is blank as well.
 * @param since when a read of the list was blank for the first time, epoch ms
 */
export function isEmptyUnconfirmed(since: number, now: number): boolean {
  return now - since < INDEPENDENT_AFTER_MS
}

/** Whether a read failed because the list had shrunk. */
export function isListShrunk(error: unknown): boolean {
  return error instanceof PmxError && error.detail?.['kind'] === LIST_SHRUNK
}
