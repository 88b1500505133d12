import { existsSync } from 'node:fs'
import { readStoredLists, type StoredList } from '../../catalog/file/stored-lists.js'
import { deleteDatabase, measureDatabase } from '../../storage/files.js'
import { loadDriver } from '../../storage/load-driver.js'
import { readSettings } from '../options/settings.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import { filesOf, runOnFile, type StoreFlags, withLockedFolder } from './open-database.js'

/** The catalog file. */
interface CatalogFile {
  readonly path: string
  readonly bytes: number
}

/**
 * Reads data about the stored lists, or returns undefined if there is no file. @throws CommandFailed for a file that cannot be
 * read
 */
export async function readCatalog(
  flags: StoreFlags,
): Promise<(CatalogFile & { readonly lists: readonly StoredList[] }) | undefined> {
  const path = filesOf(readSettings(flags), flags).catalog
  if (path === undefined || !existsSync(path)) return undefined
  return runOnFile(path, async () => {
    const database = (await loadDriver())(path, { readOnly: true })
    try {
      return { path, bytes: measureDatabase(path), lists: readStoredLists(database) }
    } finally {
      database.close()
    }
  })
}

/**
 * Deletes all stored lists, regardless of the state of the file.
 * @param dryRun only reports what would be deleted
 * @throws CommandFailed without stored lists, or while a daemon holds the state folder
 */
export async function deleteCatalog(flags: StoreFlags, dryRun: boolean): Promise<CatalogFile> {
  const settings = readSettings(flags)
  const path = filesOf(settings, flags).catalog
  if (path === undefined)
    throw new CommandFailed('The simulation stores no lists. It reads them on request.', exitCodes.usage)
  if (!existsSync(path)) throw new CommandFailed(`No lists are stored yet: ${path} does not exist.`)
  if (dryRun) return { path, bytes: measureDatabase(path) }
  return withLockedFolder(settings, 'prune', async () => {
    const bytes = measureDatabase(path)
    deleteDatabase(path)
    return { path, bytes }
  })
}
