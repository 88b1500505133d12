import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, alignUp, DAY_MS } from '../../api/times/resolution.js'
import { hullOf, type Span } from '../../api/times/span.js'
import { createLru } from '../../policy/lru.js'
import { findKnownSince, type Restated } from '../series/receipts.js'
import { isContradicting } from './candle-comparison.js'
import { type CandleStore, type KnownSeries, type SeriesIdentity, seriesNameOf } from './candle-store.js'
import { markContradicted } from './contradicted-candles.js'
import { createMemoryStore } from './memory-store.js'
import { confirmsFrom, findDecided } from './open-differences.js'
import {
  type DueSpan,
  type DueWindow,
  isMovingEnd,
  limitPerVenue,
  MAX_WINDOWS,
  type OpenDifferences,
  type RecheckComparison,
} from './recheck-rows.js'

/** A store whose final candles are rechecked. */
export interface RecheckingStore {
  /**
   * Returns the due provisional spans, those that have waited longest first.
   * @param most number of spans per venue
   */
  dueProvisional(now: number, most: number): DueSpan[]
  /** Returns windows in which an earlier recheck found a difference. */
  dueConfirmations(now: number): DueWindow[]
  /** Returns the windows that touch a span and in which a response differs from the stored data, due or not. */
  openDifferences(identity: SeriesIdentity, span: Span): OpenDifferences[]
  /**
   * Returns windows of some series that are due.
   * @param after where an earlier slice ended; undefined begins with the first series
   * @param choose selects windows by the name of their series and their first open time
   */
  dueWindows(
    after: number | undefined,
    now: number,
    choose: (name: string, from: number) => boolean,
  ): { readonly windows: DueWindow[]; readonly next: number | undefined }
  /**
   * Returns an outcome that has a series' candles, preferably one with the same prices rather than a complement. Returns
   * undefined if none is known.
   */
  outcomeOf(venue: VenueId, seriesKey: string): KnownSeries | undefined
  /**
   * Stores the result of a recheck. New values replace the stored ones, which are recorded separately.
   * @param onDecided called with the span of candles that are no longer contradicted, with former or new values: what it writes to
   * the same file is written together with them, or not at all
   */
  noteLook(
    window: DueWindow,
    compared: RecheckComparison,
    terms: { requestedAt: number; route: string },
    onDecided?: (span: Span) => void,
  ): void
}

/** Spans with more disagreeing responses than this are fetched only on request, as are old ones. */
export const MAX_CONFIRMING_LOOKS = 8
export const MAX_CONFIRMED_AGE_MS = 30 * DAY_MS

/** Series with contradicted or replaced candles. */
const MAX_SERIES = 2_000
/** Former values of one series; the oldest are dropped first. */
const MAX_RESTATED = 1_000

/**
 * Creates a store in memory whose provisional spans and contradicted candles are requested again. A share of its final windows is
 * not: for that they would have to last for days.
 */
