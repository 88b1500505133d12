import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { Database, SqlValue } from '../../storage/driver.js'
import type { Status } from '../../venue-kit/contract/venue.js'
import type { Omitted } from '../../venue-kit/payload/response-notes.js'
import {
  createColumnsBuilder,
  type ListColumns,
  type NarrowRow,
  type WordColumn,
  wordColumnOf,
} from '../rows/columns.js'
import { spellingsOf } from '../rows/lookup-keys.js'
import { type LateNumberName, lateNumbers, type RowKind } from '../rows/row-numbers.js'
import type { RowAround } from '../rows/snapshot-rows.js'
import { numbersIn } from '../rows/typed-columns.js'
import { readEventContext, readMarketContext } from './around-rows.js'
import { createDigester } from './digest.js'
import { createMetadataReader } from './metadata-blocks.js'
import { prepareReads } from './reader-sql.js'
import { createRemovedRowsError } from './removed-rows.js'
import { createTextCache, type TextCache } from './text-cache.js'

/** Rows read between two event-loop yields. */
const NARROW_AT_ONCE = 2_000

/** Two syncs of a list that are at least this far apart count as independent, ms. */
export const INDEPENDENT_AFTER_MS = 10 * 60_000

/** A completely synced list; times are epoch ms. */
export interface Generation {
  readonly walk: number
  readonly beganAt: number
  readonly endedAt: number
  /** Number of events and markets. */
  readonly rows: number
  /** The parts that the sync had to leave out. */
  readonly omitted?: Omitted
}

/** The state of a venue's list of one status; times are epoch ms. */
interface ListState {
  readonly status: Status
  /** The sync that is the current generation. Absent before the first one has ended. */
  readonly generation?: Generation
  readonly underWay?: { readonly walk: number; readonly beganAt: number; readonly pages: number }
}

/** A row as last seen, listed or not. */
interface Known {
  /** The venue's native id. */
  readonly id: string
  readonly version: number
  readonly status: Status
  readonly firstSeen: number
  readonly lastSeen: number
  /** Time since which the venue's list lacks the row, epoch ms. Absent while it is listed. */
  readonly goneAt?: number
}

export interface CatalogReader extends TextCache {
  /** Returns the state of each list that has a finished or running sync. */
  state(venue: VenueId): readonly ListState[]
  /** Returns the newest generation of each venue's list of one status. */
  newest(status: Status): ReadonlyMap<VenueId, Generation>
  /**
   * Returns when the sync of a generation of that list began, epoch ms; superseded generations count too. Returns
   * undefined if the id names no generation, or it is no longer stored.
   */
  beganAt(walk: number, venue: VenueId, status: Status): number | undefined
  /**
   * Returns the number of rows on the pages of a sync.
   * @param openAt leaves out rows that should have closed by then, epoch ms
   */
  sizeOf(walk: number, openAt?: number): Readonly<Record<RowKind, number>>
  /**
   * Returns native ids of the open markets of one sync that another lacks, in the order of the first.
   * @param openAt leaves out markets that should have closed by then, epoch ms
   */
  missing(walk: number, from: number, openAt: number): string[]
  /** Returns the list as it was when the sync ended, as columns in memory. */
  columns(walk: number, kind: RowKind, turn: EventLoopYield): Promise<ListColumns>
  /**
   * Returns the stored rows of a venue that can no longer be traded: closed or delisted, and not in its open list, as last seen.
   * A row that should still be open counts as closed only where a sync ten minutes later does not list it either. The first list
   * may have been truncated.
   */
  ended(venue: VenueId, kind: RowKind, turn: EventLoopYield): Promise<ListColumns>
  /** Returns when a list of the venue was last synced to its end, epoch ms, or undefined before the first time. */
  lastReadAt(venue: VenueId): number | undefined
  /** Returns one number for each row, or NaN if it is unknown. @throws as `pieces` */
  numbers(versions: Float64Array, name: LateNumberName, turn: EventLoopYield): Promise<Float64Array>
  /** Returns the outcome labels of each row. @throws as `pieces` */
  labels(versions: Float64Array, turn: EventLoopYield): Promise<WordColumn>
  /**
   * Returns the related texts of some rows of a venue.
   * @param events the events of the same list; the rows themselves where they are events
   */
  around(
    kind: RowKind,
    versions: Float64Array,
    events: Float64Array,
    turn: EventLoopYield,
  ): Promise<RowAround[]>
  /** Returns which of the descriptions (ids, ascending) contain the text, ignoring case. */
  describing(ids: readonly number[], text: string, turn: EventLoopYield): Promise<ReadonlySet<number>>
  /** Returns the rows with this id, slug, address or other key; usually one. */
  lookup(venue: VenueId, kind: RowKind, asked: string): readonly Known[]
  /** Returns the statuses of an event's markets, in their order. */
  statusesOf(event: number): readonly Status[]
}

