import { existsSync, statSync } from 'node:fs'
import { DAY_MS } from '../../api/times/resolution.js'
import { candleMigrations } from '../../candles/database/migrations.js'
import type { AddressOf, Sealing } from '../../candles/database/sqlite-store.js'
import { worldFilesIn } from '../../daemon/files/state-paths.js'
import { acquireStateLock } from '../../daemon/lifecycle/state-lock.js'
import { loadStoredAddresses } from '../../daemon/sources/venue-loader.js'
import { systemClock } from '../../effects/clock.js'
import { createSystemIds } from '../../effects/ids.js'
import { type Database, loadDriver, type OpenDatabase, type ShellDatabase } from '../../storage/driver.js'
import { faultOf, isOfSchema, type StorageFault } from '../../storage/faults.js'
import { closeDatabase, openDatabase } from '../../storage/open.js'
import { type DaemonFlags, readSettings, type Settings } from '../options/settings.js'
import { CommandFailed, exitCodes } from '../output/output.js'

/** Flags of commands that work on the database itself. */
export interface StoreFlags extends DaemonFlags {
  /** The database of the demo world. */
  readonly demo?: boolean
  readonly json?: boolean
}

/** The candle database the flags mean, whether it is there or not. */
export function candlePathOf(flags: StoreFlags): string {
  return filesOf(readSettings(flags), flags).candles
}

/** The files of the world that the flags mean. */
export function filesOf({ config, paths }: Settings, flags: StoreFlags): ReturnType<typeof worldFilesIn> {
  return worldFilesIn(paths.stateDir, flags.demo === true ? config.demo.seed : undefined)
}

/** An open candle database, and what one has to know to read it. */
export interface CandleFile {
  readonly database: Database
  readonly path: string
  /** Where the configuration says that each venue is asked. */
  readonly addressOf: AddressOf
  /** What files say of where candles come from: the address of the series, or the demo world. */
  originOf(address: string): string
  /** How the configuration says that old candles are kept. */
  readonly sealing: Sealing
}

interface ReadableFile extends CandleFile {
  readonly database: ShellDatabase
}

/**
 * Reads the database beside whoever writes it.
 * @throws CommandFailed when there is none yet, or it cannot be read
 */
export async function withDatabaseReader<Result>(
  flags: StoreFlags,
  work: (file: ReadableFile) => Promise<Result> | Result,
): Promise<Result> {
  const path = candlePathOf(flags)
  if (!existsSync(path)) {
    throw new CommandFailed(
      `No candles are stored yet: there is no ${path}.\n  'pmx-local backfill <venue> <id> --start <time>' stores some.`,
    )
  }
  return runOnFile(path, async () => {
    const open = await loadDriver()
    if (versionOf(open, path) < latestVersion) await withDatabaseWriter(flags, 'upgrade', () => undefined)
    const database = open(path, { readOnly: true })
    try {
      return await work({ database, path, ...(await termsOf(readSettings(flags), flags)) })
    } finally {
      database.close()
    }
  })
}

const latestVersion = candleMigrations.at(-1)?.version ?? 0

/** @throws CommandFailed for a file without a schema: nobody has stored anything there */
function versionOf(open: OpenDatabase, path: string): number {
  const database = open(path, { readOnly: true })
  try {
    const version = Number(database.prepare('PRAGMA user_version').rows()[0]?.[0])
    if (version > 0) return version
  } finally {
    database.close()
  }
  throw new CommandFailed(
    `${path} holds no candles: it is ${statSync(path).size === 0 ? 'empty' : 'another kind of database'}.\n` +
      "  Move it away; 'pmx-local start' or 'pmx-local backfill <venue> <id> --start <time>' begins a new one.",
  )
}

/**
 * Runs work on a file; what SQLite finds wrong with that is told in a line, with the way out.
 * @param ifDamaged the way out of a damaged file, where that is not one of candles
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
          '  A newer version reads what it has written; any other file can be moved away.',
      )
    const fault = faultOf(error)
    if (fault === undefined || !(error instanceof Error)) throw error
    const wayOut = fault === 'corrupt' ? ifDamaged : waysOut[fault]
    throw new CommandFailed(`${path} ${troubles[fault]} (${error.message}).\n  ${wayOut}`)
  }
}

const troubles: Readonly<Record<StorageFault, string>> = {
  corrupt: 'is damaged, or no database at all',
  unwritable: 'cannot be opened or written',
  busy: 'is held by another process',
}

const waysOut: Readonly<Record<StorageFault, string>> = {
  corrupt:
    "Move it away, or start the daemon, which does: 'pmx-local start'. What it held is fetched again when asked for; 'pmx-local import' reads an export back.",
  unwritable: 'Look at the rights and the free space of its folder.',
  busy: 'Try again when it has ended.',
}

async function termsOf(
  { config }: Settings,
  flags: StoreFlags,
): Promise<Pick<CandleFile, 'addressOf' | 'originOf' | 'sealing'>> {
  const sealAfterMs = config.candles.sealAfterDays * DAY_MS
  return {
    // A demo world has a file of its own.
    addressOf: await loadStoredAddresses(config.venues, flags.demo === true ? {} : undefined),
    originOf: (address) => (flags.demo === true ? `the demo world of seed ${config.demo.seed}` : address),
    sealing: { before: () => systemClock.now() - sealAfterMs },
  }
}

/** How long a command waits while another process holds the file: nobody else waits for it. */
const COMMAND_BUSY_MS = 5_000

/**
 * Writes the database as the only writer: the state folder is held meanwhile.
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
      if (newer) throw new CommandFailed(`${path} was written by a newer version: it is not changed.`)
      return await work({ database, path, ...(await termsOf(settings, flags)) })
    } finally {
      closeDatabase(database)
    }
  }
  return withLockedFolder(settings, what, () => runOnFile(path, write))
}

/**
 * Works while nobody else writes in the state folder.
 * @param what shown to others as the holder's mode
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
      `pid ${held.holder.pid} (${held.holder.mode}) holds the database, and it has one writer at a time.\n` +
        `  Stop it ('pmx-local stop'), run this again, then start it again.`,
      exitCodes.notAsExpected,
    )
  }
  try {
    return await work()
  } finally {
    held.release()
  }
}
