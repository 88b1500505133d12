import type { Clock } from '../../effects/clock.js'
import type { Database, SqlValue } from '../../storage/driver.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import {
  lateNames,
  lateNumbers,
  numberNames,
  type ReadyRow,
  readEventNumbers,
  readMarketNumbers,
} from '../rows/row-numbers.js'
import { toDoubleBytes } from '../rows/typed-columns.js'
import { createDigester } from './digest.js'
import { createMetadataWriter, findFirstVersion } from './metadata-blocks.js'

/** A page of a venue's list: events with their markets, or markets if the venue lists them separately. */
export interface VenuePage {
  readonly events?: readonly EventRow[]
  readonly markets?: readonly MarketRow[]
  /** The venue's cursor after this page. Absent after the last one. */
  readonly next?: string | undefined
}

/** The fields of a sync that its pages need. */
export interface SyncPosition {
  readonly id: number
  readonly source: number
  readonly status: Status
  /** The kind under which the markets of events are stored. */
  readonly partKind: PartKind
  /** When its rows were last seen, if another daemon read them, epoch ms; absent: now. */
  readonly readAt?: number
}

/** Markets of events are `part` if the venue lists its markets separately, since their fields may differ there. */
type PartKind = 'part' | 'market'
type ThingKind = ReadyRow['kind'] | PartKind

/** The ids of a stored row. */
export interface StoredRow {
  readonly thing: number
  readonly version: number
  readonly description: number
}

/** Called for each row of the lists of the sync, in the page's order; the page may still fail. */
type OnKept = (row: ReadyRow, kept: StoredRow) => void

/** The source of rows that were fetched individually, such as by id. They belong to no list. */
interface SinglePlace {
  readonly source: number
  /** As in {@link SyncPosition}. */
  readonly partKind: PartKind
}

export interface StoredSingleRows {
  readonly events: readonly EventRow[]
  readonly markets: readonly MarketRow[]
  /** Stored only if the market is unknown, since a found row may have fewer fields than the list's row. */
  readonly found: readonly MarketRow[]
}

interface PageWriter {
  /** Stores a page of a sync in one transaction. */
  page(walk: SyncPosition, page: VenuePage, onKept: OnKept): void
  /** Stores rows as their last seen state, in one transaction. Synced lists do not change. */
  singles(place: SinglePlace, rows: StoredSingleRows): void
}

/** An event or market, as it was when the page began or as the page has changed it. */
interface Thing extends StoredRow {
  readonly digest: number
  readonly named: number
  readonly described: number
}

/** Counters and rows collected while a page is stored. */
interface Page {
  readonly now: number
  nextThing: number
  nextVersion: number
  nextDescription: number
  /** Ids of descriptions by text, since many markets of an event share one. */
  readonly descriptions: Map<string, number>
  /** The page's known events and markets, by kind and id. */
  readonly known: Readonly<Record<ThingKind, Map<string, Thing>>>
  /** Events and markets that have not changed. */
  readonly seen: number[]
  readonly replaced: number[]
  /** Digests of new names, each followed by its event or market. */
  readonly names: number[]
}

/** Separates two texts; JSON, internal ids and numbers do not contain it. */
const BETWEEN = '\u0000'

/**
 * Creates a writer of pages. A page has a thousand rows or more, and most have not changed since the last sync. One statement
 * reads the known rows, and one marks them as seen. New rows are appended to their tables.
 */
