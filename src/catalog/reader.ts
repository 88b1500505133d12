import { PmxError } from '../api/errors.js'
import type { VenueId } from '../api/venue-ids.js'
import type { Turn } from '../policy/turns.js'
import type { Database, SqlValue } from '../storage/driver.js'
import type { Omitted } from '../venue-kit/omissions.js'
import type { Status } from '../venue-kit/venue.js'
import { createColumns, type ListColumns, type NarrowRow, type WordColumn, wordsOf } from './columns.js'
import { askedSpellings } from './keys.js'
import { type LateNumberName, lateNumbers, type RowKind } from './rows.js'

/** Rows read at a time, with others getting a turn in between. */
const NARROW_AT_ONCE = 2_000
const TEXTS_AT_ONCE = 32

/** A list as it was read; times are epoch ms. */
export interface Generation {
  readonly walk: number
  readonly beganAt: number
  readonly endedAt: number
  /** Rows in it: events, and markets. */
  readonly rows: number
  /** What its reading had to leave out. */
  readonly omitted?: Omitted
}

/** What is known of a venue's list of one status; times are epoch ms. */
interface ListState {
  readonly status: Status
  /** The walk that is its generation now, absent before the first one has ended. */
  readonly generation?: Generation
  readonly underWay?: { readonly walk: number; readonly beganAt: number; readonly pages: number }
}

/** A row as last seen, in a list or not. */
interface Known {
  readonly version: number
  readonly status: Status
  readonly firstSeen: number
  readonly lastSeen: number
  /** Since when its venue's list has been without it; absent while it is listed. */
  readonly goneAt?: number
}

export interface CatalogReader {
  /** The lists of which there is anything. */
  state(venue: VenueId): readonly ListState[]
  /**
   * When a generation of that list began to be read, epoch ms, be it the newest or one before it; undefined where it is
   * none, or no longer kept.
   */
  beganAt(walk: number, venue: VenueId, status: Status): number | undefined
  /** The list as it was when the walk ended, ready to be held in memory. */
  columns(walk: number, kind: RowKind, turn: Turn): Promise<ListColumns>
  /** A number of each of the rows, NaN where unknown. @throws as `pieces` */
  numbers(versions: Float64Array, name: LateNumberName, turn: Turn): Promise<Float64Array>
  /** The labels of the outcomes of each of the rows. @throws as `pieces` */
  labels(versions: Float64Array, turn: Turn): Promise<WordColumn>
  /** Which of the descriptions, by id and ascending, hold the text, whatever the case. */
  describing(ids: readonly number[], text: string, turn: Turn): Promise<ReadonlySet<number>>
  /** The rows that bear this id, slug, address or other key; one as a rule. */
  lookup(venue: VenueId, kind: RowKind, asked: string): readonly Known[]
  /** The statuses of an event's markets, in their order. */
  statusesOf(event: number): readonly Status[]
  /**
   * The rows' JSON in their order, in pieces that follow each other, a comma between two rows. Few rows are read at a
   * time. @throws CATALOG_UNAVAILABLE where rows are no longer kept
   */
  pieces(kind: RowKind, versions: readonly number[]): Iterable<string>
  /** Markets by their ids, each as its JSON, few read at a time. @throws as `pieces` */
  markets(versions: readonly number[]): Iterable<readonly [id: string, json: string]>
}

