import { existsSync, statSync } from 'node:fs'
import { DAY_MS } from '../../api/times/resolution.js'
import { candleMigrations } from '../../candles/database/migrations.js'
import type { AddressOf, CompactionOptions } from '../../candles/database/sqlite-store.js'
import { worldFilesIn } from '../../daemon/files/state-paths.js'
import { acquireStateLock } from '../../daemon/lifecycle/command-locks.js'
import { loadStoredAddresses } from '../../daemon/sources/venue-loader.js'
import { systemClock } from '../../effects/clock.js'
import { createSystemIds } from '../../effects/ids.js'
import type { Database, OpenDatabase, ShellDatabase } from '../../storage/driver.js'
import { faultOf, isOfSchema, type StorageFault } from '../../storage/faults.js'
import { loadDriver } from '../../storage/load-driver.js'
import { findLatestVersion, readSchemaVersion } from '../../storage/migrate.js'
import { closeDatabase, openDatabase } from '../../storage/open.js'
import { type DaemonFlags, readSettings, type Settings } from '../options/settings.js'
import { CommandFailed, exitCodes } from '../output/output.js'

/** Flags for commands that use the database directly. */
export interface StoreFlags extends DaemonFlags {
  /** Use the simulation's database. */
  readonly demo?: boolean
  readonly json?: boolean
}

/** Returns the path of the candle database that the flags select, whether or not it exists. */
export function candlePathOf(flags: StoreFlags): string {
  return filesOf(readSettings(flags), flags).candles
}

/** Returns the paths of the data files that the flags select. */
export function filesOf({ config, paths }: Settings, flags: StoreFlags): ReturnType<typeof worldFilesIn> {
  return worldFilesIn(paths.stateDir, flags.demo === true ? config.demo.seed : undefined)
}

/** An open candle database, with the data needed to read it. */
export interface CandleFile {
  readonly database: Database
  readonly path: string
  /** The configured address of each venue. */
  readonly addressOf: AddressOf
  /** The origin of candles in export files: the address of the series, or the simulation. */
  originOf(address: string): string
  /** Settings for compacting old candles. */
  readonly sealing: CompactionOptions
}

interface ReadableFile extends CandleFile {
  readonly database: ShellDatabase
}

/**
 * Reads the database, which another process may write.
 * @throws CommandFailed when it does not exist or cannot be read
 */
export async function withDatabaseReader<Result>(
  flags: StoreFlags,
  work: (file: ReadableFile) => Promise<Result> | Result,
): Promise<Result> {
  const path = candlePathOf(flags)
  if (!existsSync(path)) {
    throw new CommandFailed(
      `No candles are stored yet: ${path} does not exist.\n  'pmx-local backfill <venue> <id> --start <time>' stores candles.`,
    )
  }
  return runOnFile(path, async () => {
    const open = await loadDriver()
    if (versionOf(open, path) < findLatestVersion(candleMigrations))
      await withDatabaseWriter(flags, 'upgrade', () => undefined)
    const database = open(path, { readOnly: true })
    try {
      return await work({ database, path, ...(await termsOf(readSettings(flags), flags)) })
    } finally {
      database.close()
    }
  })
}

/** @throws CommandFailed for a file without a schema, in which nothing was ever stored */
function versionOf(open: OpenDatabase, path: string): number {
  const database = open(path, { readOnly: true })
  try {
    const version = readSchemaVersion(database)
    if (version > 0) return version
  } finally {
    database.close()
  }
  throw new CommandFailed(
    `${path} contains no candles. It is ${statSync(path).size === 0 ? 'empty' : 'another kind of database'}.\n` +
      "  Move it aside; 'pmx-local start' or 'pmx-local backfill <venue> <id> --start <time>' creates a new one.",
  )
}

/**
 * Runs an operation on a file, and reports an SQLite error in one line, with a fix.
 * @param ifDamaged fix for a damaged file, other than a candle database
 */
export async function runOnFile<Result>(
  path: string,
  work: () => Promise<Result>,
  ifDamaged = waysOut.corrupt,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isOfSchema(error))
      throw new CommandFailed(
        `${path} has tables that this version does not know (${error.message}).\n` +
          '  If a newer version wrote the file, use that version. Otherwise move the file aside.',
      )
    const fault = faultOf(error)
    if (fault === undefined || !(error instanceof Error)) throw error
    const wayOut = fault === 'corrupt' ? ifDamaged : waysOut[fault]
    throw new CommandFailed(`${path} ${troubles[fault]} (${error.message}).\n  ${wayOut}`)
  }
}

const troubles: Readonly<Record<StorageFault, string>> = {
  corrupt: 'is damaged, or not a database',
  unwritable: 'cannot be opened or written',
  busy: 'is in use by another process',
}

const waysOut: Readonly<Record<StorageFault, string>> = {
  corrupt:
    "Move it aside, or run 'pmx-local start', which moves it aside. Candles are fetched again on request. 'pmx-local import' restores an export.",
  unwritable: "Check its folder's permissions and free space.",
  busy: 'Retry when that process has exited.',
}

async function termsOf(
  { config }: Settings,
  flags: StoreFlags,
): Promise<Pick<CandleFile, 'addressOf' | 'originOf' | 'sealing'>> {
  const sealAfterMs = config.candles.sealAfterDays * DAY_MS
  return {
    // A simulation has its own file.
    addressOf: await loadStoredAddresses(config.venues, flags.demo === true ? {} : undefined),
    originOf: (address) => (flags.demo === true ? `the simulation with seed ${config.demo.seed}` : address),
    sealing: { before: () => systemClock.now() - sealAfterMs },
  }
}

/** Maximum wait for another process that locks the file, ms. Only this command waits. */
const COMMAND_BUSY_MS = 5_000

/**
 * Writes the database as the only writer, with the state folder locked.
 * @throws CommandFailed while a daemon holds it, or when a newer version has written the file
 */
export async function withDatabaseWriter<Result>(
  flags: StoreFlags,
  what: string,
  work: (file: CandleFile) => Promise<Result> | Result,
): Promise<Result> {
  const settings = readSettings(flags)
  const path = filesOf(settings, flags).candles
  const write = async () => {
    const driver = await loadDriver()
    const { database, newer } = openDatabase(driver, path, candleMigrations, COMMAND_BUSY_MS)
    try {
      if (newer)
        throw new CommandFailed(
          `${path} was written by a newer version, so it was not changed.\n  Update pmx-local, or move the file aside.`,
        )
      return await work({ database, path, ...(await termsOf(settings, flags)) })
    } finally {
      closeDatabase(database)
    }
  }
  return withLockedFolder(settings, what, () => runOnFile(path, write))
}

/**
 * Runs an operation with the state folder locked, so that no other process writes to it.
 * @param what the holder's mode, which other processes display
 * @throws CommandFailed while a daemon or another command holds it
 */
export async function withLockedFolder<Result>(
  { paths }: Settings,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = acquireStateLock(paths.stateDir, what, { clock: systemClock, ids: createSystemIds() })
  if (!held.ok) {
    throw new CommandFailed(
      `pid ${held.holder.pid} (${held.holder.mode}) uses the database, which can have only one writer.\n` +
        `  Stop it ('pmx-local stop'), run this command again, then restart it.`,
      exitCodes.notAsExpected,
    )
  }
  try {
    return await work()
  } finally {
    held.release()
  }
}
