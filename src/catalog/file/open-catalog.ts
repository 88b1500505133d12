import type { OpenDatabase } from '../../storage/driver.js'
import { type Opened, openDatabase } from '../../storage/open.js'
import { catalogMigrations } from './migrations.js'

/**
 * Rows are texts of one to three thousand bytes: of small pages each would leave half empty. What a walk writes is
 * folded into the file after it, by `prune`: folding it in the middle waits for the disk while somebody waits for the
 * list. One that writes more than the limit is folded all the same: twice what the largest venue's list takes.
 */
const PAGE_BYTES = 16_384
const MAX_UNFOLDED_BYTES = 512_000_000

/** Whoever writes goes through the whole file; whoever reads, through a page of a list. Bytes, at most. */
const cacheBytes = { writes: 8_000_000, reads: 4_000_000 }

/**
 * Opens the catalog's file.
 * @param busyMs as for {@link openDatabase}
 */
export function openCatalogFile(
  open: OpenDatabase,
  path: string,
  use: keyof typeof cacheBytes,
  busyMs?: number,
): Opened {
  return openDatabase(open, path, catalogMigrations, busyMs, {
    page_size: PAGE_BYTES,
    cache_size: -Math.floor(cacheBytes[use] / 1_000),
    wal_autocheckpoint: Math.floor(MAX_UNFOLDED_BYTES / PAGE_BYTES),
  })
}
