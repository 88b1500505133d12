import { createHash } from 'node:crypto'
import type { VenueId } from '../api/venue-ids.js'
import type { Clock } from '../effects/clock.js'
import type { Database, SqlValue } from '../storage/driver.js'
import type { Omitted } from '../venue-kit/omissions.js'
import type { EventRow, MarketRow, Status } from '../venue-kit/venue.js'
import { dropWalk, prune } from './prune.js'
import { lateNames, lateNumbers, numberNames, type ReadyRow, readyEvent, readyMarket } from './rows.js'

/** A page of a venue's list: events with their markets, or markets where the venue lists them by themselves. */
export interface CatalogPage {
  readonly events?: readonly EventRow[]
  readonly markets?: readonly MarketRow[]
  /** From where the list goes on after this page, in the venue's words; absent after the last one. */
  readonly next?: string | undefined
}

/** The reading of a venue's list of one status; nothing of it is shown as a list before it has ended. */
export interface CatalogWalk {
  /** Also the generation that the list has when the walk has ended. */
  readonly id: number
  readonly beganAt: number
  /** Pages that are kept already, by this process or one before. */
  readonly pages: number
  /** From where the list goes on after those; absent before the first page, and when only the end is missing. */
  readonly next: string | undefined
  /** Keeps a page with the place from which to go on: both or neither. */
  page(page: CatalogPage): void
  /**
   * Makes it the list's generation.
   * @param isWhole whether everything the venue lists was read; only then is gone what it does not list
   * @param omitted what its reading had to leave out
   */
  end(isWhole: boolean, omitted?: Omitted): void
  /** Forgets what was walked; what is newer of its rows stays known to lookups. */
  abandon(): void
}

interface WalkTerms {
  /** Whether the venue lists its markets by themselves: those of its events are not that list, and may be told otherwise there. */
  readonly listsMarkets?: boolean
  /** An unfinished walk that began before this, epoch ms, is forgotten: what it holds is old. */
  readonly youngest?: number
}

export interface CatalogWriter {
  /** Begins the reading of a list, or goes on with one that was not ended. */
  begin(venue: VenueId, status: Status, terms?: WalkTerms): CatalogWalk
  /**
   * Deletes lists that were superseded before the instant and what only they refer to, in small pieces: one is done
   * each time the iterator is asked. Things that are gone stay, as last seen.
   */
  prune(supersededBefore: number): Iterable<number>
}

