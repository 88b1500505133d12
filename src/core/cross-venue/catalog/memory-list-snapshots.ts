import type { VenueId } from '../../../api/envelope/venue-ids.js'
import { toWireHead, toWireMarket } from '../../../api/models/wire-rows.js'
import { pickNamingLabels } from '../../../catalog/file/around-rows.js'
import type { SyncSize } from '../../../catalog/file/catalog-writer.js'
import { createColumns, type ListColumns } from '../../../catalog/rows/columns.js'
import { spellingsOf } from '../../../catalog/rows/lookup-keys.js'
import {
  type ReadyRow,
  type RowKind,
  readEventNumbers,
  readMarketNumbers,
} from '../../../catalog/rows/row-numbers.js'
import type { ListSnapshot, RowAround, SnapshotRow } from '../../../catalog/rows/snapshot-rows.js'
import type { Clock } from '../../../effects/clock.js'
import { createAbort } from '../../../policy/abort.js'
import { toPmxError } from '../../../transport/errors.js'
import { noSecrets, type Secrets } from '../../../venue-kit/contract/account-secrets.js'
import type { EventRow, MarketRow, Venue } from '../../../venue-kit/contract/venue.js'
import { listOwnMarkets } from '../../../venue-kit/requests/row-lists.js'
import { createShrunkLists, isListShrunk } from '../../listings/cache/shrunk-lists.js'
import type { ListingRequest, Listings } from '../../listings/venue-crawl.js'
import type { Contexts } from '../../request/request-context.js'
import type { ListSnapshots, SnapshotProgress } from './list-snapshots.js'

interface MemoryShelvesDeps {
  readonly venues: readonly Venue[]
  readonly contexts: Contexts
  readonly listings: Listings
  readonly clock: Clock
  /** Age after which a requested list is read again, ms. */
  readonly staleMs: number
  /** Returns the credentials that a venue requires for any data; only where data is not real. */
  secretsOf(venue: VenueId): Secrets['values'] | undefined
}

interface Read extends ListSnapshot {
  readonly ids: Readonly<Record<RowKind, readonly string[]>>
  /** Positions of rows by their kind and each of their names. */
  readonly names: ReadonlyMap<string, readonly number[]>
}

/** Maximum duration of a read: the lists of a simulation are short, and a longer read is broken. */
const READ_ALLOWED_MS = 60_000
/** Pause of a list after a failure. */
const PAUSE_MS = 5_000

const wholeList: ListingRequest = {
  scope: { kind: 'all' },
  listing: { status: 'active' },
  mayStopEarly: false,
}

/** Creates snapshots of the lists of all venues in memory, if none are stored: in a simulation, and without SQLite. */
export function createMemoryListSnapshots(deps: MemoryShelvesDeps): ListSnapshots {
  const { venues, contexts, listings, clock } = deps
  const shelves = new Map<VenueId, Read>()
  const reading = new Set<VenueId>()
  const failures = new Map<
    VenueId,
    { readonly code: string; readonly until: number; readonly isDoubt: boolean }
  >()
  const shrunk = createShrunkLists(clock)
  let keys = 0

  async function read(venue: Venue): Promise<void> {
    const ctx = contexts.open(venue, {
      priority: 'background',
      signal: createAbort().signal,
      allowedMs: READ_ALLOWED_MS,
      secrets: { ...noSecrets, values: deps.secretsOf(venue.id) ?? {} },
    })
    const beganAt = clock.now()
    try {
      const events = (await listings.events(venue, wholeList, ctx)).rows
      const markets =
        listOwnMarkets(venue, wholeList.listing, ctx) === undefined
          ? events.flatMap((event) => event.markets.filter(({ status }) => status === 'active'))
          : (await listings.markets(venue, wholeList, ctx)).rows
      const shelf = shelfOf(venue.id, { key: String(++keys), beganAt }, events, markets)
      const before = shelves.get(venue.id)
      const now = clock.now()
      const served = before && { size: await sizeOf(before, now), beganAt: before.beganAt }
      const lost = before === undefined ? 0 : await countLost(before, shelf, now)
      const doubted = shrunk.judge(venue.id, { ...(await sizeOf(shelf, now)), lost }, served)
      if (doubted !== undefined) throw doubted.error
      shelves.set(venue.id, shelf)
      failures.delete(venue.id)
    } catch (error) {
      const isDoubt = isListShrunk(error)
      failures.set(venue.id, {
        code: toPmxError(error).code,
        until: clock.monotonic() + PAUSE_MS,
        isDoubt,
      })
    } finally {
      ctx.release()
    }
  }

  function keep(venue: Venue): void {
    const { id } = venue
    const age = clock.now() - (shelves.get(id)?.beganAt ?? Number.NEGATIVE_INFINITY)
    if (reading.has(id) || (age >= 0 && age <= deps.staleMs)) return
    if (clock.monotonic() < (failures.get(id)?.until ?? Number.NEGATIVE_INFINITY)) return
    reading.add(id)
    void read(venue).finally(() => reading.delete(id))
  }

  function progressOf({ id }: Venue): SnapshotProgress {
    const failed = failures.get(id)
    const known = shelves.get(id)
    return {
      ...(known === undefined ? {} : { rows: known.ids.event.length + known.ids.market.length }),
      ...(reading.has(id) ? { reading: 0 } : {}),
      ...(failed === undefined ? {} : { failed: failed.code }),
    }
  }

  return {
    venues: venues.map(({ id }) => id),
    ready: () =>
      [...shelves.values()].map((shelf) => ({
        ...shelf,
        isUnconfirmed: failures.get(shelf.venue)?.isDoubt === true,
      })),
    ended: () => [],
    keepEnded() {},
    keep() {
      for (const venue of venues) keep(venue)
    },
    isReading: (venue) => reading.has(venue),
    progress: () => Object.fromEntries(venues.map((venue) => [venue.id, progressOf(venue)])),
    named(venue, kind, name) {
      const places = spellingsOf(name).flatMap((key) => shelves.get(venue)?.names.get(`${kind} ${key}`) ?? [])
      return [...new Set(places)].map((place) => ({
        id: shelves.get(venue)?.ids[kind][place] ?? '',
        version: place,
        read: () => shelves.get(venue)?.rows(kind, [place])[0] as SnapshotRow,
      }))
    },
  }
}

