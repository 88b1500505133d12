import { Option } from 'commander'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { alignUp, parseResolution, renderResolution } from '../../api/times/resolution.js'
import { intersect, type Span } from '../../api/times/span.js'
import { createCandleTable } from '../../candles/database/candle-and-chunk-tables.js'
import {
  createOutcomeBook,
  listSeries,
  locateSeries,
  readOutcomeFacts,
  readSeriesCandles,
  readSeriesCoverage,
  readSeriesRecords,
  type StoredSeries,
} from '../../candles/maintenance/series-reader.js'
import type { SeriesNote } from '../../candles/store/import-candles.js'
import { systemClock } from '../../effects/clock.js'
import type { Database } from '../../storage/driver.js'
import type { StoreTrouble } from '../client/caller.js'
import { createDaemonCaller } from '../client/open-caller.js'
import { type ArchiveRow, toArchiveRow } from '../import-export/export-rows.js'
import { isPlainFile, writeFileAtomically, writeStream } from '../import-export/file-sink.js'
import { type FileFormat, fileFormats, formatByName } from '../import-export/format-names.js'
import { type ArchiveSeries, writeSeries } from '../import-export/formats.js'
import { reportNotOnDisk, waitUntilOnDisk } from '../import-export/on-disk.js'
import { type CandleFile, type StoreFlags, withDatabaseReader } from '../import-export/open-database.js'
import { createParquetWriter } from '../import-export/parquet.js'
import { sidecarPathOf, writeSidecar } from '../import-export/sidecar-file.js'
import { addDatabaseFlags, type Register } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { readSettings } from '../options/settings.js'
import { readTime, timeForms } from '../options/time-options.js'
import { renderCount } from '../output/counted.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { findAnsweringDaemon } from '../process/detach.js'

interface ExportFlags extends StoreFlags {
  readonly resolution?: string
  readonly start?: string
  readonly end?: string
  readonly format?: FileFormat
  readonly out?: string
}

export const exportCommand: Register = (program, output) => {
  addDatabaseFlags(
    program
      .command('export [venue] [outcomeId]')
      .description('write the stored candles, each at its own step'),
  )
    .option('-r, --resolution <step>', 'only series of this step')
    .option('--since, --start <time>', timeForms)
    .option('--end <time>', '-2h, yesterday, ISO 8601 or epoch, inclusive')
    .addOption(new Option('--format <format>', 'default: csv').choices(fileFormats))
    .option('--out <file>', 'write here instead of stdout')
    .action((venue, outcomeId, flags) => exportCandles(venue, outcomeId, flags, output))
}

/** `pmx-local export [venue] [outcomeId]`: exports the stored candles, each series at its own resolution. */
async function exportCandles(
  venueText: string | undefined,
  outcomeId: string | undefined,
  flags: ExportFlags,
  output: Output,
): Promise<void> {
  const { out } = flags
  const format = flags.format ?? (out === undefined ? undefined : formatByName(out)) ?? 'csv'
  if (format === 'parquet' && out === undefined) {
    throw new CommandFailed('Parquet is no text: name a file with --out.', exitCodes.usage)
  }
  const venue = venueText === undefined ? undefined : parseVenue(venueText)
  const now = systemClock.now()
  const span = {
    from: flags.start === undefined ? 0 : readTime(flags.start, '--start', now),
    to: flags.end === undefined ? Number.MAX_SAFE_INTEGER : readTime(flags.end, '--end', now) + 1,
  }
  if (span.from >= span.to) {
    // An empty export would replace an existing file.
    throw new CommandFailed('--start lies after --end. Give an earlier --start.', exitCodes.usage)
  }
  const trouble = await troubleOfDaemon(flags)
  if (trouble !== undefined) reportNotOnDisk(trouble, output)
  await withDatabaseReader(flags, async (file) => {
    const chosen = chosenSeries(file, venue, outcomeId, flags, output)
    let count = 0
    const series = exported(file, chosen, span, () => count++)
    if (out === undefined)
      return writeStream(process.stdout, writeSeries(series, format === 'parquet' ? 'csv' : format))
    if (format === 'parquet') writeFileAtomically(out, (await createParquetWriter())(series))
    else {
      const notes: SeriesNote[] = []
      writeFileAtomically(out, writeSeries(noting(series, notes), format))
      if (hasCompanion(out, format)) writeSidecar(out, notes)
    }
    output.note(`${renderCount(count, 'candle')} of ${chosen.length} series in ${out}`)
    if (hasCompanion(out, format))
      output.note(`${sidecarPathOf(out)} beside it tells what is known about the time between them.`)
  })
}