/** @param addressOf as for the writer */
export function createCatalogReader(
  database: Database,
  addressOf: (venue: VenueId) => string = () => '',
): CatalogReader {
  const sql = prepareAll(database)

  function* narrowRows(walk: number, kind: string): Generator<SqlValue[][]> {
    let after: SqlValue = -1
    for (;;) {
      const rows: SqlValue[][] = sql.narrow.rows(walk, kind, after, NARROW_AT_ONCE)
      if (rows.length === 0) return
      yield rows
      after = rows.at(-1)?.[0] ?? null
    }
  }

  /** A column of few bytes a row, of all these rows. */
  async function late(column: string, versions: Float64Array, turn: Turn): Promise<SqlValue[]> {
    const statement = database.prepare(
      `SELECT v.id, v.${column} FROM json_each(?) j LEFT JOIN versions v ON v.id = j.value ORDER BY j.key`,
    )
    const values: SqlValue[] = []
    for (let from = 0; from < versions.length; from += NARROW_AT_ONCE) {
      const slice = [...versions.subarray(from, from + NARROW_AT_ONCE)]
      for (const [id, value = null] of statement.rows(JSON.stringify(slice))) {
        if (id === null) throw noLongerKept()
        values.push(value)
      }
      await turn(true)
    }
    return values
  }

  function* texts(versions: readonly number[]): Generator<string> {
    for (let from = 0; from < versions.length; from += TEXTS_AT_ONCE) {
      const slice = versions.slice(from, from + TEXTS_AT_ONCE)
      for (const [json] of sql.texts.rows(JSON.stringify(slice))) {
        if (typeof json !== 'string') throw noLongerKept()
        yield json
      }
    }
  }

  function* parts(event: number): Generator<string> {
    for (let from = 0; ; from += TEXTS_AT_ONCE) {
      const rows = sql.parts.rows(event, from, from + TEXTS_AT_ONCE)
      for (const [index, [json]] of rows.entries()) yield `${from + index > 0 ? ',' : ''}${json}`
      if (rows.length < TEXTS_AT_ONCE) return
    }
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
    beganAt(walk, venue, status) {
      const [beganAt] = sql.beganAt.rows(walk, status, venue, addressOf(venue))[0] ?? []
      return beganAt === undefined ? undefined : Number(beganAt)
    },
    async columns(walk, kind, turn) {
      const seen = new Set<SqlValue>()
      const rows: NarrowRow[] = []
      // Where a venue lists its markets by themselves, those of its events are not that list.
      const ofMarkets = sql.listsMarkets.rows(walk).length > 0 ? 'market' : 'part'
      for (const read of narrowRows(walk, kind === 'event' ? 'event' : ofMarkets)) {
        for (const row of read) {
          if (row[2] !== 1 || seen.has(row[1] ?? null)) continue
          seen.add(row[1] ?? null)
          rows.push(toNarrow(row))
        }
        await turn(true)
      }
      return createColumns(rows)
    },
    async numbers(versions, name, turn) {
      const values = await late(lateNumbers[name], versions, turn)
      return Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN))
    },
    async labels(versions, turn) {
      return wordsOf(await late('labels', versions, turn), (labels) => JSON.parse(String(labels)) as string[])
    },
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
      const names = JSON.stringify(askedSpellings(asked))
      // A market is told once, as the venue's list of markets tells it where that has it.
      const kinds = JSON.stringify(kind === 'event' ? ['event'] : ['market', 'part'])
      const rows = sql.lookup.rows(names, venue, addressOf(venue), kinds)
      const told = rows.filter((row, index) => rows.findIndex((other) => other[5] === row[5]) === index)
      return told.map((row): Known => {
        const [version, status, firstSeen, lastSeen, goneAt] = row
        return {
          version: Number(version),
          status: toStatus(status),
          firstSeen: Number(firstSeen),
          lastSeen: Number(lastSeen),
          ...(typeof goneAt === 'number' ? { goneAt } : {}),
        }
      })
    },
    statusesOf: (event) => sql.statuses.rows(event).map(([status]) => toStatus(status)),
    *pieces(kind, versions) {
      let index = 0
      for (const json of texts(versions)) {
        if (index > 0) yield ','
        const version = versions[index++]
        if (kind === 'market' || version === undefined) yield json
        else {
          yield `${json.slice(0, -1)},"markets":[`
          yield* parts(version)
          yield ']}'
        }
      }
    },
    *markets(versions) {
      for (let from = 0; from < versions.length; from += TEXTS_AT_ONCE) {
        const slice = versions.slice(from, from + TEXTS_AT_ONCE)
        for (const [id, json] of sql.markets.rows(JSON.stringify(slice))) {
          if (typeof json !== 'string') throw noLongerKept()
          yield [String(id), json]
        }
      }
    },
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
    // Written by the writer, and by nobody else.
    ...(typeof omitted === 'string' ? { omitted: JSON.parse(omitted) as Omitted } : {}),
  }
}