/** Returns the size of a list, without rows that should have closed by now. */
async function sizeOf({ columns }: ListSnapshot, now: number): Promise<SyncSize> {
  const [event = 0, market = 0] = (await Promise.all([columns('event'), columns('market')])).map(
    ({ numbers: { closesAt } }) => closesAt.filter((at) => !(at <= now)).length,
  )
  return { event, market }
}

/** Returns the number of listed markets that a later list lacks, without those that should have closed by now. */
async function countLost(before: Read, { ids }: Read, now: number): Promise<number> {
  const { closesAt } = (await before.columns('market')).numbers
  const listed = new Set(ids.market)
  return [...closesAt].filter((at, place) => !(at <= now) && !listed.has(before.ids.market[place] ?? ''))
    .length
}

function shelfOf(
  venue: VenueId,
  told: Pick<ListSnapshot, 'key' | 'beganAt'>,
  events: readonly EventRow[],
  markets: readonly MarketRow[],
): Read {
  const rows: Record<RowKind, SnapshotRow[]> = { event: [], market: [] }
  const ready: Record<RowKind, ReadyRow[]> = { event: [], market: [] }
  for (const row of markets) {
    ready.market.push(readMarketNumbers(row))
    rows.market.push({ head: bytesOf(row) })
  }
  for (const row of events) {
    const head = readEventNumbers(row)
    ready.event.push(head)
    rows.event.push({
      head: Buffer.from(JSON.stringify(toWireHead(row.event))),
      markets: row.markets.map(bytesOf),
    })
  }
  const columns: Readonly<Record<RowKind, ListColumns>> = {
    event: columnsOf(ready.event),
    market: columnsOf(ready.market),
  }
  // Events may have markets that are in no list of markets: these have names, and no position in the order of a list.
  const listed = new Set(ready.market.map(({ id }) => id))
  for (const part of events.flatMap((event) => event.markets)) {
    if (listed.has(part.market.marketId)) continue
    listed.add(part.market.marketId)
    ready.market.push(readMarketNumbers(part))
    rows.market.push({ head: bytesOf(part) })
  }
  const names = new Map<string, number[]>()
  for (const list of Object.values(ready))
    for (const [place, row] of list.entries())
      for (const name of row.names) {
        const key = `${row.kind} ${name}`
        const places = names.get(key)
        if (places === undefined) names.set(key, [place])
        else places.push(place)
      }
  return {
    ...told,
    venue,
    ids: { event: ready.event.map(({ id }) => id), market: ready.market.map(({ id }) => id) },
    names,
    columns: async (kind) => columns[kind],
    around: async (kind) => (kind === 'event' ? events.map(aroundEvent) : aroundMarkets(events, markets)),
    rows: (kind, versions) => versions.map((version) => rows[kind][version] as SnapshotRow),
  }
}

function aroundEvent({ markets }: EventRow): RowAround {
  return { others: [], parts: markets.flatMap(({ market }) => [market.title, ...labelsOf(market)]) }
}

function aroundMarkets(events: readonly EventRow[], markets: readonly MarketRow[]): RowAround[] {
  const titles = new Map(
    events.flatMap(({ event, markets: own }) =>
      own.map(({ market }) => [market.marketId, event.title] as const),
    ),
  )
  return markets.map(({ market }) => {
    const title = titles.get(market.marketId)
    return { others: [...(title === undefined ? [] : [title]), ...labelsOf(market)], parts: [] }
  })
}

function labelsOf({ outcomes }: MarketRow['market']): readonly string[] {
  return pickNamingLabels(outcomes.map(({ label }) => label))
}

function columnsOf(rows: readonly ReadyRow[]): ListColumns {
  return createColumns(rows.map((row, version) => ({ ...row, version, description: version })))
}

function bytesOf({ market }: MarketRow): Buffer {
  return Buffer.from(JSON.stringify(toWireMarket(market)))
}
