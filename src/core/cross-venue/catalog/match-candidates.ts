import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { UnifiedMarket } from '../../../api/models/models.js'
import { parseIso } from '../../../api/times/instant.js'
import { createMemoizedValue } from '../../../catalog/cross-venue/memoized-once.js'
import { withCatalogIds } from '../../../catalog/cross-venue/row-text.js'
import type { ListSnapshot, SnapshotRow } from '../../../catalog/rows/snapshot-rows.js'
import type { Clock } from '../../../effects/clock.js'
import { buildCandidateIndex, type IndexedMarket } from '../../../matching/compare/candidates.js'
import { type Features, featuresOf, indexMarket } from '../../../matching/compare/features.js'
import type { EventLoopYield } from '../../../policy/event-loop-yield.js'
import { createLru, type Lru } from '../../../policy/lru.js'
import type { ListSnapshots } from './list-snapshots.js'

/** A market of a venue, with the title of its event. */
export interface ContextualMarket {
  readonly venue: VenueId
  /** As the catalog of its venue has it: all ids are the venue's own. */
  readonly market: UnifiedMarket
  readonly eventTitle?: string
  /** Returns the market with its cross-venue ids. */
  readonly wire: () => UnifiedMarket
}

/** A market with the features of its question. */
export interface CandidateMarket extends ContextualMarket {
  readonly features: Features
}

/** Open markets of all venues, found by their questions. */
export interface MatchCandidates {
  /**
   * Returns markets of other venues that share most of the rare words of a market's question, best first. Markets that have
   * ended are left out.
   * @param ready the lists that are ready now: at least one
   * @param most maximum number of markets; by default as many as are worth comparing
   */
  of(ready: readonly ListSnapshot[], market: ContextualMarket, most?: number): Promise<Alike>
}

interface Alike {
  readonly markets: readonly CandidateMarket[]
  /** When the oldest of the lists began to be read, epoch ms. */
  readonly beganAt: number
}

interface LookalikesDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly turn: EventLoopYield
}

/** Maximum number of markets that are compared with one; a real match is among the first dozen. */
const MAX_ALIKE = 200
/** Minimum pause between two builds of the index: lists are minutes old anyway. */
const MIN_REST_MS = 60_000
/**
 * Pause after a build, in durations of the build. Reading hundreds of thousands of rows takes ten seconds or more; this
 * limits it to a twentieth of the time.
 */
const RESTS_A_READING = 20
/** Duration of work between two event-loop yields, ms. */
const SLICE_MS = 8
/** Maximum number of markets whose features are remembered: computing them takes as long as ten comparisons. */
const MAX_READ = 2_000
/** Number of rows read without an event-loop yield. */
const ROWS_AT_ONCE = 100

type CandidateIndex = Awaited<ReturnType<typeof buildCandidateIndex>>

/** The market at each position of an index. */
interface Places {
  readonly shelves: number[]
  readonly versions: number[]
  readonly eventTitles: (string | undefined)[]
}

/**
 * Creates an index of the open markets of all venues. It is built at the first query, and rebuilt after lists have been
 * read again.
 */
export function createMatchCandidates({ clock, turn }: LookalikesDeps): MatchCandidates {
  async function make(from: readonly ListSnapshot[]): Promise<{ index: CandidateIndex; places: Places }> {
    const places: Places = { shelves: [], versions: [], eventTitles: [] }
    const sources: Source[] = []
    for (const snapshot of from) {
      const { versions } = await snapshot.columns('market')
      sources.push({ snapshot, versions, titles: await eventTitlesOf(snapshot, turn) })
    }
    const index = await buildCandidateIndex(indexed(sources, places), {
      monotonic: () => clock.monotonic(),
      pause: () => turn(true),
      sliceMs: SLICE_MS,
    })
    // Features of replaced lists are dropped.
    known.clear()
    return { index, places }
  }

  const made = createMemoizedValue({
    clock,
    restMs: (tookMs) => Math.max(MIN_REST_MS, RESTS_A_READING * tookMs),
    make,
  })

  const known = createLru<CandidateMarket>(MAX_READ, () => 1)

  /** Time of the last event-loop yield, shared by all callers. */
  let begun = Number.NEGATIVE_INFINITY

  /** Computes the features of markets, with event-loop yields. */
  async function read(found: readonly Found[]): Promise<readonly CandidateMarket[]> {
    const all: CandidateMarket[] = []
    for (const { key, told } of found) {
      const market = known.get(key) ?? withFeatures(told)
      known.set(key, market)
      all.push(market)
      if (clock.monotonic() - begun < SLICE_MS) continue
      await turn(true)
      begun = clock.monotonic()
    }
    return all
  }

  return {
    async of(ready, { venue, market, eventTitle }, most = MAX_ALIKE) {
      const sought = { ...indexMarket(market, around(eventTitle)), venue }
      const found = await made.read(ready, ({ value: { index, places }, snapshots: from }) => {
        const now = clock.now()
        const at = index.find(sought, most).map(({ place }) => place)
        const markets = foundAt(at, places, from, known).filter(({ told }) => !hasEnded(told.market, now))
        return { markets, beganAt: Math.min(...from.map(({ beganAt }) => beganAt)) }
      })
      return { ...found, markets: await read(found.markets) }
    },
  }
}

