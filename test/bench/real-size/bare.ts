import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { closeDatabase, openDatabase } from '../../../src/storage/open.js'
import { thousands } from '../http-rows.js'
import type { Row } from '../table.js'
import type { Sized } from './sized.js'

/** As the catalog's file has them (src/catalog/file/open-catalog.ts). */
const PAGE_BYTES = 16_384

/** What nobody who keeps a list can do without. */
export interface BareReading {
  readonly cpuS: number
  /** As the clock goes. */
  readonly seconds: number
  readonly bytes: number
}

/** A venue's pages parsed, and as many bytes written: a row a market, a transaction a page, and nothing else. */
export async function bareReading(folder: string, { venue, markets, pages }: Sized): Promise<BareReading> {
  const file = join(folder, `bare-${venue}.db`)
  const migrations = [{ version: 1, sql: 'CREATE TABLE rows (id INTEGER PRIMARY KEY, json BLOB NOT NULL)' }]
  const { database } = openDatabase(await loadDriver(), file, migrations, undefined, {
    page_size: PAGE_BYTES,
    wal_autocheckpoint: 0,
  })
  const add = database.prepare('INSERT INTO rows (json) VALUES (?)')
  let [cpuS, ms, bytes, members] = [0, 0, 0, 0]
  for (let number = 0; number < pages.count; number++) {
    const page = pages.page(number)
    const rowBytes = Math.ceil((page.length * pages.count) / markets)
    const [from, before] = [performance.now(), usedSeconds()]
    members += Object.keys(JSON.parse(page.toString()) as object).length
    database.transaction(() => {
      for (let at = 0; at < page.length; at += rowBytes) add.run([page.subarray(at, at + rowBytes)])
    })
    cpuS += usedSeconds() - before
    ms += performance.now() - from
    bytes += page.length
  }
  closeDatabase(database)
  rmSync(file)
  if (members < pages.count) throw new Error(`the pages of ${venue} are empty`)
  return { cpuS, seconds: ms / 1_000, bytes }
}

/**
 * The venue's rate budget says little of a reading that takes longer than it; this does.
 * @param cpuS seconds of processor time that the daemon's first sync took
 */
export function bareRow({ venue }: Sized, bare: BareReading, cpuS: number): Row {
  const times = cpuS / bare.cpuS
  return {
    name: `${venue} of real size: first sync by bare JSON.parse and SQLite write`,
    value: times,
    shown: times.toFixed(1),
    note:
      `times the processor time: ${cpuS.toFixed(1)} s of all our threads, ${bare.cpuS.toFixed(1)} s bare ` +
      `(${bare.seconds.toFixed(1)} s as the clock goes) for the same ${thousands(bare.bytes / 1e6)} MB`,
    budget: '',
    ok: Number.isFinite(times),
  }
}

function usedSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