/** @param addressOf as for {@link createCatalogWriter} */
export function createCatalogReader(
  database: Database,
  addressOf: (venue: VenueId) => string = () => '',
): CatalogReader {
  const sql = prepareReads(database)
  const texts = createTextCache(sql, createMetadataReader(database))
  const digester = createDigester()

  function* narrowRows(walk: number, kind: RowKind): Generator<SqlValue[][]> {
    for (const [id = null] of sql.places.rows(walk, kind)) {
      const versions = numbersIn(sql.place.rows(id)[0]?.[0])
      for (let from = 0; from < versions.length; from += NARROW_AT_ONCE)
        yield sql.narrow.rows(JSON.stringify([...versions.subarray(from, from + NARROW_AT_ONCE)]))
    }
  }

  function openRows(walk: number, kind: RowKind, at: number): number {
    return sql.places.rows(walk, kind).reduce((sum, [id = null]) => {
      const versions = numbersIn(sql.place.rows(id)[0]?.[0])
      return sum + Number(sql.open.rows(JSON.stringify([...versions]), at)[0]?.[0])
    }, 0)
  }

  /** Returns the row versions on each page of a sync of markets, as JSON. */
  function placesOf(walk: number): string[] {
    return sql.places
      .rows(walk, 'market')
      .map(([id = null]) => JSON.stringify([...numbersIn(sql.place.rows(id)[0]?.[0])]))
  }

  /** Reads one narrow column of all these rows. */
  async function late(column: string, versions: Float64Array, turn: EventLoopYield): Promise<SqlValue[]> {
    const statement = database.prepare(
      `SELECT v.id, v.${column} FROM json_each(?) j LEFT JOIN versions v ON v.id = j.value ORDER BY j.key`,
    )
    const values: SqlValue[] = []
    for (let from = 0; from < versions.length; from += NARROW_AT_ONCE) {
      const slice = [...versions.subarray(from, from + NARROW_AT_ONCE)]
      for (const [id, value = null] of statement.rows(JSON.stringify(slice))) {
        if (id === null) throw createRemovedRowsError()
        values.push(value)
      }
      await turn(true)
    }
    return values
  }

  /** Returns the events and markets that have one of these name digests. */
  function thingsNamed(digests: readonly number[]): number[] {
    const found = sql.named.rows(JSON.stringify(digests)).map(([thing]) => Number(thing))
    for (const [id = null] of sql.newNames.rows()) {
      const pairs = numbersIn(sql.newPairs.rows(id)[0]?.[0])
      for (let at = 0; at < pairs.length; at += 2)
        if (digests.includes(pairs[at] ?? Number.NaN)) found.push(pairs[at + 1] ?? Number.NaN)
    }
    return [...new Set(found)]
  }

  return {
    state(venue) {
      const rows = sql.state.rows(venue, addressOf(venue))
      return (['active', 'closed'] as const).flatMap((status): ListState[] => {
        const of = (isEnded: number) => rows.find((row) => row[0] === status && row[1] === isEnded)
        const [ended, open] = [of(1), of(0)]
        if (ended === undefined && open === undefined) return []
        return [
          {
            status,
            ...(ended === undefined ? {} : { generation: toGeneration(ended) }),
            ...(open === undefined
              ? {}
              : { underWay: { walk: Number(open[2]), beganAt: Number(open[3]), pages: Number(open[5]) } }),
          },
        ]
      })
    },
    newest: (status) =>
      new Map(
        sql.newest.rows(status).flatMap((row): [VenueId, Generation][] => {
          // Only the catalog writer writes this column.
          const venue = row[0] as VenueId
          return row[1] === addressOf(venue) ? [[venue, toGeneration(row)]] : []
        }),
      ),
    beganAt(walk, venue, status) {
      const [beganAt] = sql.beganAt.rows(walk, status, venue, addressOf(venue))[0] ?? []
      return beganAt === undefined ? undefined : Number(beganAt)
    },
    sizeOf(walk, openAt) {
      if (openAt !== undefined)
        return { event: openRows(walk, 'event', openAt), market: openRows(walk, 'market', openAt) }
      const found = new Map(sql.sizes.rows(walk).map(([kind, rows]) => [kind, Number(rows)]))
      return { event: found.get('event') ?? 0, market: found.get('market') ?? 0 }
    },
    missing(walk, from, openAt) {
      const listed = new Set(
        placesOf(from).flatMap((versions) => sql.listed.rows(versions).map(([thing]) => thing)),
      )
      const before = placesOf(walk).flatMap((versions) => sql.natives.rows(versions, openAt))
      return before.flatMap(([thing, id]) => (listed.has(thing ?? null) ? [] : [String(id)]))
    },
    async columns(walk, kind, turn) {
      const seen = new Set<SqlValue>()
      const builder = createColumnsBuilder()
      const [status] = sql.statusOf.rows(walk)[0] ?? []
      for (const read of narrowRows(walk, kind)) {
        for (const [thing = null, listed, ...row] of read) {
          if (listed !== status || seen.has(thing)) continue
          seen.add(thing)
          builder.add(toNarrow(row))
        }
        await turn(true)
      }
      return builder.build()
    },
    async ended(venue, kind, turn) {
      const listed = new Set<SqlValue>()
      const open = sql.state.rows(venue, addressOf(venue)).find((row) => row[0] === 'active' && row[1] === 1)
      const missedUntil = open === undefined ? -1 : Number(open[3]) - INDEPENDENT_AFTER_MS
      for (const [id = null] of open === undefined ? [] : sql.places.rows(open[2] ?? null, kind)) {
        const versions = [...numbersIn(sql.place.rows(id)[0]?.[0])]
        for (const [thing = null] of sql.listed.rows(JSON.stringify(versions))) listed.add(thing)
        await turn(true)
      }
      const builder = createColumnsBuilder()
      for (let last: SqlValue = 0; ; ) {
        const rows = sql.ended.rows(kind, last, venue, addressOf(venue), missedUntil, NARROW_AT_ONCE)
        for (const [thing = null, ...row] of rows) {
          last = thing
          if (!listed.has(thing)) builder.add(toNarrow(row))
        }
        await turn(true)
        if (rows.length < NARROW_AT_ONCE) return builder.build()
      }
    },
    lastReadAt(venue) {
      const [at] = sql.lastEnd.rows(venue, addressOf(venue))[0] ?? []
      return typeof at === 'number' ? at : undefined
    },
    async numbers(versions, name, turn) {
      const values = await late(lateNumbers[name], versions, turn)
      return Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN))
    },
    async labels(versions, turn) {
      return wordColumnOf(
        await late('labels', versions, turn),
        (labels) => JSON.parse(String(labels)) as string[],
      )
    },
    around: (kind, versions, events, turn) =>
      kind === 'event' ? readEventContext(sql, events, turn) : readMarketContext(sql, versions, events, turn),
    async describing(ids, text, turn) {
      const found = new Set<number>()
      const needle = text.toLowerCase()
      for (let from = 0; from < ids.length; from += NARROW_AT_ONCE) {
        const slice = ids.slice(from, from + NARROW_AT_ONCE)
        for (const [id] of sql.describing.rows(JSON.stringify(slice), needle)) found.add(Number(id))
        await turn(true)
      }
      return found
    },
    lookup(venue, kind, asked) {
      const spellings = spellingsOf(asked)
      const things = JSON.stringify(thingsNamed(spellings.map((name) => digester.digestOf(name))))
      // A market is returned once. The row from the venue's list of markets is preferred.
      const kinds = JSON.stringify(kind === 'event' ? ['event'] : ['market', 'part'])
      // Digests may collide, so the names are compared.
      const rows = sql.lookup
        .rows(things, kinds, venue, addressOf(venue))
        .filter((row) => (JSON.parse(String(row[6])) as string[]).some((name) => spellings.includes(name)))
      const told = rows.filter((row, index) => rows.findIndex((other) => other[5] === row[5]) === index)
      return told.map((row): Known => {
        const [version, status, firstSeen, lastSeen, goneAt, id] = row
        return {
          id: String(id),
          version: Number(version),
          status: toStatus(status),
          firstSeen: Number(firstSeen),
          lastSeen: Number(lastSeen),
          ...(typeof goneAt === 'number' ? { goneAt } : {}),
        }
      })
    },
    statusesOf: (event) => sql.statuses.rows(event).map(([status]) => toStatus(status)),
    pieces: texts.pieces,
    rows: texts.rows,
    markets: texts.markets,
  }
}

function toStatus(value: SqlValue | undefined): Status {
  return value === 'active' ? 'active' : 'closed'
}

function toGeneration([, , walk, beganAt, endedAt, , rows, omitted]: readonly SqlValue[]): Generation {
  return {
    walk: Number(walk),
    beganAt: Number(beganAt),
    endedAt: Number(endedAt),
    rows: Number(rows),
    // Only the catalog writer writes this column.
    ...(typeof omitted === 'string' ? { omitted: JSON.parse(omitted) as Omitted } : {}),
  }
}

function toNarrow(row: readonly SqlValue[]): NarrowRow {
  const [version, volume24h, volume, liquidity, startsAt, closesAt, ...words] = row
  const [category, tags, title, slug, description] = words
  const known = (value: SqlValue | undefined) => (typeof value === 'number' ? value : undefined)
  return {
    version: Number(version),
    numbers: {
      volume24h: known(volume24h),
      volume: known(volume),
      liquidity: known(liquidity),
      startsAt: known(startsAt),
      closesAt: known(closesAt),
    },
    category: typeof category === 'string' ? category : undefined,
    tags: JSON.parse(String(tags)) as string[],
    title: String(title),
    slug: String(slug),
    description: Number(description),
  }
}
