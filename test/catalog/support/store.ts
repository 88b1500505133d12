import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { createCatalogReader } from '../../../src/catalog/file/catalog-reader.js'
import { createCatalogWriter } from '../../../src/catalog/file/catalog-writer.js'
import { openCatalogFile } from '../../../src/catalog/file/open-catalog.js'
import type { VenuePage } from '../../../src/catalog/file/page-writer.js'
import { NEXT } from '../../../src/catalog/rows/packed-rows.js'
import { joinText } from '../../../src/catalog/rows/row-stream.js'
import type { Database, SqlValue } from '../../../src/storage/driver.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import type { Status } from '../../../src/venue-kit/contract/venue.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'

export const driver = await loadDriver()
export const venue: VenueId = 'kalshi'

/** A catalog over a file, or in memory, with all that reads and writes it. */
export function openCatalog(path = ':memory:', clock: FakeClock = fakeClock()) {
  const { database } = openCatalogFile(driver, path, 'writes')
  return over(database, clock)
}

export function over(database: Database, clock: FakeClock, addressOf?: (of: VenueId) => string) {
  const writer = createCatalogWriter(database, clock, addressOf)
  const reader = createCatalogReader(database, addressOf)
  return {
    database,
    clock,
    writer,
    reader,
    /** Walks a list from its first page to its end; returns the generation. */
    sync(pages: readonly VenuePage[], status: Status = 'active', of: VenueId = venue): number {
      const listsMarkets = pages.some(({ markets }) => markets !== undefined)
      const walk = writer.begin(of, status, { listsMarkets })
      for (const page of pages) walk.page(page)
      walk.end(true)
      return walk.id
    },
    rows(kind: 'event' | 'market', versions: readonly number[]): unknown[] {
      return JSON.parse(`[${joinText(reader.pieces(kind, versions))}]`)
    },
  }
}

/** A database that notes how many rows each question brought. */
export function counting(database: Database): { readonly database: Database; readonly reads: number[] } {
  const reads: number[] = []
  return {
    reads,
    database: {
      ...database,
      prepare(sql) {
        const statement = database.prepare(sql)
        return {
          run: (values) => statement.run(values),
          rows(...values) {
            const rows = statement.rows(...values)
            reads.push(rows.length + (sql.includes('group_concat') ? joinedIn(rows) : 0))
            return rows
          },
        }
      },
    },
  }
}

/** Rows that came joined to another one. */
function joinedIn(rows: readonly (readonly SqlValue[])[]): number {
  const values = rows.flat().filter((value) => value instanceof Uint8Array)
  return values.reduce((sum, bytes) => sum + bytes.filter((byte) => byte === NEXT).length, 0)
}
