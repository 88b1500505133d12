import { existsSync } from 'node:fs'
import { candleMigrations } from '../../candles/migrations.js'
import { holdFolder } from '../../daemon/hold.js'
import { worldFiles } from '../../daemon/paths.js'
import { systemClock } from '../../effects/clock.js'
import { systemIds } from '../../effects/ids.js'
import { type Database, loadDriver } from '../../storage/driver.js'
import { closeDatabase, openDatabase } from '../../storage/open.js'
import { CommandFailed, exitCodes } from '../output.js'
import { type DaemonFlags, readSettings, type Settings } from '../settings.js'

/** Flags of commands that work on the database itself. */
export interface StoreFlags extends DaemonFlags {
  /** The database of the demo world. */
  readonly demo?: boolean
  readonly json?: boolean
}

/** The candle database the flags mean, whether it is there or not. */
export function candlePath(flags: StoreFlags): string {
  return filesOf(readSettings(flags), flags).candles
}

/** The files of the world that the flags mean. */
export function filesOf({ config, paths }: Settings, flags: StoreFlags): ReturnType<typeof worldFiles> {
  return worldFiles(paths.stateDir, flags.demo === true ? config.demo.seed : undefined)
}

/**
 * Reads the database beside whoever writes it.
 * @throws CommandFailed when there is none yet
 */
export async function readingDatabase<Result>(
  flags: StoreFlags,
  work: (database: Database, path: string) => Promise<Result> | Result,
): Promise<Result> {
  const path = candlePath(flags)
  if (!existsSync(path)) {
    throw new CommandFailed(
      `No candles are stored yet: there is no ${path}.\n  'pmx-local backfill <venue> <id> --start <time>' stores some.`,
    )
  }
  const open = await loadDriver()
  const database = open(path, { readOnly: true })
  try {
    return await work(database, path)
  } finally {
    database.close()
  }
}

/**
 * Writes the database as the only writer: the state folder is held meanwhile.
 * @throws CommandFailed while a daemon holds it, or when a newer version has written the file
 */
export async function writingDatabase<Result>(
  flags: StoreFlags,
  what: string,
  work: (database: Database, path: string) => Promise<Result> | Result,
): Promise<Result> {
  const settings = readSettings(flags)
  const held = holdFolder(settings.paths.stateDir, what, { clock: systemClock, ids: systemIds() })
  if (!held.ok) {
    throw new CommandFailed(
      `pid ${held.holder.pid} (${held.holder.mode}) holds the database, and it has one writer at a time.\n` +
        `  Stop it ('pmx-local stop'), run this again, then start it again.`,
      exitCodes.notAsExpected,
    )
  }
  try {
    const path = filesOf(settings, flags).candles
    const { database, newer } = openDatabase(await loadDriver(), path, candleMigrations)
    try {
      if (newer) throw new CommandFailed(`${path} was written by a newer version: it is not changed.`)
      return await work(database, path)
    } finally {
      closeDatabase(database)
    }
  } finally {
    held.release()
  }
}