export function createPageWriter(database: Database, clock: Clock): PageWriter {
  const sql = prepareAll(database)
  const texts = createDigester()
  const words = createDigester()
  const metadata = createMetadataWriter(database)

  function knownOf(source: number, kind: ThingKind, ids: readonly string[]): Map<string, Thing> {
    const known = new Map<string, Thing>()
    if (ids.length === 0) return known
    for (const row of sql.known.rows(JSON.stringify(ids), source, kind)) {
      const [id, thing, version, digest, named, described, description] = row
      known.set(String(id), {
        thing: Number(thing),
        version: Number(version),
        digest: Number(digest),
        named: Number(named),
        described: Number(described),
        description: Number(description),
      })
    }
    return known
  }

  /** Returns the version with exactly this content, or a new one where the thing's last version differs. */
  function keep(
    place: SyncPosition | SinglePlace,
    page: Page,
    kind: ThingKind,
    row: ReadyRow,
    parts?: string,
  ): Thing {
    const known = page.known[kind].get(row.id)
    const names = JSON.stringify(row.names)
    const named = words.digestOf(names)
    const json = texts.bytesOf(row.text())
    const raw = row.metadata()
    const { startsAt, closesAt } = row.numbers
    const close = closesAt === row.late.endsAt ? '' : `${BETWEEN}${closesAt}`
    const digest = texts.digestWith(
      `${BETWEEN}${row.status}${BETWEEN}${startsAt}${BETWEEN}${parts}${close}${BETWEEN}${raw}`,
    )
    if (known !== undefined && known.digest === digest && known.named === named) {
      page.seen.push(known.thing)
      return known
    }
    const described = words.digestOf(row.description)
    const description =
      known?.described === described ? known.description : descriptionFor(page, row.description)
    const thing = known?.thing ?? page.nextThing++
    const version = page.nextVersion++
    const kept: Thing = { thing, version, digest, named, described, description }
    addVersion(kept, row)
    sql.addText.run([version, names, json])
    metadata.add(version, raw)
    if (parts !== undefined) sql.addParts.run([version, parts])
    const walk = 'id' in place ? place : undefined
    const told = [version, digest, named, described, description, page.now]
    if (known !== undefined) page.replaced.push(known.version)
    if (known === undefined) {
      // A row that no list contained has no sync.
      const listed = [walk?.status ?? row.status, walk?.id ?? 0]
      sql.addThing.run([thing, place.source, kind, row.id, page.now, ...listed, ...told])
    } else if (walk === undefined) sql.renewThing.run([...told, thing])
    else sql.changeThing.run([walk.status, walk.id, ...told, thing])
    if (known?.named !== named) for (const name of row.names) page.names.push(words.digestOf(name), thing)
    page.known[kind].set(row.id, kept)
    return kept
  }

  function addVersion({ thing, version, description }: StoredRow, row: ReadyRow): void {
    const values: SqlValue[] = [version, thing, row.status]
    for (const name of numberNames) values.push(row.numbers[name] ?? null)
    for (const name of lateNames) values.push(row.late[name] ?? null)
    const { category = null, tags, title, slug, labels } = row
    values.push(category, JSON.stringify(tags), title, slug, JSON.stringify(labels), description)
    sql.addVersion.run(values)
  }

  function descriptionFor(page: Page, text: string): number {
    const known = page.descriptions.get(text)
    if (known !== undefined) return known
    const id = page.nextDescription++
    sql.addDescription.run([id, text.toLowerCase()])
    page.descriptions.set(text, id)
    return id
  }

  /** Reads the known rows of a page. There are no other writers until the page is stored. */
  function openPage(
    { source, partKind, readAt }: SinglePlace & Pick<SyncPosition, 'readAt'>,
    { events = [], markets = [] }: Pick<VenuePage, 'events' | 'markets'>,
  ): Page {
    const listed = markets.map(({ market }) => market.marketId)
    const parts = partIds(events)
    const known = (kind: ThingKind, ids: readonly string[]) => knownOf(source, kind, ids)
    return {
      now: readAt ?? clock.now(),
      nextThing: numberIn(sql.nextThing.rows()),
      nextVersion: findFirstVersion(numberIn(sql.nextVersion.rows())),
      nextDescription: numberIn(sql.nextDescription.rows()),
      descriptions: new Map(),
      known: {
        event: known(
          'event',
          events.map(({ event }) => event.id),
        ),
        market: known('market', partKind === 'market' ? [...parts, ...listed] : listed),
        part: known('part', partKind === 'part' ? parts : []),
      },
      seen: [],
      replaced: [],
      names: [],
    }
  }

  function keepAll(
    at: SyncPosition | SinglePlace,
    page: Page,
    { events = [], markets = [] }: Pick<VenuePage, 'events' | 'markets'>,
    onKept: (kind: ThingKind, row: ReadyRow, kept: StoredRow) => void,
  ): void {
    for (const row of events) {
      const versions: number[] = []
      // One row at a time, so that only one is in memory.
      for (const market of row.markets) {
        const ready = readMarketNumbers(market)
        const kept = keep(at, page, at.partKind, ready)
        versions.push(kept.version)
        onKept(at.partKind, ready, kept)
      }
      const ready = readEventNumbers(row)
      onKept('event', ready, keep(at, page, 'event', ready, JSON.stringify(versions)))
    }
    for (const row of markets) {
      const ready = readMarketNumbers(row)
      onKept('market', ready, keep(at, page, 'market', ready))
    }
  }

  function noteReplaced({ replaced, names }: Page): void {
    metadata.flush()
    if (replaced.length > 0) sql.addReplaced.run([JSON.stringify(replaced)])
    if (names.length > 0) sql.addNames.run([toDoubleBytes(names)])
  }

  function keepRows(
    walk: SyncPosition,
    { events = [], markets = [], next }: VenuePage,
    onKept: OnKept,
  ): void {
    const [found] = sql.open.rows(walk.id)
    if (found === undefined) throw new Error('the crawl has ended, or belongs to another file')
    metadata.reset()
    const page = openPage(walk, { events, markets })
    const places: Record<ReadyRow['kind'], number[]> = { event: [], market: [] }
    const place = (kind: ThingKind, row: ReadyRow, kept: StoredRow): void => {
      if (kind === 'part') return
      places[kind].push(kept.version)
      onKept(row, kept)
    }
    keepAll(walk, page, { events, markets }, place)
    for (const [kind, versions] of Object.entries(places))
      if (versions.length > 0) sql.addPlaces.run([walk.id, kind, Number(found[0]), toDoubleBytes(versions)])
    if (page.seen.length > 0) sql.seen.run([walk.status, walk.id, page.now, JSON.stringify(page.seen)])
    noteReplaced(page)
    const rows = events.length + partIds(events).length + markets.length
    sql.addPage.run([next ?? null, rows, walk.id])
  }

  function keepSingles(place: SinglePlace, { events, markets, found }: StoredSingleRows): void {
    const ids = found.map(({ market }) => market.marketId)
    const kinds = ['market', 'part'] as const
    const known = new Set(kinds.flatMap((kind) => [...knownOf(place.source, kind, ids).keys()]))
    const rows = {
      events,
      markets: [...found.filter(({ market }) => !known.has(market.marketId)), ...markets],
    }
    metadata.reset()
    const page = openPage(place, rows)
    keepAll(place, page, rows, () => {})
    if (page.seen.length > 0) sql.seenSingly.run([page.now, JSON.stringify(page.seen)])
    noteReplaced(page)
  }

  return {
    page: (walk, page, onKept) => database.transaction(() => keepRows(walk, page, onKept)),
    singles: (place, rows) => database.transaction(() => keepSingles(place, rows)),
  }
}

