import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { createSpanTest, cut, intersect, type Span } from '../../api/times/span.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { ChangeReader } from '../database/change-table.js'
import { findKnownSince, findRemoved } from '../series/receipts.js'
import type { CandleStore, KnownSeries, SeriesIdentity } from '../store/candle-store.js'

/** The position from which a reader of changes continues. */
export interface ChangePlace {
  /** The last change that was read completely. */
  readonly number: number
  /** Open time from which the next change is read, epoch ms. Absent at its beginning. */
  readonly from?: number
}

/** Final candles of a series that were stored or replaced. */
export interface ChangedCandles {
  readonly identity: SeriesIdentity
  /**
   * The outcome with these prices. Undefined for a series that was imported without an outcome, or located only at its
   * complement.
   */
  readonly outcomeId: string | undefined
  readonly candles: readonly {
    readonly bar: PriceCandle
    /** Time since which its values are known, epoch ms. Undefined if it was not recorded. */
    readonly knownSince: number | undefined
  }[]
  /** Open times of candles that were removed, because later responses agreed that they do not exist. */
  readonly removed: readonly number[]
}

export interface ChangePage {
  readonly file: string
  readonly changed: readonly ChangedCandles[]
  readonly next: ChangePlace
  /** Whether nothing else has changed. */
  readonly isLast: boolean
}

interface ChangeDeps {
  readonly store: Pick<CandleStore, 'read' | 'provisional' | 'receipts' | 'restated'> &
    ChangeReader & { outcomeOf(venue: VenueId, seriesKey: string): KnownSeries | undefined }
  readonly turn: EventLoopYield
  /** Whether the caller may see a series of this venue and address. */
  isShown(venue: VenueId, address: string): Promise<boolean>
}

/** Number of changes that are examined at a time. */
const CHANGES_AT_ONCE = 500
/** Number of candles that are read at a time. */
const STEPS_AT_ONCE = 5_000

/**
 * Reads the candles that changed after a position, in the order of the changes. Each open time is returned once, with its
 * latest values. A change that a later change covers is left out.
 * @param most number of candles
 * @returns undefined without a file
 */
export async function readChangedCandles(
  { store, turn, isShown }: ChangeDeps,
  after: ChangePlace,
  most: number,
): Promise<ChangePage | undefined> {
  const changed: ChangedCandles[] = []
  let { number, from } = after
  let left = most
  for (;;) {
    const page = store.changes(number, CHANGES_AT_ONCE)
    if (page === undefined) return undefined
    for (const { number: next, identity, address, spans } of page.changes) {
      const parts = (await isShown(identity.venue, address)) ? partsFrom(spans, from) : []
      for (const slice of parts.flatMap((part) => cut(part, STEPS_AT_ONCE * identity.stepMs))) {
        await turn(true)
        const { candles, removed: all } = changesIn(store, identity, slice)
        const [over] = candles.slice(left)
        const removed = all.filter((openTime) => openTime < (over?.bar.timestamp ?? slice.to))
        const shown = { candles: candles.slice(0, left), removed }
        if (shown.candles.length + removed.length > 0)
          changed.push({ identity, outcomeId: outcomeOf(store, identity), ...shown })
        if (over !== undefined)
          return { file: page.file, changed, next: { number, from: over.bar.timestamp }, isLast: false }
        left -= candles.length
      }
      number = next
      from = undefined
    }
    if (page.changes.length < CHANGES_AT_ONCE)
      return { file: page.file, changed, next: { number }, isLast: true }
  }
}

function partsFrom(spans: readonly Span[], from = Number.NEGATIVE_INFINITY): Span[] {
  return spans.flatMap((span) => intersect(span, { from, to: span.to }) ?? [])
}

function changesIn(
  store: ChangeDeps['store'],
  identity: SeriesIdentity,
  span: Span,
): Pick<ChangedCandles, 'candles' | 'removed'> {
  // A contradicted candle is not final. When a response decides about it, that is another change.
  const isContradicted = createSpanTest(
    store.provisional(identity, span).filter((entry) => entry.isContradicted === true),
  )
  const stored = store.read(identity, span)
  const bars = stored.filter(({ timestamp }) => !isContradicted(timestamp))
  const restated = store.restated(identity, span)
  const removed = findRemoved(stored, restated)
  if (bars.length === 0) return { candles: [], removed }
  const receipts = store.receipts(identity, span)
  const replacedAt = new Map(restated.map(({ openTime, until }) => [openTime, until]))
  const candles = bars.map((bar) => ({
    bar,
    knownSince: replacedAt.get(bar.timestamp) ?? findKnownSince(receipts, bar.timestamp, identity.stepMs),
  }))
  return { candles, removed }
}

function outcomeOf({ outcomeOf: find }: ChangeDeps['store'], identity: SeriesIdentity): string | undefined {
  const series = find(identity.venue, identity.seriesKey)?.series
  return series?.mirrored === false ? series.outcomeId : undefined
}