function noLongerKept(): PmxError {
  return new PmxError('CATALOG_UNAVAILABLE', 'The list has been replaced by newer ones; ask for it again.')
}

function toNarrow(row: readonly SqlValue[]): NarrowRow {
  const [version, volume24h, volume, liquidity, startsAt, endsAt] = row.slice(3, 9)
  const [category, tags, title, description] = row.slice(9)
  const known = (value: SqlValue | undefined) => (typeof value === 'number' ? value : undefined)
  return {
    version: Number(version),
    numbers: {
      volume24h: known(volume24h),
      volume: known(volume),
      liquidity: known(liquidity),
      startsAt: known(startsAt),
      endsAt: known(endsAt),
    },
    category: typeof category === 'string' ? category : undefined,
    tags: JSON.parse(String(tags)) as string[],
    title: String(title),
    description: Number(description),
  }
}

function prepareAll(database: Database) {
  return {
    state: database.prepare(
      `SELECT w.status, w.ended_at IS NOT NULL, w.id, w.began_at, w.ended_at, w.pages, w.rows, w.omitted
       FROM walks w JOIN sources s ON s.id = w.source
       WHERE s.venue = ? AND s.address = ? AND w.superseded_at IS NULL`,
    ),
    listsMarkets: database.prepare('SELECT 1 FROM walks WHERE id = ? AND lists_markets = 1'),
    beganAt: database.prepare(
      `SELECT w.began_at FROM walks w JOIN sources s ON s.id = w.source
       WHERE w.id = ? AND w.status = ? AND w.ended_at IS NOT NULL AND s.venue = ? AND s.address = ?`,
    ),
    narrow: database.prepare(
      `SELECT p.position, v.thing, v.status = w.status, v.id, v.volume24h, v.volume, v.liquidity, v.starts_at,
         v.ends_at, v.category, v.tags, v.title, v.description
       FROM places p JOIN walks w ON w.id = p.walk JOIN versions v ON v.id = p.version
       WHERE p.walk = ? AND p.kind = ? AND p.position > ? ORDER BY p.position LIMIT ?`,
    ),
    describing: database.prepare(
      'SELECT d.id FROM json_each(?) j JOIN descriptions d ON d.id = j.value WHERE instr(d.lowered, ?) > 0',
    ),
    // Crossed: in this order. SQLite knows nothing of the size of the list of names, and would go through all there are.
    lookup: database.prepare(
      `SELECT DISTINCT t.version, v.status, t.first_seen, t.last_seen, t.gone_at, t.native_id
       FROM json_each(?) j CROSS JOIN sources s ON s.venue = ? AND s.address = ?
         CROSS JOIN names n ON n.source = s.id AND n.name = j.value
         CROSS JOIN things t ON t.id = n.thing AND t.kind IN (SELECT value FROM json_each(?))
         JOIN versions v ON v.id = t.version
       ORDER BY t.kind, t.id`,
    ),
    texts: database.prepare(
      'SELECT t.json FROM json_each(?) j LEFT JOIN texts t ON t.version = j.value ORDER BY j.key',
    ),
    markets: database.prepare(
      `SELECT th.native_id, t.json FROM json_each(?) j LEFT JOIN texts t ON t.version = j.value
         LEFT JOIN versions v ON v.id = j.value LEFT JOIN things th ON th.id = v.thing
       ORDER BY j.key`,
    ),
    statuses: database.prepare(
      'SELECT v.status FROM parts p JOIN versions v ON v.id = p.market WHERE p.event = ? ORDER BY p.position',
    ),
    parts: database.prepare(
      `SELECT t.json FROM parts p JOIN texts t ON t.version = p.market
       WHERE p.event = ? AND p.position >= ? AND p.position < ? ORDER BY p.position`,
    ),
  }
}