function partIds(events: readonly EventRow[]): string[] {
  return events.flatMap((event) => event.markets.map(({ market }) => market.marketId))
}

export function numberIn(rows: readonly (readonly SqlValue[])[]): number {
  return Number(rows[0]?.[0])
}

function prepareAll(database: Database) {
  const prepare = (text: string) => database.prepare(text)
  const nextOf = (table: string) =>
    prepare(`SELECT ifnull((SELECT id FROM ${table} ORDER BY id DESC LIMIT 1), 0) + 1`)
  return {
    open: prepare('SELECT pages FROM walks WHERE id = ? AND ended_at IS NULL'),
    addPage: prepare('UPDATE walks SET pages = pages + 1, next = ?, rows = rows + ? WHERE id = ?'),
    known: prepare(
      `SELECT t.native_id, t.id, t.version, t.digest, t.named, t.described, t.description
       FROM json_each(?) j CROSS JOIN things t ON t.source = ? AND t.kind = ? AND t.native_id = j.value`,
    ),
    nextThing: nextOf('things'),
    nextVersion: nextOf('versions'),
    nextDescription: nextOf('descriptions'),
    seen: prepare(
      `UPDATE things SET status = ?, walk = ?, last_seen = ?, gone_at = NULL
       WHERE id IN (SELECT value FROM json_each(?))`,
    ),
    addThing: prepare(
      `INSERT INTO things (id, source, kind, native_id, first_seen,
         status, walk, version, digest, named, described, description, last_seen)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    seenSingly: prepare('UPDATE things SET last_seen = ? WHERE id IN (SELECT value FROM json_each(?))'),
    renewThing: prepare(
      `UPDATE things SET version = ?, digest = ?, named = ?, described = ?, description = ?, last_seen = ?
       WHERE id = ?`,
    ),
    changeThing: prepare(
      `UPDATE things SET status = ?, walk = ?, version = ?, digest = ?, named = ?, described = ?, description = ?,
         last_seen = ?, gone_at = NULL
       WHERE id = ?`,
    ),
    addReplaced: prepare('INSERT OR IGNORE INTO replaced (version) SELECT value FROM json_each(?)'),
    addNames: prepare('INSERT INTO new_names (pairs) VALUES (?)'),
    addVersion: prepare(
      `INSERT INTO versions (id, thing, status, volume24h, volume, liquidity, starts_at, closes_at,
         ${lateNames.map((name) => lateNumbers[name]).join(', ')}, category, tags, title, slug, labels, description)
       VALUES (?, ?, ?${', ?'.repeat(numberNames.length + lateNames.length)}, ?, ?, ?, ?, ?, ?)`,
    ),
    addText: prepare('INSERT INTO texts (version, names, json) VALUES (?, ?, ?)'),
    addParts: prepare('INSERT INTO parts (event, markets) VALUES (?, ?)'),
    addDescription: prepare('INSERT INTO descriptions (id, lowered) VALUES (?, ?)'),
    addPlaces: prepare('INSERT INTO places (walk, kind, page, versions) VALUES (?, ?, ?, ?)'),
  }
}