/** A market that an index has found. */
interface Found {
  /** Key of this row, with the title of its event. */
  readonly key: string
  readonly told: ContextualMarket | CandidateMarket
}

/** Returns a market with the features of its question. */
export function withFeatures(told: ContextualMarket | CandidateMarket): CandidateMarket {
  return 'features' in told ? told : { ...told, features: featuresOf(told.market, around(told.eventTitle)) }
}

/** Returns the markets with the given name on any venue, each with the title of its event. */
export function findMarketsNamed(
  shelves: ListSnapshots,
  venues: readonly VenueId[],
  name: string,
): ContextualMarket[] {
  return venues.flatMap((venue) =>
    shelves.named(venue, 'market', name).map((row) => {
      const read = row.read()
      const eventId = marketIn(read).eventId
      const [event] = eventId === undefined ? [] : shelves.named(venue, 'event', eventId)
      return told(venue, read, event && headIn(event.read()).title)
    }),
  )
}

interface Source {
  readonly snapshot: ListSnapshot
  readonly versions: Float64Array
  readonly titles: ReadonlyMap<string, string>
}

/** Returns the titles of a venue's events, by their ids. */
async function eventTitlesOf(
  shelf: ListSnapshot,
  turn: EventLoopYield,
): Promise<ReadonlyMap<string, string>> {
  const { versions } = await shelf.columns('event')
  const titles = new Map<string, string>()
  for (let from = 0; from < versions.length; from += ROWS_AT_ONCE) {
    await turn(true)
    const part = Array.from(versions.subarray(from, from + ROWS_AT_ONCE))
    for (const row of shelf.rows('event', part, 'bare')) {
      const { id, title } = headIn(row)
      titles.set(id, title)
    }
  }
  return titles
}

function* indexed(sources: readonly Source[], places: Places): Generator<IndexedMarket> {
  for (const [number, { snapshot, versions, titles }] of sources.entries())
    for (let from = 0; from < versions.length; from += ROWS_AT_ONCE) {
      const part = Array.from(versions.subarray(from, from + ROWS_AT_ONCE))
      for (const [at, row] of snapshot.rows('market', part, 'bare').entries()) {
        const market = marketIn(row)
        const eventTitle = market.eventId === undefined ? undefined : titles.get(market.eventId)
        places.shelves.push(number)
        places.versions.push(part[at] as number)
        places.eventTitles.push(eventTitle)
        yield { ...indexMarket(market, around(eventTitle)), venue: snapshot.venue }
      }
    }
}

/** Returns the markets at some positions, in their order; known markets are not read again. */
function foundAt(
  wanted: readonly number[],
  places: Places,
  from: readonly ListSnapshot[],
  known: Pick<Lru<CandidateMarket>, 'get'>,
): Found[] {
  return wanted.map((place) => {
    const shelf = from[places.shelves[place] as number] as ListSnapshot
    const version = places.versions[place] as number
    const key = `${shelf.venue} ${shelf.key} ${version}`
    const before = known.get(key)
    if (before !== undefined) return { key, told: before }
    const [row] = shelf.rows('market', [version])
    return { key, told: told(shelf.venue, row as SnapshotRow, places.eventTitles[place]) }
  })
}

function told(venue: VenueId, row: SnapshotRow, eventTitle: string | undefined): ContextualMarket {
  return {
    venue,
    market: marketIn(row),
    ...around(eventTitle),
    wire: () => JSON.parse(withCatalogIds('market', venue, row).toString()) as UnifiedMarket,
  }
}

function around(eventTitle: string | undefined): { readonly eventTitle?: string } {
  return eventTitle === undefined ? {} : { eventTitle }
}

function hasEnded({ resolutionDate }: UnifiedMarket, now: number): boolean {
  const end = resolutionDate === undefined ? undefined : parseIso(resolutionDate)
  return end !== undefined && end < now
}

function marketIn({ head }: SnapshotRow): UnifiedMarket {
  return JSON.parse(textOf(head)) as UnifiedMarket
}

function headIn({ head }: SnapshotRow): { readonly id: string; readonly title: string } {
  return JSON.parse(textOf(head)) as { readonly id: string; readonly title: string }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