/** @param addressOf where a venue is asked: '' for its own addresses; what came from elsewhere is kept apart */
export function createCatalogWriter(
  database: Database,
  clock: Clock,
  addressOf: (venue: VenueId) => string = () => '',
): CatalogWriter {
  const sql = prepareAll(database)

  function sourceOf(venue: VenueId): number {
    const values = [venue, addressOf(venue)]
    sql.addSource.run(values)
    return numberIn(sql.source.rows(...values))
  }

  /** The version that has this very content; a new one where the thing has not had it last. */
  function keep(walk: Place, page: Page, row: KeptRow, parts: readonly number[] = []): number {
    const now = clock.now()
    const digest = digestOf([row.json, row.status, String(row.numbers.startsAt), parts.join()])
    const named = digestOf([JSON.stringify(row.names)])
    const [found] = sql.thing.rows(walk.source, row.kind, row.id)
    if (found !== undefined && found[2] === digest && found[3] === named) {
      sql.seen.run([walk.status, walk.id, now, Number(found[0])])
      return Number(found[1])
    }
    const thing = Number(found?.[0] ?? page.nextThing++)
    const version = found?.[2] === digest ? Number(found[1]) : addVersion(page, thing, row, parts)
    const facts = [walk.status, walk.id, version, digest, named]
    sql.addThing.run([thing, walk.source, row.kind, row.id, ...facts, now, now])
    if (found?.[3] !== named) for (const name of row.names) sql.addName.run([walk.source, name, thing])
    return version
  }

  function addVersion(page: Page, thing: number, row: KeptRow, parts: readonly number[]): number {
    const version = page.nextVersion++
    const known = [
      ...numberNames.map((name) => row.numbers[name]),
      ...lateNames.map((name) => row.late[name]),
    ]
    const numbers = known.map((number) => number ?? null)
    const words = [row.category ?? null, JSON.stringify(row.tags), row.title, JSON.stringify(row.labels)]
    const description = descriptionFor(page, row.description)
    sql.addVersion.run([version, thing, row.status, ...numbers, ...words, description])
    sql.addText.run([version, row.json])
    for (const [position, market] of parts.entries()) sql.addPart.run([version, position, market])
    return version
  }

  /** Many markets of an event share one. */
  function descriptionFor({ descriptions }: Page, text: string): number {
    const known = descriptions.get(text)
    if (known !== undefined) return known
    const lowered = text.toLowerCase()
    const digest = digestOf([lowered])
    sql.addDescription.run([digest, lowered])
    const id = numberIn(sql.description.rows(digest))
    descriptions.set(text, id)
    return id
  }

  function keepPage(walk: Place, { events = [], markets = [], next }: CatalogPage): void {
    database.transaction(() => {
      if (sql.isOpen.rows(walk.id).length === 0) throw new Error('the walk has ended, or is of another file')
      // Nobody else writes before the page is kept.
      const page: Page = {
        nextThing: numberIn(sql.nextThing.rows()),
        nextVersion: numberIn(sql.nextVersion.rows()),
        descriptions: new Map(),
      }
      const positions = new Map<string, number>()
      const place = (kind: string, version: number): void => {
        const position = positions.get(kind) ?? numberIn(sql.nextPosition.rows(walk.id, kind))
        positions.set(kind, position + 1)
        sql.addPlace.run([walk.id, kind, position, version])
      }
      for (const row of events.map(readyEvent)) {
        const parts = row.markets.map((market) => keep(walk, page, { ...market, kind: walk.partKind }))
        place('event', keep(walk, page, row, parts))
        for (const version of parts) place('part', version)
      }
      for (const row of markets.map(readyMarket)) place('market', keep(walk, page, row))
      const rows = events.reduce((sum, event) => sum + 1 + event.markets.length, markets.length)
      sql.addPage.run([next ?? null, rows, walk.id])
    })
  }

  function end({ id, source, status }: Place, isWhole: boolean, omitted: Omitted | undefined): void {
    database.transaction(() => {
      const now = clock.now()
      if (isWhole) sql.markGone.run([now, source, status, id])
      sql.supersede.run([now, source, status])
      sql.end.run([now, omitted === undefined ? null : JSON.stringify(omitted), id])
    })
  }

  return {
    begin(venue, status, { listsMarkets = false, youngest = Number.NEGATIVE_INFINITY } = {}) {
      const source = sourceOf(venue)
      let [found] = sql.underWay.rows(source, status)
      const isFit = Number(found?.[1]) >= youngest && found?.[4] === Number(listsMarkets)
      if (found !== undefined && !isFit) {
        dropWalk(database, Number(found[0]))
        found = undefined
      }
      if (found === undefined) {
        // Numbers of walks are never used again, not even in a file that takes the place of a damaged one.
        const id = Math.max(clock.now(), numberIn(sql.nextWalk.rows()))
        sql.addWalk.run([id, source, status, clock.now(), Number(listsMarkets)])
        found = sql.underWay.rows(source, status)[0]
      }
      const [id, beganAt, pages, next] = found ?? []
      const walk: Place = { id: Number(id), source, status, partKind: listsMarkets ? 'part' : 'market' }
      return {
        id: walk.id,
        beganAt: Number(beganAt),
        pages: Number(pages),
        next: typeof next === 'string' ? next : undefined,
        page: (page) => keepPage(walk, page),
        end: (isWhole, omitted) => end(walk, isWhole, omitted),
        abandon: () => dropWalk(database, walk.id),
      }
    },
    prune: (supersededBefore) => prune(database, supersededBefore),
  }
}

/** A row of a list, or a market of an event where the venue lists its markets by themselves. */
type KeptRow = Omit<ReadyRow, 'kind'> & { readonly kind: ReadyRow['kind'] | 'part' }

