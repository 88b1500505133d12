import type { VenueId } from '../api/envelope/venue-ids.js'
import { MINUTE_MS } from '../api/times/span.js'
import type { SampledSeries, Samples } from '../candles/response/sampled-bars.js'
import type { SharedLeases } from '../candles/shared/shared-leases.js'
import { type MidPrice, readMidPrices } from '../core/market-data/book-midpoints.js'
import type { Logger } from '../observe/logger.js'
import { createAbort } from '../policy/abort.js'
import type { Secrets } from '../venue-kit/contract/account-secrets.js'
import type { Venue, VenueContext } from '../venue-kit/contract/venue.js'
import { complementPrice } from '../venue-kit/unify/unified-market.js'
import { createComplaints } from './complaints.js'
import { failureOf } from './failure.js'
import type { Capture, Pin } from './format.js'
import { nextSampleAt, type SampleItem, sampleIndexAt, sampleItems } from './sample-items.js'
import { createSampleLocators, type SampleLocator } from './sample-places.js'
import { computeAllowedCalls } from './sample-plan.js'
import { createSampleRecords, type SampleRecordsDeps } from './sample-records.js'
import { createSampleTurns } from './sample-turns.js'

/** Time from the start to the first check, ms. */
const FIRST_LOOK_MS = 5_000
/** Maximum time between two checks, ms. A check samples new pins and stores ended bars. */
const LOOK_EVERY_MS = 10_000
/** Maximum duration of reading books, and of looking up outcomes, ms. */
const BOOKS_ALLOWED_MS = 20_000
const FINDING_ALLOWED_MS = 120_000

export interface SamplerDeps extends SampleRecordsDeps {
  readonly log: Logger
  readonly samples: Samples
  /** Decides which daemon samples a venue first if several share a history. Absent if no history is shared. */
  readonly leases?: SharedLeases | undefined
  /** Undefined for a venue that this version does not support. */
  loadVenue(id: VenueId): Promise<Venue> | undefined
  /** Creates a context for background work. */
  openContext(
    venue: Venue,
    terms: { readonly signal: AbortSignal; readonly secrets: Secrets; readonly allowedMs: number },
  ): VenueContext & { release(): void }
  /** Credentials for the daemon's own calls to a venue. */
  secretsOf(venue: VenueId): Secrets
  /** Reads the pins, at each check; cheap while nothing has changed. @throws PinsDamaged */
  readPins(): readonly Pin[]
}

/** Samples the books of pinned outcomes for as long as it runs. */
export interface Sampler {
  start(): void
  /** Checks once: ends bars, looks up outcomes and takes due samples. Resolves when the samples are taken. */
  look(): Promise<void>
  /** Returns the state of each outcome. */
  records(): Iterable<Capture>
  /** Aborts running work. Resolves when all of it has ended. */
  stop(): Promise<void>
}

