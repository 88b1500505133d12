import type { PriceCandle } from '../../api/models/models.js'
import { findInsertIndex, hullOf, intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { Provisional } from '../series/empty-range-confirmation.js'
import {
  createLackCount,
  type Differing,
  isContradicting,
  isPartOf,
  isSameCandle,
} from './candle-comparison.js'
import {
  type CandleStore,
  type Coverage,
  IMPORT_ROUTE,
  isFetched,
  isOfRoute,
  type SeriesIdentity,
} from './candle-store.js'
import { addToOpen, type Contradicted, confirmsFrom, findContradicted } from './open-differences.js'
import { type DueWindow, noCounts, type OpenDifferences, type RecheckComparison } from './recheck-rows.js'

/** A store that remembers which of its candles a later response contradicts. */
interface ContradictedStore extends CandleStore {
  openDifferences(identity: SeriesIdentity, span: Span): readonly OpenDifferences[]
  noteLook(
    window: DueWindow,
    compared: RecheckComparison,
    terms: { requestedAt: number; route: string },
    onDecided?: (span: Span) => void,
  ): void
}

/**
 * Marks contradicted candles of a store as provisional: its coverage leaves them out, although they stay stored until another
 * response decides.
 */
export function markContradicted<Store extends ContradictedStore>(store: Store): Store {
  const contradictedIn = (identity: SeriesIdentity, span: Span): Contradicted[] => {
    const open = store.openDifferences(identity, span)
    return open.length === 0 ? [] : findContradicted(open, identity.stepMs)
  }
  return {
    ...store,
    coverage(identity, span) {
      const entries = store.coverage(identity, span)
      const open = entries.length === 0 ? [] : contradictedIn(identity, hullOf(entries) ?? span)
      if (open.length === 0) return entries
      return partsOf(entries, open).filter(({ from, to }) => from < span.to && to > span.from)
    },
    provisional(identity, span) {
      const entries = store.provisional(identity, span)
      const open = contradictedIn(identity, span)
      if (open.length === 0) return entries
      const covered = store.coverage(identity, span)
      const shown = open.flatMap((part) =>
        covered.flatMap(({ route, ...entry }): Provisional[] => {
          const inside = intersect(part, entry)
          const isTouching = inside !== undefined && intersect(inside, span) !== undefined
          return isTouching ? [{ ...part, ...inside, route, isContradicted: true }] : []
        }),
      )
      return [...partsOf(entries, shown), ...shown].sort((a, b) => a.from - b.from)
    },
  }
}

function partsOf<Part extends Span>(entries: readonly Part[], holes: readonly Span[]): Part[] {
  return entries.flatMap((entry) => subtract(entry, holes).map((part) => ({ ...entry, ...part })))
}

/** A response about open times, as far as it is unambiguous by itself. */
interface LaterResponse {
  readonly span: Span
  /** Ascending. */
  readonly bars: readonly PriceCandle[]
  /** Open times within it on which the response does not report, or not completely. */
  readonly unsure: readonly Span[]
  /** Open time before which a candle is complete even if the response has nothing later, epoch ms. Absent: none. */
  readonly completeTo?: number
  /** See `createLackCount`. */
  readonly isSinceListing?: boolean
  readonly isUntilClose?: boolean
  /** Time of the request, epoch ms. */
  readonly requestedAt: number
  readonly route: string
  /** False for a copy from a cache and if a clock is wrong, because it is then not an independent response. */
  readonly isClockRight: boolean
}

/** Called with each response that may contradict stored candles, or decide about contradicted ones. */
export type OnLaterResponse = (identity: SeriesIdentity, response: LaterResponse) => void

/**
 * Creates the comparison of responses with stored candles. A stored candle whose values differ from a response is contradicted,
 * as is a final open time without a candle for which a response has one, and a later response decides. The value on which two responses agree is final.
 * @param onDecided called in the transaction with the smallest span that contains all candles of a window that are no longer
 * contradicted, with former or new values
 */
export function createContradictionNotes(
  store: ContradictedStore,
  onDecided?: (identity: SeriesIdentity, span: Span) => void,
): OnLaterResponse {
  return (identity, response) => {
    const { span, requestedAt, route } = response
    const stored = store.read(identity, span)
    const open = store.openDifferences(identity, span)
    if (stored.length === 0 && open.length === 0 && response.bars.length === 0) return
    const ground = groundOf(store, identity, stored, response)
    const terms = { requestedAt, route }
    for (const window of open)
      if (window.differing.some(({ openTime }) => isWithin(openTime, span)))
        noteResponse(store, window, ground, response, (decided) => onDecided?.(identity, decided))
    if (!response.isClockRight) return
    const isOpen = new Set(open.flatMap(({ differing }) => differing.map(({ openTime }) => openTime)))
    const changed = [...ground.reported.values()].filter((bar) => {
      if (isOpen.has(bar.timestamp) || !ground.isSameRoute(bar.timestamp)) return false
      // A candle at an open time that is final without one contradicts it too: the earlier response may have lacked it.
      return !isSameCandle(ground.stored.get(bar.timestamp) ?? null, bar)
    })
    const missing = findMissing(ground, response).filter(({ openTime }) => !isOpen.has(openTime))
    const differing = [...changed.map((bar): Differing => ({ openTime: bar.timestamp, bar })), ...missing]
    const hull = hullOf(spansOf(differing, identity))
    if (hull === undefined) return
    const own = { identity, span: hull, look: 0, tries: 0, differing: [] }
    const { window, ...compared } = addToOpen(own, store.openDifferences(identity, hull), differing)
    const added = changed.filter(({ timestamp }) => !ground.stored.has(timestamp)).length
    const counts = {
      ...noCounts,
      compared: differing.length - added,
      changed: changed.length - added,
      lacking: missing.length,
      added,
    }
    store.noteLook(window, { counts, ...compared, replacing: [] }, terms)
  }
}

/** Maximum number of candles without others around them that a response lacks: a response with fewer rows is cut off. */
const MAX_UNENCLOSED = 60

/**
 * Returns the final candles that a response lacks. They remain final until enough responses in a row lack them. A lagging index
 * lacks the newest ones.
 */
function findMissing(ground: Ground, { bars, completeTo }: LaterResponse): Differing[] {
  const { stored, reported, isReported, isSameRoute, ...edges } = ground
  const passedTo = Math.max(completeTo ?? Number.NEGATIVE_INFINITY, bars.at(-1)?.timestamp ?? 0)
  const times = [...stored.keys()].filter(
    (openTime) =>
      openTime < passedTo && isReported(openTime) && !reported.has(openTime) && isSameRoute(openTime),
  )
  if (times.length === 0) return []
  const count = createLackCount({ ...edges, stored: [...stored.values()], reported })
  const lacks = times.map((openTime) => count({ openTime, bar: null }).one)
  const counted = lacks.filter((one) => one.lacks !== undefined)
  return lacks.length - counted.length > MAX_UNENCLOSED ? counted : lacks
}

/** Stores what a response decides about the open differences in a window. */
function noteResponse(
  store: ContradictedStore,
  window: OpenDifferences,
  ground: Ground,
  { requestedAt, route, isClockRight }: LaterResponse,
  onDecided: (span: Span) => void,
): void {
  const isFuture = window.requestedAt > requestedAt + CLOCK_TOLERANCE_MS
  if (requestedAt < confirmsFrom(window) && !isFuture) {
    if (isClockRight && requestedAt >= window.requestedAt) endRefuted(store, window, ground, onDecided)
    return
  }
  const decided = isClockRight && !isFuture ? decide(window, ground) : undefined
  // A recheck requests the candles around a lacking one, which decide.
  const isVain = decided?.differing.every((one) => !isContradicting(one) && window.differing.includes(one))
  if (isVain === true && decided?.differing.length === window.differing.length) return
  const compared = decided ?? { counts: noCounts, differing: window.differing, replacing: [] }
  store.noteLook(window, compared, { requestedAt, route }, onDecided)
}

interface Ground {
  readonly isSinceListing: boolean
  readonly isUntilClose: boolean
  readonly stored: ReadonlyMap<number, PriceCandle>
  /** Candles in the response that can be compared. */
  readonly reported: ReadonlyMap<number, PriceCandle>
  /** Whether the response covers an open time. */
  isReported(openTime: number): boolean
  /** Whether the data at an open time came from the same route as the response. */
  isSameRoute(openTime: number): boolean
}

function groundOf(
  store: ContradictedStore,
  identity: SeriesIdentity,
  bars: readonly PriceCandle[],
  { span, bars: own, unsure, completeTo, route, isSinceListing = false, isUntilClose = false }: LaterResponse,
): Ground {
  const stored = new Map(bars.map((bar) => [bar.timestamp, bar]))
  const newest = own.at(-1)
  const standing = newest && stored.get(newest.timestamp)
  // While an index lags, its newest candle is incomplete in every response. An old one is only the last of its request.
  const isOld = newest !== undefined && newest.timestamp < (completeTo ?? Number.NEGATIVE_INFINITY)
  const isLagging = !isOld && newest !== undefined && standing !== undefined && isPartOf(newest, standing)
  const isUnsure = createSearch(joinSpans(unsure))
  const isReported = (openTime: number): boolean =>
    isWithin(openTime, span) && !isUnsure(openTime) && !(isLagging && openTime === newest.timestamp)
  const known: readonly Pick<Coverage, 'from' | 'to' | 'route'>[] = [
    ...store.coverage(identity, span).filter(isFetched),
    ...store.provisional(identity, span).filter(({ isContradicted }) => isContradicted === true),
  ]
  const isSameRoute = createSearch(
    joinSpans(known.filter((entry) => isOfRoute(entry.route, route) && route !== IMPORT_ROUTE)),
  )
  const reported = new Map(
    own.filter(({ timestamp }) => isReported(timestamp)).map((bar) => [bar.timestamp, bar]),
  )
  return { isSinceListing, isUntilClose, stored, reported, isReported, isSameRoute }
}

/** Creates a function that tests whether any span contains a time, in any order: windows do not follow their times. */
function createSearch(spans: readonly Span[]): (at: number) => boolean {
  return (at) => {
    const next = spans[findInsertIndex(spans, ({ to }) => to <= at)]
    return next !== undefined && at >= next.from
  }
}

/**
 * Ends the differences of a window for which an independent response has the stored candle, even before their pause is over,
 * because responses before and after one with the stored candle do not agree. The other differences keep their pause.
 */
function endRefuted(
  store: ContradictedStore,
  window: OpenDifferences,
  ground: Ground,
  onDecided: (span: Span) => void,
): void {
  const differing = window.differing.filter(({ openTime }) => {
    const [bar, stored] = [ground.reported.get(openTime), ground.stored.get(openTime)]
    return bar === undefined || !ground.isSameRoute(openTime) || !isSameCandle(stored ?? null, bar)
  })
  if (differing.length === window.differing.length) return
  const { requestedAt, tries } = window
  const same = { ...window, tries: tries - 1 }
  store.noteLook(same, { counts: noCounts, differing, replacing: [] }, { requestedAt, route: '' }, onDecided)
}

/** Returns which contradicted candles an independent response decides, and which remain undecided. */
function decide({ differing }: OpenDifferences, ground: Ground): RecheckComparison {
  const { stored, reported, isReported, isSameRoute, ...edges } = ground
  const countLack = createLackCount({ ...edges, stored: [...stored.values()], reported })
  const left: Differing[] = []
  const replacing: PriceCandle[] = []
  const removing: number[] = []
  for (const one of differing) {
    const { openTime } = one
    const bar = reported.get(openTime) ?? null
    // A response of another route decides nothing.
    if (!isReported(openTime) || !isSameRoute(openTime)) left.push(one)
    else if (bar === null) {
      const lack = countLack(one)
      if (lack.isDecided) removing.push(...(stored.has(openTime) ? [openTime] : []))
      else left.push(lack.one)
    } else if (isSameCandle(one.bar, bar)) replacing.push(bar)
    else if (!isSameCandle(stored.get(openTime) ?? null, bar)) left.push({ openTime, bar })
  }
  const counts = { ...noCounts, replaced: replacing.length + removing.length }
  return { counts, differing: left, replacing, ...(removing.length === 0 ? {} : { removing }) }
}

function spansOf(differing: readonly Differing[], { stepMs }: SeriesIdentity): Span[] {
  return differing.map(({ openTime: from }) => ({ from, to: from + stepMs }))
}

function isWithin(at: number, { from, to }: Span): boolean {
  return at >= from && at < to
}