/** What is counted and found while a page is kept. */
interface Page {
  nextThing: number
  nextVersion: number
  /** Ids of descriptions by their texts. */
  readonly descriptions: Map<string, number>
}

interface Place {
  readonly id: number
  readonly source: number
  readonly status: Status
  /** As what the markets of events are kept. */
  readonly partKind: 'part' | 'market'
}

function numberIn(rows: readonly (readonly SqlValue[])[]): number {
  return Number(rows[0]?.[0])
}

/** Stands between texts: JSON, ids of ours and numbers have none. */
const BETWEEN = '\u0000'

function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join(BETWEEN)).digest('base64').slice(0, 22)
}

function prepareAll(database: Database) {
  const prepare = (text: string) => database.prepare(text)
  return {
    addSource: prepare('INSERT INTO sources (venue, address) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    source: prepare('SELECT id FROM sources WHERE venue = ? AND address = ?'),
    underWay: prepare(
      `SELECT id, began_at, pages, next, lists_markets FROM walks
       WHERE source = ? AND status = ? AND ended_at IS NULL`,
    ),
    nextWalk: prepare('SELECT ifnull((SELECT id FROM walks ORDER BY id DESC LIMIT 1), 0) + 1'),
    addWalk: prepare(
      'INSERT INTO walks (id, source, status, began_at, lists_markets) VALUES (?, ?, ?, ?, ?)',
    ),
    isOpen: prepare('SELECT 1 FROM walks WHERE id = ? AND ended_at IS NULL'),
    addPage: prepare('UPDATE walks SET pages = pages + 1, next = ?, rows = rows + ? WHERE id = ?'),
    end: prepare('UPDATE walks SET ended_at = ?, omitted = ?, next = NULL WHERE id = ?'),
    supersede: prepare(
      `UPDATE walks SET superseded_at = ?
       WHERE source = ? AND status = ? AND ended_at IS NOT NULL AND superseded_at IS NULL`,
    ),
    thing: prepare(
      'SELECT id, version, digest, names_digest FROM things WHERE source = ? AND kind = ? AND native_id = ?',
    ),
    nextThing: prepare('SELECT ifnull((SELECT id FROM things ORDER BY id DESC LIMIT 1), 0) + 1'),
    seen: prepare('UPDATE things SET status = ?, walk = ?, last_seen = ?, gone_at = NULL WHERE id = ?'),
    addThing: prepare(
      `INSERT INTO things
         (id, source, kind, native_id, status, walk, version, digest, names_digest, first_seen, last_seen)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, walk = excluded.walk, version = excluded.version,
         digest = excluded.digest, names_digest = excluded.names_digest, last_seen = excluded.last_seen,
         gone_at = NULL`,
    ),
    markGone: prepare(
      'UPDATE things SET gone_at = ? WHERE source = ? AND status = ? AND walk <> ? AND gone_at IS NULL',
    ),
    addName: prepare('INSERT INTO names (source, name, thing) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    nextVersion: prepare('SELECT ifnull((SELECT id FROM versions ORDER BY id DESC LIMIT 1), 0) + 1'),
    addVersion: prepare(
      `INSERT INTO versions (id, thing, status, volume24h, volume, liquidity, starts_at, ends_at,
         ${lateNames.map((name) => lateNumbers[name]).join(', ')}, category, tags, title, labels, description)
       VALUES (?, ?, ?${', ?'.repeat(numberNames.length + lateNames.length)}, ?, ?, ?, ?, ?)`,
    ),
    addText: prepare('INSERT INTO texts (version, json) VALUES (?, ?)'),
    addPart: prepare('INSERT INTO parts (event, position, market) VALUES (?, ?, ?)'),
    addDescription: prepare(
      'INSERT INTO descriptions (digest, lowered) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ),
    description: prepare('SELECT id FROM descriptions WHERE digest = ?'),
    nextPosition: prepare(
      `SELECT ifnull((SELECT position FROM places WHERE walk = ? AND kind = ? ORDER BY position DESC LIMIT 1), -1) + 1`,
    ),
    addPlace: prepare('INSERT INTO places (walk, kind, position, version) VALUES (?, ?, ?, ?)'),
  }
}
