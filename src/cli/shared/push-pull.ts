import type { VenueId } from '../../api/envelope/venue-ids.js'
import { alignUp } from '../../api/times/resolution.js'
import { cut, hullOf, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { OutboxRecords } from '../../candles/database/change-table.js'
import { createSqliteStore } from '../../candles/database/sqlite-store.js'
import {
  createKeyedTest,
  createOutcomeBook,
  listSeries,
  readSeriesCoverage,
} from '../../candles/maintenance/series-reader.js'
import { FIRST_RETRACTIONS, type Retraction } from '../../candles/shared/candle-tier.js'
import { checkPart } from '../../candles/shared/check-part.js'
import { checkKnown } from '../../candles/shared/shared-outcomes.js'
import { collectPart, isBlank, storePart } from '../../candles/shared/shared-parts.js'
import { createWithdrawnSpans, type WithdrawnSpans } from '../../candles/shared/withdrawn-spans.js'
import { type CandleStore, isSharedRoute, seriesNameOf } from '../../candles/store/candle-store.js'
import { CLOCK_TOLERANCE_MS, systemClock } from '../../effects/clock.js'
import type { PostgresTier } from '../../tiers/postgres/create-postgres-tier.js'
import { readPlace } from '../../tiers/postgres/retraction-cursor.js'
import { loadVenue } from '../../venues/registry.js'
import type { CandleFile } from '../import-export/open-database.js'
import { CommandFailed } from '../output/output.js'

/** Number of open times per call. */
const STEPS_AT_ONCE = 5_000

/** The copied data, which is also shown during the copy. */
export interface Copied {
  readonly series: number
  readonly candles: number
  readonly outcomes: number
}

export interface CopyTerms {
  /** Absent: all venues. */
  readonly venue?: VenueId | undefined
  /** First open time, epoch ms. */
  readonly since: number
  readonly signal: AbortSignal
  onProgress(copied: Copied): void
}

/** Whether a venue's candles may leave this machine. Candles that only some accounts may see may not. */
async function mayShare(venue: VenueId): Promise<boolean> {
  const loaded = await loadVenue(venue)
  return loaded !== undefined && loaded.isPrivate !== true
}

/** Refuses to upload while the clocks differ, because others would store its times. */
async function assertClock(tier: PostgresTier, signal: AbortSignal): Promise<number> {
  const offsetMs = (await tier.now(signal)) - systemClock.now()
  if (Math.abs(offsetMs) <= CLOCK_TOLERANCE_MS) return systemClock.now() + offsetMs
  throw new CommandFailed(
    `This machine's clock differs by ${Math.round(Math.abs(offsetMs) / 1000)} s from the server's clock, so nothing was uploaded. Correct the clock.`,
  )
}

/**
 * Returns the spans that were withdrawn after the daemon of this machine last read the list, by series. Its database still has
 * the withdrawn candles, which would come back under the name of this machine.
 */
async function readWithdrawn(
  tier: PostgresTier,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly spans: ReadonlyMap<string, readonly Span[]>; readonly cursor: string }> {
  const spans = new Map<string, Retraction[]>()
  for (let after = cursor ?? FIRST_RETRACTIONS; ; ) {
    const page = await tier.retractions(after, signal)
    for (const retraction of page.retractions) {
      const name = seriesNameOf(retraction.series)
      spans.set(name, [...(spans.get(name) ?? []), retraction])
    }
    if (page.cursor === after || page.retractions.length === 0) return { spans, cursor: page.cursor }
    after = page.cursor
  }
}

/** Uploads the candles in this machine's database. Candles that are already in the shared history are not changed. */
export async function sendCandles(
  { database, addressOf, sealing }: CandleFile,
  tier: PostgresTier,
  { venue, since, signal, onProgress }: CopyTerms,
): Promise<Copied> {
  const latest = (await assertClock(tier, signal)) + CLOCK_TOLERANCE_MS
  const store = createSqliteStore(database, addressOf, sealing)
  const outcomesOf = createOutcomeBook(database)
  const isOfKeys = createKeyedTest(database)
  let withdrawn = await readWithdrawn(tier, store.retractionCursor(tier.name), signal)
  let copied: Copied = { series: 0, candles: 0, outcomes: 0 }
  const given = new Set<string>()
  for (const stored of listSeries(database, { venue, addressOf })) {
    if (stored.address !== '' || !(await mayShare(stored.venue))) continue
    const { id, venue: of, seriesKey, stepMs, basis } = stored
    const series = { venue: of, seriesKey, stepMs, basis }
    const shared = readSeriesCoverage(database, id).filter(({ route }) => isSharedRoute(route))
    if (shared.length === 0) continue
    const pages = pagesOf(hullOf(shared), since, stepMs)
    const left = (span: Span): Span[] =>
      subtract(span, joinSpans(withdrawn.spans.get(seriesNameOf(series)) ?? []))
    for (const spans = pages.flatMap(left); ; ) {
      const span = spans.shift()
      if (span === undefined) break
      const part = collectPart(store, series, span, latest)
      if (isBlank(part)) continue
      if ((await tier.give(series, part, signal, withdrawn.cursor)) === 'written')
        copied = { ...copied, candles: copied.candles + part.bars.length }
      else {
        withdrawn = await readWithdrawn(tier, store.retractionCursor(tier.name), signal)
        spans.unshift(...[span, ...spans.splice(0)].flatMap(left))
      }
    }
    // Calls with credentials may have located its outcomes as well.
    for (const known of isOfKeys(stored) ? [] : outcomesOf(stored)) {
      const name = `${of} ${known.series.outcomeId}`
      // What another daemon located would no longer be withdrawn with it.
      if (known.isShared === true || known.isWithKey === true || given.has(name)) continue
      given.add(name)
      await tier.remember(of, known.series.outcomeId, known, signal)
      copied = { ...copied, outcomes: copied.outcomes + 1 }
    }
    copied = { ...copied, series: copied.series + 1 }
    onProgress(copied)
  }
  return copied
}

/**
 * Records how far the list of withdrawn spans has been read, before the download. A daemon that first reads the list later would
 * keep what was withdrawn in between, because it takes it for the machine's own. No daemon reads the list of a server that is not
 * in its configuration, so what was withdrawn there since the last download is deleted here.
 * @returns the name under which spans of this server are noted
 */
async function followWithdrawn(
  store: Pick<CandleStore, 'remove' | 'dropShared'> & OutboxRecords,
  withdrawn: WithdrawnSpans,
  tier: PostgresTier,
  signal: AbortSignal,
): Promise<string> {
  const { database } = readPlace((await tier.retractions(undefined, signal)).cursor)
  const ofDaemon = store.retractionCursor(tier.name)
  const ownName = `${tier.name} ${database}`
  if (ofDaemon !== undefined && readPlace(ofDaemon).database === database) {
    store.noteRetractionCursor(ownName, ofDaemon)
    return tier.name
  }
  const name = ofDaemon === undefined ? tier.name : ownName
  const since = store.retractionCursor(ownName)
  for (let after = since ?? FIRST_RETRACTIONS; ; ) {
    const { retractions, cursor } = await tier.retractions(after, signal)
    for (const { series, from, to, at, reason } of retractions) {
      withdrawn.note(name, series, { from, to, at, isForgotten: reason === 'forgotten' })
      if (since === undefined) continue
      store.remove(series, { from, to })
      if (reason === 'forgotten') store.dropShared(series.venue)
    }
    if (cursor === after) break
    after = cursor
    store.noteRetractionCursor(ownName, cursor)
  }
  const reached = store.retractionCursor(ownName) ?? FIRST_RETRACTIONS
  if (ofDaemon === undefined) store.noteRetractionCursor(tier.name, reached)
  return name
}

/** Stores a venue's candles from the shared history. Candles that are already stored are not changed. */
export async function storeSharedCandles(
  { database, addressOf, sealing }: CandleFile,
  tier: PostgresTier,
  { venue, since, signal, onProgress }: CopyTerms & { readonly venue: VenueId },
): Promise<Copied> {
  if (addressOf(venue) !== '')
    throw new CommandFailed(
      `${venue} has a different address in the configuration. Its candles are not mixed with candles from the venue's own address.`,
    )
  const store = createSqliteStore(database, addressOf, sealing)
  const withdrawn = createWithdrawnSpans(store)
  const name = await followWithdrawn(store, withdrawn, tier, signal)
  let copied: Copied = { series: 0, candles: 0, outcomes: 0 }
  for (let after = ''; ; ) {
    const page = await tier.knownPage(venue, after, signal)
    for (const { outcomeId, known: given } of page) {
      const known = checkKnown(given, outcomeId, systemClock.now())
      const own = store.known(venue, outcomeId)
      if (known === undefined || (own !== undefined && own.checkedAt >= known.checkedAt)) continue
      store.remember(venue, outcomeId, { ...known, isShared: true })
      copied = { ...copied, outcomes: copied.outcomes + 1 }
    }
    const last = page.at(-1)
    if (last === undefined) break
    after = last.outcomeId
  }
  for (const { series, ...extent } of await tier.extents(venue, since, signal)) {
    for (const span of pagesOf(extent, since, series.stepMs)) {
      const part = checkPart(await tier.take(series, span, signal), series.stepMs, span, systemClock.now())
      if (typeof part === 'string')
        throw new CommandFailed(
          `The shared history contains ${part} in ${series.seriesKey}, which cannot be correct. Nothing more is stored. 'pmx-local shared status' lists the daemons that uploaded candles.`,
        )
      const fresh = withdrawn.cut(name, series, part)
      if (storePart(store, series, fresh)) copied = { ...copied, candles: copied.candles + fresh.bars.length }
    }
    copied = { ...copied, series: copied.series + 1 }
    onProgress(copied)
  }
  return copied
}

function pagesOf(extent: Span | undefined, since: number, stepMs: number): Span[] {
  if (extent === undefined) return []
  const from = Math.max(extent.from, alignUp(since, stepMs))
  return from >= extent.to ? [] : cut({ from, to: extent.to }, STEPS_AT_ONCE * stepMs)
}
