import { closeSync, openSync, statSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { Option } from 'commander'
import { messageOf } from '../../api/envelope/errors.js'
import { type VenueId, venueIds } from '../../api/envelope/venue-ids.js'
import { renderResolution } from '../../api/times/resolution.js'
import { type AddressOf, createSqliteStore } from '../../candles/database/sqlite-store.js'
import { findSampledBook, SAMPLED_BASIS } from '../../candles/series/sampled-basis.js'
import { type SeriesIdentity, seriesNameOf } from '../../candles/store/candle-store.js'
import { createRowCheck, type VenueCandles } from '../../candles/store/check-rows.js'
import {
  BadRow,
  createRestoring,
  type Restored,
  type RestoredRow,
  type SeriesNote,
} from '../../candles/store/import-candles.js'
import { systemClock } from '../../effects/clock.js'
import { loadVenue } from '../../venues/registry.js'
import {
  createRowReader,
  createSeriesFinder,
  readPathValues,
  type SeriesFinder,
} from '../import-export/export-rows.js'
import {
  type FileForm,
  type FormatName,
  findFileForm,
  formatNames,
  toFormat,
} from '../import-export/format-names.js'
import { type ArchiveVisitor, readText } from '../import-export/formats.js'
import { type StoreFlags, withDatabaseWriter } from '../import-export/open-database.js'
import { readParquet } from '../import-export/parquet.js'
import { fromNoteJson } from '../import-export/series-notes.js'
import { readSidecar } from '../import-export/sidecar-file.js'
import { addDatabaseFlags, type Register } from '../options/command.js'
import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, type Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'

interface ImportFlags extends StoreFlags {
  readonly format?: FormatName
  readonly asLive?: boolean
}

export const importCommand: Register = (program, output) => {
  addDatabaseFlags(program.command('import <file>').description('Import an exported file, all or nothing'))
    .addOption(new Option('--format <format>', 'Format (default: the file extension)').choices(formatNames))
    .option('--as-live', "Accept candles from a different or unknown origin as the venue's own")
    .action((file, flags) => importCandles(file, flags, output))
}

/**
 * `pmx-local import FILE`: imports an export. Nothing is stored unless every row is valid. The file is therefore read twice,
 * piece by piece.
 */
async function importCandles(file: string, flags: ImportFlags, output: Output): Promise<void> {
  // The named format decides, because a file may have been renamed.
  const format = flags.format === undefined ? findFileForm(file, undefined).format : toFormat(flags.format)
  const before = assertReadable(file)
  try {
    const now = systemClock.now()
    const notes = notesOf(file, output)
    const candlesOf = await candlesOfVenues()
    const findSeries = createSeriesFinder(notes.values(), candlesOf)
    /** The origins that the file itself names, by venue. */
    const origins = new Map<string, string>()
    const found = new Map<string, SeriesIdentity>()
    const isSampled = (venue: VenueId) => isSampledBy(candlesOf(venue))
    const check = createRowCheck(now, candlesOf)
    let rows = 0
    const words = { now: 'checking' }
    let last: SeriesIdentity | undefined
    const counting = (take: (row: RestoredRow) => void) => (row: RestoredRow) => {
      take(row)
      rows++
      if (row.identity !== last) found.set(seriesNameOf(row.identity), row.identity)
      last = row.identity
    }
    const done = await withProgress(
      output,
      () => `${words.now} ${file}: ${renderCount(rows, 'candle')}`,
      () => undefined,
      async () => {
        await visit(file, format, findSeries, counting(check), {
          note: (note) => notes.set(seriesNameOf(note.identity), note),
          origin: (venue, origin) => origins.set(venue, origin),
        })
        words.now = 'storing'
        rows = 0
        return withDatabaseWriter(flags, 'import', async ({ database, addressOf, originOf, sealing }) => {
          if (flags.asLive !== true) {
            const told = [...found].map(([name, { venue }]) => {
              const note = notes.get(name)
              return { venue, origin: note === undefined ? origins.get(venue) : (note.origin ?? '') }
            })
            assertSameOrigin(told, (venue) => originOf(addressOf(venue)))
          }
          const store = createSqliteStore(database, addressOf, sealing)
          const restoring = createRestoring(
            store,
            (identity) => notes.get(seriesNameOf(identity)),
            now,
            isSampled,
          )
          await visit(file, format, findSeries, counting(restoring.row), undefined)
          assertUnchanged(file, before)
          return restoring.end()
        })
      },
    )
    if (flags.json === true) output.json(done)
    else output.line(doneLine(done, file))
    for (const { venue, seriesKey, stepMs } of done.sparse)
      output.note(
        `Most candles of ${venue} ${toPrintable(seriesKey)} are 60 or more intervals apart, although the file gives the ` +
          `resolution as ${renderResolution(stepMs)}. Check the resolution.`,
      )
  } catch (error) {
    if (error instanceof BadRow) throw new CommandFailed(`${file}: ${error.message} Nothing was stored.`)
    throw error
  }
}

/** The origin of some candles in a file: '' or `live` for the venue itself, or undefined if the file does not have it. */
interface CandleOrigin {
  readonly venue: VenueId
  readonly origin: string | undefined
}

/**
 * Checks the origin of the candles. Candles from a simulation, a test network or a proxy are not the venue's own.
 * @throws CommandFailed
 */
function assertSameOrigin(all: readonly CandleOrigin[], originOf: AddressOf): void {
  for (const { venue, origin } of all) {
    if (origin === undefined)
      throw new CommandFailed(
        `The origin of the ${venue} candles is unknown, because neither the file nor a sidecar file contains it. ` +
          "Keep the sidecar file next to the export, or pass --as-live to import them as the venue's own candles.",
      )
    const own = originOf(venue)
    if ((origin === 'live' ? '' : origin) === own) continue
    const named = (text: string) => (text === '' ? 'the venue itself' : toPrintable(text))
    throw new CommandFailed(
      `The ${venue} candles in this file come from ${named(origin)}, but would be stored as candles from ${named(own)}. ` +
        'Import them into the cache of their origin (--demo for a simulation), or pass --as-live to accept them.',
    )
  }
}

function doneLine({ candles, series, added, differing }: Restored, file: string): string {
  const known = candles - added
  const other = differing === 0 ? '' : `, ${differing} with different values that were left unchanged`
  const rest = known === 0 ? '' : `, ${known} of them were already stored${other}`
  return `${renderCount(candles, 'candle')} of ${series} series read from ${file}${rest}`
}

/** Receives the parts of a file other than its rows. */
interface FactVisitor {
  note(note: SeriesNote): void
  origin(venue: string, origin: string): void
}

/**
 * Reads the file from start to end.
 * @param facts absent at the second read, when everything has been checked
 */
async function visit(
  file: string,
  format: FileForm['format'],
  findSeries: SeriesFinder,
  onRow: (row: RestoredRow) => void,
  facts: FactVisitor | undefined,
): Promise<void> {
  const read = createRowReader(findSeries, facts === undefined, readPathValues(file))
  // A Parquet file has its end; lines can be cut anywhere.
  const isCuttable = format === 'parquet' ? {} : ({ isCuttable: true } as const)
  const visitor: ArchiveVisitor = {
    row: onRow,
    note: (value, line) => facts?.note({ ...fromNoteJson(value, line), ...isCuttable }),
    origins: (byVenue) => {
      for (const [venue, origin] of byVenue) facts?.origin(venue, origin)
    },
  }
  if (format === 'parquet') await readParquet(file, read, visitor)
  else await readText(file, format, read, visitor, () => turn())
}

/** Reads the notes of the sidecar file, by series. */
function notesOf(file: string, output: Output): Map<string, SeriesNote> {
  const sidecar = readSidecar(file)
  if (sidecar === 'none') return new Map()
  if ('ofAnother' in sidecar) {
    output.note(`${sidecar.ofAnother} describes a file of a different size, so it is not used.`)
    return new Map()
  }
  return new Map(sidecar.map((note) => [seriesNameOf(note.identity), note]))
}

function isSampledBy(candles: VenueCandles | undefined): boolean {
  return candles !== undefined && candles.stepsMs === undefined
}

async function candlesOfVenues(): Promise<(venue: VenueId) => VenueCandles | undefined> {
  const all = await Promise.all(
    venueIds.map(async (id): Promise<[VenueId, VenueCandles | undefined]> => {
      const venue = await loadVenue(id)
      if (venue !== undefined && findSampledBook(venue) !== undefined) return [id, { basis: SAMPLED_BASIS }]
      const source = venue?.candles
      return [id, source && { basis: source.basis, stepsMs: source.steps.map(({ stepMs }) => stepMs) }]
    }),
  )
  const known = new Map(all)
  return (venue) => known.get(venue)
}

interface FileState {
  readonly size: number
  readonly mtimeMs: number
}

/** Checks that a file can be read. @throws CommandFailed before anything else is done */
function assertReadable(file: string): FileState {
  try {
    const facts = statSync(file)
    if (!facts.isFile())
      throw new CommandFailed(
        facts.isDirectory()
          ? `${file} is a folder. Specify a file in it.`
          : `${file} is not a regular file. An import reads its file twice. Save the data to a file first, then import that file.`,
      )
    if (facts.size === 0) throw new CommandFailed(`${file} is empty. Nothing was stored.`)
    closeSync(openSync(file, 'r'))
    return facts
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    throw new CommandFailed(`${file} cannot be read: ${messageOf(error)}`)
  }
}

/** Checks that the file did not change between the two reads. Otherwise the stored rows would not be the checked ones. */
function assertUnchanged(file: string, { size, mtimeMs }: FileState): void {
  const now = statSync(file)
  if (now.size === size && now.mtimeMs === mtimeMs) return
  throw new CommandFailed(
    `${file} changed while it was being read. Part of it may be stored. Run 'pmx-local cache verify', and import it again.`,
  )
}
