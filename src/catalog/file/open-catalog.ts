import type { OpenDatabase } from '../../storage/driver.js'
import { type Opened, openDatabase } from '../../storage/open.js'
import { catalogMigrations } from './migrations.js'

/**
 * Rows are texts of one to three thousand bytes, so small pages would be half empty. `prune` checkpoints the writes of a sync
 * afterwards, since a checkpoint during the sync delays the list. A sync that writes more than the limit is checkpointed anyway.
 * The limit is twice the size of the largest venue's list.
 */
const PAGE_BYTES = 16_384
const MAX_UNFOLDED_BYTES = 512_000_000

/** Maximum page cache, bytes. Writers touch the whole file, readers only the page of a list. */
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