export function createRecheckedMemoryStore(): CandleStore & RecheckingStore {
  const memory = createMemoryStore()
  /** By the name of the series. */
  const open = createLru<readonly OpenDifferences[]>(MAX_SERIES)
  const isDue = ({ requestedAt, looks }: { requestedAt: number; looks: number }, now: number): boolean =>
    looks <= MAX_CONFIRMING_LOOKS && requestedAt > now - MAX_CONFIRMED_AGE_MS

  function setOpen(name: string, windows: readonly OpenDifferences[]): void {
    if (windows.length === 0) open.delete(name)
    else open.set(name, windows)
  }

  /** @param bar null if there is none any more */
  function replace(
    identity: SeriesIdentity,
    openTime: number,
    bar: PriceCandle | null,
    terms: LookTerms,
  ): void {
    const name = seriesNameOf(identity)
    const kept = memory.series().find((one) => seriesNameOf(one.identity) === name)
    if (kept === undefined) return
    const former = kept.bars.find(({ timestamp }) => timestamp === openTime)
    const knownAt = findKnownSince(kept.receipts, openTime, identity.stepMs)
    const others = kept.bars.filter(({ timestamp }) => timestamp !== openTime)
    kept.bars = [...others, ...(bar === null ? [] : [bar])].sort((a, b) => a.timestamp - b.timestamp)
    kept.coverage = kept.coverage.map((entry) => {
      const isEmptied =
        bar !== null && entry.kind === 'proven_empty' && entry.from <= openTime && openTime < entry.to
      return isEmptied ? { ...entry, kind: 'data' } : entry
    })
    const row: Restated = {
      openTime,
      ...(knownAt === undefined ? {} : { knownAt }),
      until: terms.requestedAt,
      ...(former === undefined ? {} : { former }),
      source: terms.route,
    }
    kept.restated = [...kept.restated, row].slice(-MAX_RESTATED).sort((a, b) => a.openTime - b.openTime)
    removeDerived(identity, { from: openTime, to: openTime + identity.stepMs })
  }

  function removeDerived({ venue, seriesKey, basis, stepMs }: SeriesIdentity, { from, to }: Span): void {
    for (const { identity: own } of memory.series()) {
      if (own.derivedFromMs !== stepMs || own.venue !== venue) continue
      if (own.seriesKey !== seriesKey || own.basis !== basis) continue
      memory.remove(own, { from: alignDown(from, own.stepMs), to: alignUp(to, own.stepMs) })
    }
  }

  return markContradicted({
    ...memory,
    remove(identity, span) {
      const name = seriesNameOf(identity)
      setOpen(
        name,
        (open.get(name) ?? []).flatMap((window) => {
          const differing = window.differing.filter(
            ({ openTime }) => openTime < span.from || openTime >= span.to,
          )
          return differing.length === 0 ? [] : [{ ...window, differing }]
        }),
      )
      return memory.remove(identity, span)
    },
    dueProvisional: (now, most) => {
      const due = memory
        .series()
        .filter(({ identity }) => identity.derivedFromMs === undefined)
        .flatMap(({ identity, unproven, ends }) =>
          [...unproven.filter((entry) => !isMovingEnd(entry, identity.stepMs, now)), ...ends].map(
            ({ from, to, ...entry }) => ({
              identity,
              span: { from, to },
              ...entry,
            }),
          ),
        )
        .filter((entry) => entry.lookAgainAt <= now && isDue(entry, now))
        .sort((a, b) => a.lookAgainAt - b.lookAgainAt)
        .map(({ identity, span }) => ({ identity, span }))
      return limitPerVenue(due, most)
    },
    dueConfirmations: (now) => {
      const due = open
        .values()
        .flat()
        .filter((window) => now >= confirmsFrom(window) && isDue({ ...window, looks: window.tries }, now))
        .sort((a, b) => a.requestedAt - b.requestedAt)
      return limitPerVenue(due, MAX_WINDOWS)
    },
    openDifferences: (identity, span) =>
      (open.get(seriesNameOf(identity)) ?? []).filter((window) => touches(window.span, span)),
    dueWindows: () => ({ windows: [], next: undefined }),
    outcomeOf(venue, seriesKey) {
      const own = memory
        .located()
        .flatMap((one) =>
          one.venue === venue && one.known?.series.seriesKey === seriesKey ? [one.known] : [],
        )
      return own.find(({ series }) => !series.mirrored) ?? own[0]
    },
    noteLook({ identity, span, look, tries }, { differing, replacing, removing = [] }, terms, onDecided) {
      const before = (open.get(seriesNameOf(identity)) ?? []).filter(
        (window) => window.span.from === span.from,
      )
      for (const bar of replacing) replace(identity, bar.timestamp, bar, terms)
      for (const openTime of removing) replace(identity, openTime, null, terms)
      // What is derived from contradicted candles is not final.
      if (differing.some(isContradicting)) removeDerived(identity, span)
      const name = seriesNameOf(identity)
      const others = (open.get(name) ?? []).filter((window) => window.span.from !== span.from)
      const { requestedAt } = terms
      const noted = { identity, span, look, tries: tries + 1, differing, requestedAt }
      setOpen(name, differing.length === 0 ? others : [...others, noted])
      const removed = removing.map((from) => ({ from, to: from + identity.stepMs }))
      const decided = hullOf([...findDecided(before, [{ differing }], identity.stepMs), ...removed])
      if (decided !== undefined) onDecided?.(decided)
    },
  })
}

type LookTerms = Parameters<RecheckingStore['noteLook']>[2]

function touches(a: Span, b: Span): boolean {
  return a.from < b.to && a.to > b.from
}
