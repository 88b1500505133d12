import { closeSync, openSync, statSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { Option } from 'commander'
import { messageOf } from '../../api/envelope/errors.js'
import { type VenueId, venueIds } from '../../api/envelope/venue-ids.js'
import { renderResolution } from '../../api/times/resolution.js'
import { type AddressOf, createSqliteStore } from '../../candles/database/sqlite-store.js'
import { findSampledBook, SAMPLED_BASIS } from '../../candles/series/sampled-basis.js'
import { seriesNameOf } from '../../candles/store/candle-store.js'
import { createCandleCount, createRowCheck, type VenueCandles } from '../../candles/store/check-rows.js'
import {
  BadRow,
  createRestoring,
  type Restored,
  type RestoredRow,
  type SeriesNote,
} from '../../candles/store/import-candles.js'
import { systemClock } from '../../effects/clock.js'
import { loadVenue } from '../../venues/registry.js'
import { createRowReader } from '../import-export/export-rows.js'
import { type FileFormat, fileFormats, formatByName } from '../import-export/format-names.js'
import { type ArchiveVisitor, readText } from '../import-export/formats.js'
import { type StoreFlags, withDatabaseWriter } from '../import-export/open-database.js'
import { readParquet } from '../import-export/parquet.js'
import { fromNoteJson } from '../import-export/series-notes.js'
import { readSidecar, sidecarPathOf } from '../import-export/sidecar-file.js'
import { addDatabaseFlags, type Register } from '../options/command.js'
import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'

interface ImportFlags extends StoreFlags {
  readonly format?: FileFormat
  readonly asLive?: boolean
}

export const importCommand: Register = (program, output) => {
  addDatabaseFlags(program.command('import <file>').description('read an export back; all of it or nothing'))
    .addOption(new Option('--format <format>', "default: the file's ending").choices(fileFormats))
    .option('--as-live', 'take candles of another address, such as a demo world, for those of the venue')
    .action((file, flags) => importCandles(file, flags, output))
}

/**
 * `pmx-local import FILE`: imports an export. Nothing is stored unless every row is valid, so the file is read twice, piece
 * by piece.
 */
async function importCandles(file: string, flags: ImportFlags, output: Output): Promise<void> {
  const format = flags.format ?? formatOf(file)
  const before = assertReadable(file)
  try {
    const now = systemClock.now()
    const beside = notesBeside(file, format, output)
    const notes = new Map(beside.isOfFile ? named(beside.notes) : [])
    const candlesOf = await candlesOfVenues()
    const isSampled = (venue: VenueId) => isSampledBy(candlesOf(venue))
    const check = createRowCheck(now, candlesOf)
    const count = createCandleCount()
    let rows = 0
    const words = { now: 'checking' }
    const counting = (take: (row: RestoredRow) => void) => (row: RestoredRow) => {
      take(row)
      rows++
    }
    const done = await withProgress(
      output,
      () => `${words.now} ${file}: ${renderCount(rows, 'candle')}`,
      () => undefined,
      async () => {
        const onRow = counting((row) => {
          check(row)
          count.row(row)
        })
        await visit(file, format, onRow, (note) => notes.set(seriesNameOf(note.identity), note))
        count.assertComplete(notes.values())
        words.now = 'storing'
        rows = 0
        return withDatabaseWriter(flags, 'import', async ({ database, addressOf, originOf, sealing }) => {
          if (flags.asLive !== true)
            assertSameOrigin([...beside.notes, ...notes.values()], (venue) => originOf(addressOf(venue)))
          const store = createSqliteStore(database, addressOf, sealing)
          const restoring = createRestoring(
            store,
            (identity) => notes.get(seriesNameOf(identity)),
            now,
            isSampled,
          )
          await visit(file, format, counting(restoring.row), undefined)
          assertUnchanged(file, before)
          return restoring.end()
        })
      },
    )
    if (flags.json === true) output.json(done)
    else output.line(doneLine(done, file))
    for (const { venue, seriesKey, stepMs } of done.sparse)
      output.note(
        `The candles of ${venue} ${toPrintable(seriesKey)} lie ${renderCount(60, 'step')} or more apart, though they are said to be ` +
          `of ${renderResolution(stepMs)}. Look whether that is their step.`,
      )
  } catch (error) {
    if (error instanceof BadRow) throw new CommandFailed(`${file}: ${error.message} Nothing was stored.`)
    throw error
  }
}

/**
 * Checks the origin of the candles. Those of a simulation, a test network or a proxy are not the venue's.
 * @throws CommandFailed
 */
function assertSameOrigin(notes: readonly SeriesNote[], originOf: AddressOf): void {
  for (const { identity, origin = '' } of notes) {
    const own = originOf(identity.venue)
    if (origin === own) continue
    const named = (text: string) => (text === '' ? 'the venue itself' : toPrintable(text))
    throw new CommandFailed(
      `The candles of ${identity.venue} in this file come from ${named(origin)}; here they would stand for ${named(own)}. ` +
        'Import them where they come from (--demo for a demo world), or take them all the same with --as-live.',
    )
  }
}

function doneLine({ candles, series, added, differing }: Restored, file: string): string {
  const known = candles - added
  const other = differing === 0 ? '' : `, ${differing} with other values, which were kept`
  const rest = known === 0 ? '' : `, ${known} of them were stored already${other}`
  return `${renderCount(candles, 'candle')} of ${series} series read from ${file}${rest}`
}

/**
 * Reads the file from start to end.
 * @param onNote absent at the second read, when everything has been checked
 */
async function visit(
  file: string,
  format: FileFormat,
  onRow: (row: RestoredRow) => void,
  onNote: ((note: SeriesNote) => void) | undefined,
): Promise<void> {
  const read = createRowReader(onNote === undefined)
  const visitor: ArchiveVisitor = {
    row: onRow,
    note: (value, line) => onNote?.(fromNoteJson(value, line)),
  }
  if (format === 'parquet') await readParquet(file, read, visitor)
  else await readText(file, format, read, visitor, () => turn())
}

/** Notes of a sidecar file; those about a file of another size still have the origin of the candles. */
interface NotesBeside {
  readonly notes: readonly SeriesNote[]
  readonly isOfFile: boolean
}

/** Reads the sidecar file, for formats that need one. */
function notesBeside(file: string, format: FileFormat, output: Output): NotesBeside {
  const beside = format === 'csv' || format === 'json' ? readSidecar(file) : { notes: [], isOfFile: true }
  if (!beside.isOfFile)
    output.note(`${sidecarPathOf(file)} is about a file of another size, so its coverage is not used.`)
  return beside
}

function named(notes: readonly SeriesNote[]): [string, SeriesNote][] {
  return notes.map((note) => [seriesNameOf(note.identity), note])
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

function formatOf(file: string): FileFormat {
  const format = formatByName(file)
  if (format !== undefined) return format
  throw new CommandFailed(
    `What is ${file}? Its name does not tell. --format takes ${fileFormats.join(', ')}.`,
    exitCodes.usage,
  )
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
          ? `${file} is a folder: name a file in it.`
          : `${file} is no file, and what is imported is read twice, to store all of it or nothing. Save it first, then import that.`,
      )
    if (facts.size === 0) throw new CommandFailed(`${file} is empty: nothing was stored.`)
    closeSync(openSync(file, 'r'))
    return facts
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    throw new CommandFailed(`${file} cannot be read: ${messageOf(error)}`)
  }
}

/** Checks that the file did not change between the two reads. Otherwise the stored rows are not the checked ones. */
function assertUnchanged(file: string, { size, mtimeMs }: FileState): void {
  const now = statSync(file)
  if (now.size === size && now.mtimeMs === mtimeMs) return
  throw new CommandFailed(
    `${file} was changed while it was read. Part of it may be stored: run 'pmx-local cache verify', and import it again.`,
  )
}