/** Creates a daemon's sampler. It does nothing until it is started. */
export function createSampler(deps: SamplerDeps): Sampler {
  const { clock, log, samples } = deps
  const stopping = createAbort()
  const { signal } = stopping
  const places = createSampleLocators(samples, clock)
  /** The index of the last sample, by item. */
  const indexes = new Map<string, number>()
  const turns = createSampleTurns(deps)
  const complain = createComplaints(log)
  const records = createSampleRecords(deps, complain)
  const { note } = records
  /** Running work, by name. */
  const lanes = new Map<string, Promise<void>>()
  /** Time until which the share of a venue's limit is used up, by the monotonic clock. */
  const restsUntil = new Map<VenueId, number>()
  let items: readonly SampleItem[] = []
  let lastPins: readonly Pin[] = []
  let cancelTimer = (): void => undefined

  function currentPins(): readonly Pin[] {
    try {
      lastPins = deps.readPins()
      complain.settled('pins')
    } catch (error) {
      complain.once('pins', error, 'cannot read the pins; sampling continues with the earlier pins')
    }
    return lastPins
  }

  /** Removes outcomes that are no longer sampled, and passes the others to the engine. */
  function goOnWith(wanted: readonly SampleItem[]): void {
    items = wanted
    places.keep(wanted)
    const keys = new Set(wanted.map(({ key }) => key))
    for (const key of indexes.keys()) if (!keys.has(key)) indexes.delete(key)
    records.keep(keys)
    samples.watch(wanted.map(seriesOf), { turnOf: turns.of, sampleNow })
  }

  function seriesOf(item: SampleItem): SampledSeries {
    const { venue, outcomeId, stepMs } = item
    return { venue: venue.id, seriesKey: places.placeOf(item)?.seriesKey ?? outcomeId, stepMs }
  }

  async function sampleNow({ venue, seriesKey, stepMs }: SampledSeries): Promise<void> {
    const own = items.filter((item) => item.venue.id === venue && item.stepMs === stepMs)
    await sampleDue(own.filter((item) => places.placeOf(item)?.seriesKey === seriesKey))
  }

  /** Takes the due samples of one venue's items, within its share. */
  async function sampleDue(own: readonly SampleItem[]): Promise<void> {
    const due = own.filter(isDue)
    const [first] = due
    if (first === undefined || signal.aborted) return
    if (clock.monotonic() < (restsUntil.get(first.venue.id) ?? 0)) return
    await run(`books ${first.venue.id}`, () => sample(due, first.venue))
  }

  /** Downloads the bars that other daemons uploaded, and returns the items whose bars no other daemon uploads. */
  async function takeOthers(own: readonly SampleItem[]): Promise<readonly SampleItem[]> {
    const located = own.filter((item) => places.placeOf(item) !== undefined)
    await Promise.all(located.map((item) => samples.takeShared(seriesOf(item))))
    return located.filter((item) => {
      const series = seriesOf(item)
      const at = samples.isProvided(series) ? samples.newestOf(series) : undefined
      if (at !== undefined) note(item, { at })
      return at === undefined
    })
  }

  function isSought(item: SampleItem): boolean {
    return places.isSought(item, records.problemOf(item) !== undefined)
  }

  function isDue(item: SampleItem): boolean {
    return indexes.get(item.key) !== sampleIndexAt(item, clock.now()) && places.placeOf(item) !== undefined
  }

  function open(venue: Venue, allowedMs: number) {
    return deps.openContext(venue, { signal, allowedMs, secrets: deps.secretsOf(venue.id) })
  }

  /** Looks up outcomes one after another, since one lookup often returns others too. */
  async function find(sought: readonly SampleItem[], venue: Venue): Promise<void> {
    const ctx = open(venue, FINDING_ALLOWED_MS)
    try {
      for (const item of sought) {
        if (signal.aborted) return
        const missing = await places.find(item, ctx)
        if (missing === undefined || signal.aborted) continue
        const { message, nextAt } = missing
        const fields = { venue: venue.id, outcomeId: item.outcomeId, reason: message }
        if (records.problemOf(item) === undefined) log.warn(fields, 'an outcome to sample could not be found')
        note(item, { problem: message, nextAt })
      }
    } finally {
      ctx.release()
    }
  }

  /** Takes the due samples of one venue. A shared book is read once. */
  async function sample(due: readonly SampleItem[], venue: Venue): Promise<void> {
    const books = new Map<string, { readonly place: SampleLocator; readonly sharers: SampleItem[] }>()
    for (const item of due) {
      const place = places.placeOf(item)
      if (place === undefined) continue
      indexes.set(item.key, sampleIndexAt(item, clock.now()))
      if (place.isClosed)
        note(item, { problem: 'its market has closed', ...(place.isOver ? { done: true } : {}) })
      else {
        const book = books.get(place.seriesKey) ?? { place, sharers: [] }
        book.sharers.push(item)
        books.set(place.seriesKey, book)
      }
    }
    const [first] = due
    if (first === undefined || books.size === 0) return
    const middles = await middlesOf(
      [...books.values()].map(({ place }) => place),
      first,
    )
    for (const { place, sharers } of books.values()) {
      const middle = middles?.get(place.asked.id)
      if (middle !== undefined) take(venue.id, place, sharers, middle)
    }
  }

  /** Undefined when it was aborted. */
  async function middlesOf(
    asked: readonly SampleLocator[],
    { venue, source }: SampleItem,
  ): Promise<ReadonlyMap<string, MidPrice> | undefined> {
    const ctx = open(venue, BOOKS_ALLOWED_MS)
    let waitMs = 0
    try {
      const middles = await readMidPrices(
        source,
        asked.map((place) => place.asked),
        ctx,
      )
      complain.settled(venue.id)
      return middles
    } catch (error) {
      if (signal.aborted) return undefined
      complain.once(venue.id, error, 'books could not be sampled')
      waitMs = failureOf(error).waitMs ?? 0
      return new Map(asked.map((place) => [place.asked.id, { kind: 'failed', error }]))
    } finally {
      // The share is observed whatever number of calls was sent.
      const costMs = (ctx.http.sent * MINUTE_MS) / computeAllowedCalls(venue).allowed
      restsUntil.set(venue.id, clock.monotonic() + Math.max(costMs, waitMs))
      ctx.release()
    }
  }

  function take(
    venue: VenueId,
    { seriesKey, mirrored }: SampleLocator,
    sharers: readonly SampleItem[],
    middle: MidPrice,
  ): void {
    if (middle.kind !== 'sample') {
      const problem = middle.kind === 'none' ? middle.reason : failureOf(middle.error).message
      for (const item of sharers) note(item, { problem })
      return
    }
    const { at, price } = middle.sample
    const sampled = { at, price: mirrored ? complementPrice(price) : price }
    const isTaken = new Map<number, boolean>()
    for (const { stepMs } of sharers)
      if (!isTaken.has(stepMs)) isTaken.set(stepMs, samples.add({ venue, seriesKey, stepMs }, sampled))
    for (const item of sharers)
      note(item, isTaken.get(item.stepMs) === true ? { at } : { problem: 'its book is out of date' })
  }

  /** Runs one piece of work per kind at a time. Later callers wait for the running one. */
  function run(lane: string, work: () => Promise<void>): Promise<void> {
    const before = lanes.get(lane)
    if (before !== undefined) return before
    const running = work()
      .catch((error: unknown) => complain.once(lane, error, 'sampling failed'))
      .finally(() => lanes.delete(lane))
    lanes.set(lane, running)
    return running
  }

  async function look(): Promise<void> {
    const finalizing = run('bars', () => samples.finalize())
    try {
      const pins = currentPins()
      if (items.length === 0 && pins.every(({ sampleMs }) => sampleMs === undefined)) return
      goOnWith(await sampleItems(pins, deps.loadVenue))
      const venues = new Map(items.map(({ venue }) => [venue.id, venue]))
      await Promise.all([...venues.values()].map(lookAt))
      complain.settled('look')
    } catch (error) {
      complain.once('look', error, 'a sampling round failed')
    } finally {
      await finalizing
      records.write()
    }
  }

  async function lookAt(venue: Venue): Promise<void> {
    const own = items.filter((item) => item.venue === venue)
    const takeDue = async (): Promise<void> => {
      const isFirst = (await turns.take(venue, signal)) !== 'later'
      await sampleDue(isFirst ? own : await takeOthers(own))
    }
    const sought = own.filter(isSought)
    const finding = sought.length === 0 ? undefined : run(`outcomes ${venue.id}`, () => find(sought, venue))
    await takeDue()
    if (finding === undefined) return
    await finding
    await takeDue()
  }

  function lookLater(waitMs: number): void {
    cancelTimer = clock.setTimer(waitMs, () => {
      void run(`look ${clock.monotonic()}`, look)
      const now = clock.now()
      const soonest = Math.min(LOOK_EVERY_MS, ...items.map((item) => nextSampleAt(item, now) - now))
      lookLater(Math.max(1, soonest))
    })
  }

  return {
    look,
    start: () => lookLater(FIRST_LOOK_MS),
    records: () => records.all(),
    async stop() {
      cancelTimer()
      stopping.abort(new Error('the daemon is stopping'))
      await Promise.all(lanes.values())
      await samples.finalize(true)
      records.write(true)
    },
  }
}
