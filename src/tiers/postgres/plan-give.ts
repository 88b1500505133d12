import type { PriceCandle } from '../../api/models/models.js'
import { createSpanTest, intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import { type Provisional, withNewerProvisional } from '../../candles/series/empty-range-confirmation.js'
import { type Receipt, type Restated, withoutRepeats } from '../../candles/series/receipts.js'
import { findNewerParts, type SharedPart } from '../../candles/shared/candle-tier.js'
import { type Coverage, findUnknownParts, joinCoverage } from '../../candles/store/candle-store.js'

/**
 * A coverage entry with the daemon that uploaded it. Entries from different daemons are not joined, so that one daemon's can be
 * deleted.
 */
export interface GivenCoverage extends Coverage {
  readonly daemon: string
  readonly version: string
}

/** Entries that a statement replaces. */
interface Changes<Entry> {
  readonly removed: readonly Entry[]
  readonly added: readonly Entry[]
}

/** The changes that a part makes to a series' rows. */
export interface GivePlan {
  readonly coverage: Changes<GivenCoverage>
  readonly provisional: Changes<Provisional>
  /** Candles that are new, ascending. */
  readonly bars: readonly PriceCandle[]
  readonly receipts: readonly Receipt[]
  /** Replaced values of the new candles, ascending. */
  readonly restated: readonly Restated[]
}

/**
 * Plans the rows that a part adds to the known rows of a series, or returns undefined if there are none.
 * @param known rows that overlap the hull of the part or touch it, ascending
 */
export function planGive(
  part: SharedPart,
  known: { readonly coverage: readonly GivenCoverage[]; readonly provisional: readonly Provisional[] },
  giver: Pick<GivenCoverage, 'daemon' | 'version'>,
): GivePlan | undefined {
  const facts = part.coverage.filter(({ kind }) => kind !== 'beyond_retention')
  const unknown = findUnknownParts(facts, known.coverage)
  const newer = findNewerParts(part.provisional, known.provisional)
  const changed: readonly Span[] = [...unknown, ...newer]
  // A receipt may also report that a known span is final now.
  const receipts = withoutRepeats(part.receipts).filter((receipt) =>
    [...changed, ...facts].some((span) => intersect(span, receipt) !== undefined),
  )
  if (changed.length === 0 && receipts.length === 0) return undefined
  const data = joinSpans(unknown.filter(({ kind }) => kind === 'data'))
  return {
    coverage: joinGiven(known.coverage, unknown, giver),
    provisional: replaceProvisional(known.provisional, newer, joinSpans([...known.coverage, ...unknown])),
    bars: barsOf(part.bars, data),
    receipts,
    restated: restatedOf(part.restated ?? [], data),
  }
}

/** Returns the candles of some spans, ascending, each open time once. */
function barsOf(bars: readonly PriceCandle[], spans: readonly Span[]): PriceCandle[] {
  const isIn = createSpanTest(spans)
  return [...bars]
    .sort((a, b) => a.timestamp - b.timestamp)
    .filter(({ timestamp }) => isIn(timestamp))
    .filter(({ timestamp }, at, all) => timestamp !== all[at - 1]?.timestamp)
}

/** Returns the replaced values within some spans, ascending, each replacement once. */
function restatedOf(restated: readonly Restated[], spans: readonly Span[]): Restated[] {
  const isIn = createSpanTest(spans)
  const within = restated.filter(({ openTime }) => isIn(openTime))
  const each = new Map(
    within.map((one) => [JSON.stringify([one.openTime, one.until, one.source]), one] as const),
  )
  return [...each.values()].sort((a, b) => a.openTime - b.openTime)
}

/** Joins new entries with neighbors of the same daemon, as `joinNeighbors` does in a store. */
function joinGiven(
  known: readonly GivenCoverage[],
  unknown: readonly Coverage[],
  giver: Pick<GivenCoverage, 'daemon' | 'version'>,
): Changes<GivenCoverage> {
  const given = unknown.map((entry) => ({ ...entry, ...giver }))
  const result: GivenCoverage[] = []
  for (const entry of [...known, ...given].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    const isSame = last !== undefined && last.daemon === entry.daemon && last.version === entry.version
    const both = isSame ? joinCoverage(last, entry) : undefined
    if (both === undefined) result.push(entry)
    else result[result.length - 1] = { ...both, daemon: entry.daemon, version: entry.version }
  }
  return changesOf(known, result)
}

/** Adds newer spans, and removes those that are final as a whole. */
function replaceProvisional(
  known: readonly Provisional[],
  newer: readonly Provisional[],
  covered: readonly Span[],
): Changes<Provisional> {
  const untouched = known.filter((entry) => newer.every((one) => intersect(entry, one) === undefined))
  const changed = known.filter((entry) => !untouched.includes(entry))
  const result = [...untouched, ...withNewerProvisional(changed, newer)]
  return changesOf(
    known,
    result.filter((entry) => subtract(entry, covered).length > 0),
  )
}

function changesOf<Entry>(known: readonly Entry[], result: readonly Entry[]): Changes<Entry> {
  return {
    removed: known.filter((entry) => !result.includes(entry)),
    added: result.filter((entry) => !known.includes(entry)),
  }
}

/** Returns the entries of a series without spans: the entries that change, and their remaining parts. @param spans ascending */
export function cutOut<Entry extends Span>(
  entries: readonly Entry[],
  spans: readonly Span[],
): Changes<Entry> {
  const cut = entries.flatMap((entry) => {
    const rest = subtract(entry, spans)
    const isWhole = rest.length === 1 && rest[0]?.from === entry.from && rest[0].to === entry.to
    return isWhole ? [] : [{ entry, rest }]
  })
  return {
    removed: cut.map(({ entry }) => entry),
    added: cut.flatMap(({ entry, rest }) => rest.map((part) => ({ ...entry, ...part }))),
  }
}