/**
 * Whether the export needs a sidecar file. These formats have no place for coverage, and only a plain file can have a
 * sidecar.
 */
function hasCompanion(out: string, format: FileFormat): boolean {
  return (format === 'csv' || format === 'json') && isPlainFile(out)
}

/** Returns why a daemon has unwritten candles: they are in no file, and so not in the export. */
async function troubleOfDaemon(flags: ExportFlags): Promise<StoreTrouble | undefined> {
  const settings = readSettings(flags)
  const running = await findAnsweringDaemon(settings)
  if (running?.mode !== (flags.demo === true ? 'demo' : 'live')) return undefined
  const caller = createDaemonCaller(running.port, settings)
  try {
    return await waitUntilOnDisk(caller)
  } finally {
    await caller.close()
  }
}

/** Collects the note of each series as it passes. */
function* noting(all: Iterable<ArchiveSeries>, notes: SeriesNote[]): Generator<ArchiveSeries> {
  for (const series of all) {
    notes.push(series.note)
    yield series
  }
}

function chosenSeries(
  file: CandleFile,
  venue: VenueId | undefined,
  outcomeId: string | undefined,
  flags: ExportFlags,
  output: Output,
): StoredSeries[] {
  const { database, addressOf } = file
  const filter = { venue, seriesKey: seriesKeyOf(file, venue, outcomeId, output), addressOf }
  const stored = listSeries(database, filter).filter(({ candles }) => candles > 0)
  const stepMs = flags.resolution === undefined ? undefined : parseResolution(flags.resolution)
  const chosen = stored.filter((series) => stepMs === undefined || series.stepMs === stepMs)
  if (chosen.length > 0) return chosen
  const steps = [...new Set(stored.map((series) => series.stepMs))]
    .sort((a, b) => a - b)
    .map(renderResolution)
  const whose = outcomeId ?? venue ?? 'any venue'
  if (stepMs === undefined || steps.length === 0)
    throw new CommandFailed(`No candles of ${whose} are stored.`)
  throw new CommandFailed(
    `No ${renderResolution(stepMs)} candles of ${whose} are stored; stored are: ${steps.join(', ')}.\n` +
      `  'pmx-local candles <venue> <outcomeId> -r ${renderResolution(stepMs)} --format csv' answers any step.`,
  )
}

/** Finds the series of an outcome by its stored lookups; the series' native name works too. */
function seriesKeyOf(
  { database, addressOf }: CandleFile,
  venue: VenueId | undefined,
  outcomeId: string | undefined,
  output: Output,
): string | undefined {
  if (venue === undefined || outcomeId === undefined) return undefined
  const located = locateSeries(database, venue, outcomeId, addressOf)
  if (located?.mirrored === true) {
    output.note(
      `${outcomeId} is the other side of the stored series ${located.seriesKey}: its prices are 1 minus these, high and low swapped.`,
    )
  }
  return located?.seriesKey ?? outcomeId
}

function* exported(
  { database, originOf }: CandleFile,
  all: readonly StoredSeries[],
  span: Span,
  count: () => void,
): Generator<ArchiveSeries> {
  const outcomes = createOutcomeBook(database)
  const candles = createCandleTable(database)
  for (const series of all) {
    const { id, venue, address, seriesKey, stepMs, basis } = series
    const whole = wholeSteps(span, stepMs)
    const coverage = readSeriesCoverage(database, id).flatMap((entry) => {
      const part = intersect(entry, whole)
      return part === undefined ? [] : [{ ...entry, ...part }]
    })
    const note = {
      identity: { venue, seriesKey, stepMs, basis },
      origin: originOf(address),
      candles: candles.count(id, span),
      coverage,
      ...readSeriesRecords(database, id, whole),
      outcomes: outcomes(series).map((known) => {
        const { outcomeId } = known.series
        return { ...known, lifecycle: readOutcomeFacts(database, { venue, outcomeId, address }) }
      }),
    }
    yield { note, rows: rowsOf(database, series, span, count) }
  }
}

function* rowsOf(
  database: Database,
  series: StoredSeries,
  span: Span,
  count: () => void,
): Generator<ArchiveRow> {
  for (const { bar } of readSeriesCandles(database, series.id, span)) {
    count()
    yield toArchiveRow(series, bar)
  }
}

/** Reduces a span to the intervals that open in it. Earlier intervals are not in the export, and neither are their notes. */
function wholeSteps({ from, to }: Span, stepMs: number): Span {
  return { from: alignUp(from, stepMs), to: Math.min(Number.MAX_SAFE_INTEGER, alignUp(to, stepMs)) }
}
