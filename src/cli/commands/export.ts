import { Option } from 'commander'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { parseResolution, renderResolution } from '../../api/times/resolution.js'
import { intersect, type Span } from '../../api/times/span.js'
import { parseOutcomeId, toNativeId } from '../../api/values/outcome-id.js'
import {
  createChangeTable,
  parseCursor,
  readCursor,
  renderCursor,
} from '../../candles/database/change-table.js'
import { listSeries, locateSeries, type StoredSeries } from '../../candles/maintenance/series-reader.js'
import { systemClock } from '../../effects/clock.js'
import type { Database } from '../../storage/driver.js'
import { withCaller } from '../client/call-method.js'
import type { StoreTrouble } from '../client/caller.js'
import { createDaemonCaller } from '../client/open-caller.js'
import { type FormatName, formatNames } from '../import-export/format-names.js'
import { reportNotOnDisk, waitUntilOnDisk } from '../import-export/on-disk.js'
import { type CandleFile, type StoreFlags, withDatabaseReader } from '../import-export/open-database.js'
import {
  type ExportedSeries,
  loadFinalizeLags,
  loadUnconfirmedCheck,
  resolveSeriesNames,
  type SeriesSide,
  seriesSides,
  type UnconfirmedCheck,
} from '../import-export/table-series.js'
import { addDatabaseFlags, createQuietOption, type Register } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { readSettings } from '../options/settings.js'
import { readExportSpan, timeForms } from '../options/time-options.js'
import { renderCount } from '../output/counted.js'
import { CommandFailed, exitCodes, type Output, withoutNotes } from '../output/output.js'
import { findAnsweringDaemon } from '../process/find-daemon.js'
import { type ExportTerms, writeExport } from '../table-export/export-files.js'
import { parsePostgresAddress, writePostgres } from '../table-export/export-postgres.js'
import { createMarketBook, type MarketBook, marketColumns } from '../table-export/market-facts.js'
import {
  alignSpanToPartitions,
  alignToPartitions,
  type PartitionName,
  partitionNames,
} from '../table-export/partitions.js'

interface ExportFlags extends StoreFlags {
  readonly resolution?: string
  readonly start?: string
  readonly until?: string
  readonly end?: string
  readonly day?: string
  readonly storedSince?: string
  readonly side?: SeriesSide
  readonly provisional?: boolean
  readonly withMarkets?: boolean
  /** A PostgreSQL database, instead of a file. */
  readonly to?: string
  /** Where markets are looked up, by default in the state folder's daemon. */
  readonly url?: string
  readonly partition?: PartitionName
  readonly format?: FormatName
  readonly out?: string
  readonly quiet?: boolean
  /** False for `--no-sidecar`. */
  readonly sidecar: boolean
}

/** The cursor before the first change of any file. */
const START = 'start'

export const exportCommand: Register = (program, output) => {
  addDatabaseFlags(
    program
      .command('export [venue] [outcomeId]')
      .description('Export the stored candles as a table, each series at its own resolution'),
  )
    .option('-r, --resolution <resolution>', 'Only series with this resolution')
    .option('--since, --start <time>', `First open time: ${timeForms}`)
    .option('--until <time>', 'Only candles that open before this time')
    .option('--end <time>', 'Last open time, inclusive')
    .option('--day <date>', 'One day (UTC), such as 2026-11-20')
    .option(
      '--stored-since <cursor>',
      `Only rows stored or replaced after this cursor; ${START} for all. Prints the next cursor`,
    )
    .addOption(
      new Option(
        '--side <side>',
        'For series that store both outcomes together, the outcome to export (default: yes)',
      ).choices(seriesSides),
    )
    .option('--provisional', 'Include candles that are not final, and add a column that marks them')
    .option('--with-markets', 'Add market columns: title, event, outcome, status and settlement')
    .option('--url <address>', "Look up markets through this daemon instead of the state folder's daemon")
    .addOption(
      new Option('--partition <length>', 'Write a Hive-partitioned tree to the --out folder').choices(
        partitionNames,
      ),
    )
    .addOption(
      new Option('--format <format>', 'Format (default: the file extension of --out, else csv)').choices(
        formatNames,
      ),
    )
    .option('--out <file>', 'File to write instead of stdout; missing folders are created')
    .option('--to <address>', 'Write to the PostgreSQL table candles: postgres://user@host/database')
    .option('--no-sidecar', 'Omit the sidecar file with coverage, arrival times and origin')
    .addOption(createQuietOption())
    .action((venue, outcomeId, flags) => exportCandles(venue, outcomeId, flags, output))
}

/** `pmx-local export [venue] [outcomeId]`: exports the stored candles, each series at its own resolution. */
async function exportCandles(
  venueText: string | undefined,
  idText: string | undefined,
  flags: ExportFlags,
  output: Output,
): Promise<void> {
  const { venue, outcomeId } = parseChoice(venueText, idText)
  const target = readTarget(flags)
  const span = readExportSpan(flags, systemClock.now())
  const trouble = await troubleOfDaemon(flags)
  if (trouble !== undefined) reportNotOnDisk(trouble, output)
  await withDatabaseReader(flags, async (file) => {
    const { database, originOf } = file
    const isUnconfirmed = await loadUnconfirmedCheck(listSeries(database).map((stored) => stored.venue))
    const plan = () => planExport(file, { venue, outcomeId, span, isUnconfirmed }, flags)
    const write = async (markets: MarketBook | undefined): Promise<'lacking' | 'done'> => {
      const { named, chosen } = plan()
      if (markets?.lacksAny(named.all) === true) return 'lacking'
      reportUnknownComplements(named.withoutComplement, output)
      const all = markets?.addTo(named.all) ?? named.all
      const terms: ExportTerms = {
        ...{ out: flags.out, format: flags.format, partition: flags.partition },
        ...{ hasSidecar: flags.sidecar, hasProvisional: flags.provisional === true },
        additional: markets === undefined ? [] : marketColumns,
        settleLagOf: await loadFinalizeLags(chosen.map((stored) => stored.venue)),
        originOf,
        cursor: flags.storedSince === undefined ? undefined : renderCursor(readCursor(database)),
      }
      const shown = flags.quiet === true ? withoutNotes(output) : output
      const { candles, files } = await (target === undefined
        ? writeExport(database, all, terms, shown)
        : writePostgres(database, all, target, terms))
      reportDone({ candles, series: all.length, files, cursor: terms.cursor }, flags, shown)
      return 'done'
    }
    const markets = flags.withMarkets === true ? createMarketBook() : undefined
    // Markets are looked up outside of the snapshot: while one is open, the log of the database grows.
    do {
      if (markets !== undefined) await lookUpMarkets(markets, plan().named.all, flags, output)
    } while ((await withSnapshot(database, () => write(markets))) === 'lacking')
    if (markets !== undefined) reportUnknownMarkets(markets, output)
  })
}

interface ExportChoice {
  readonly venue: VenueId | undefined
  readonly outcomeId: string | undefined
  readonly span: Span
  readonly isUnconfirmed: UnconfirmedCheck
}

/** Finds the series to export, and their open times. @throws CommandFailed without candles */
function planExport(
  file: CandleFile,
  { venue, outcomeId, span, isUnconfirmed }: ExportChoice,
  flags: ExportFlags,
) {
  const { database } = file
  const changed = findChanges(database, flags.storedSince)
  const { chosen, isComplement } = chosenSeries(file, venue, outcomeId, flags)
  const spansOf = spansWithin(
    flags.partition === undefined ? span : alignSpanToPartitions(span, flags.partition),
    changed,
    flags.partition,
  )
  const side = flags.side ?? (isComplement ? 'no' : 'yes')
  const named = resolveSeriesNames(
    database,
    chosen.filter((stored) => spansOf(stored).length > 0),
    { side, spansOf, hasProvisional: flags.provisional === true, isUnconfirmed },
  )
  return { named, chosen }
}

interface Done {
  readonly candles: number
  readonly series: number
  readonly files: readonly string[]
  readonly cursor: string | undefined
}

/** Returns the database of `--to`. @throws CommandFailed (usage) if it is combined with flags for files */
function readTarget({ to, out, partition, format }: ExportFlags) {
  if (to === undefined) return undefined
  if ([out, partition, format].some((flag) => flag !== undefined))
    throw new CommandFailed(
      '--to cannot be combined with --out, --partition or --format, which write files. Leave one of them out.',
      exitCodes.usage,
    )
  return parsePostgresAddress(to)
}

function reportDone({ candles, series, files, cursor }: Done, flags: ExportFlags, output: Output): void {
  if (flags.out === undefined && flags.to === undefined) {
    if (cursor !== undefined) output.note(`Next cursor: --stored-since ${cursor}`)
    return
  }
  if (flags.json === true) {
    output.json({ candles, series, files, ...(cursor === undefined ? {} : { cursor }) })
    return
  }
  const where =
    flags.to !== undefined
      ? 'the table candles'
      : flags.partition === undefined
        ? flags.out
        : `${renderCount(files.length, 'file')} below ${flags.out}`
  output.note(`${renderCount(candles, 'candle')} of ${series} series in ${where}`)
  // This is the only line on stdout, so that a script can store it.
  if (cursor !== undefined) output.line(cursor)
}

function parseChoice(venueText: string | undefined, idText: string | undefined) {
  if (venueText === undefined) return { venue: undefined, outcomeId: undefined }
  const named = idText === undefined ? parseOutcomeId(venueText) : undefined
  if (named !== undefined) return { venue: named.venue, outcomeId: named.id }
  const venue = parseVenue(venueText)
  return { venue, outcomeId: idText === undefined ? undefined : toNativeId(venue, idText) }
}

/** Runs an operation on one state of the database, regardless of what is stored in the meantime. */
async function withSnapshot<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  database.exec('BEGIN')
  try {
    return await work()
  } finally {
    database.exec('COMMIT')
  }
}

/**
 * Returns the spans of each series that changed since a cursor, or undefined without a cursor.
 * @throws CommandFailed (usage) for a cursor from another file
 */
function findChanges(
  database: Database,
  text: string | undefined,
): ReadonlyMap<number, readonly Span[]> | undefined {
  if (text === undefined) return undefined
  const changes = createChangeTable(database)
  if (text === START) return changes.since(0)
  const cursor = parseCursor(text)
  const now = readCursor(database)
  if (cursor === undefined)
    throw new CommandFailed(
      `--stored-since is not a cursor: '${text}'. Use the cursor that the last export printed, or ${START}.`,
      exitCodes.usage,
    )
  if (cursor.file !== now.file || cursor.number > now.number)
    throw new CommandFailed(
      `The cursor belongs to another database: ${text}. Export everything again with --stored-since ${START}.`,
      exitCodes.usage,
    )
  return changes.since(cursor.number)
}

/** Returns the open times of a series to export. Partitions that changed are written as a whole. */
function spansWithin(
  span: Span,
  changed: ReadonlyMap<number, readonly Span[]> | undefined,
  partition: PartitionName | undefined,
): (stored: StoredSeries) => readonly Span[] {
  if (changed === undefined) return () => [span]
  const within = (spans: readonly Span[]): Span[] => spans.flatMap((one) => intersect(one, span) ?? [])
  if (partition === undefined) return ({ id }) => within(changed.get(id) ?? [])
  // A file has all series of its venue and resolution, so that a change of one rewrites the others as well.
  const all = alignToPartitions([...changed.values()].flat(), partition)
  return () => within(all)
}

function reportUnknownComplements(series: readonly StoredSeries[], output: Output): void {
  const [first] = series
  if (first === undefined) return
  output.note(
    `The other outcome of ${series.length} series is unknown or not confirmed, for example for ${first.venue} ${first.seriesKey}: ` +
      'rows for these outcomes are omitted. Request each outcome with pmx-local candles, and again ten minutes later if it is still unconfirmed.',
  )
}

/** Looks up markets, either at a daemon or at the venues themselves. @throws CommandFailed if a venue fails */
async function lookUpMarkets(
  markets: MarketBook,
  all: readonly ExportedSeries[],
  flags: ExportFlags,
  output: Output,
): Promise<void> {
  await withCaller(flags, output, 'looking up markets', (caller) => markets.lookUp(all, caller))
}

function reportUnknownMarkets(markets: MarketBook, output: Output): void {
  const unknown = markets.unknown()
  const [first] = unknown
  if (first === undefined) return
  output.note(
    `The venues do not know the market of ${renderCount(unknown.length, 'outcome')}, for example ${first}: ` +
      'the market columns are empty.',
  )
}

/** Returns why a daemon has candles that are not written yet. They are in no file, so the export does not contain them. */
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

interface Chosen {
  readonly chosen: readonly StoredSeries[]
  /** Whether the named outcome is the complement of its series. */
  readonly isComplement: boolean
}

/** Finds the series of a venue or an outcome. The series' own name works too. @throws CommandFailed without candles */
function chosenSeries(
  { database, addressOf }: CandleFile,
  venue: VenueId | undefined,
  outcomeId: string | undefined,
  flags: ExportFlags,
): Chosen {
  const located =
    venue === undefined || outcomeId === undefined
      ? undefined
      : locateSeries(database, venue, outcomeId, addressOf)
  const seriesKey = located?.seriesKey ?? outcomeId
  const isComplement = located?.mirrored === true
  const all = listSeries(database, { venue, seriesKey, addressOf })
  const stored = flags.provisional === true ? all : all.filter(({ candles }) => candles > 0)
  const stepMs = flags.resolution === undefined ? undefined : parseResolution(flags.resolution)
  const chosen = stored.filter((series) => stepMs === undefined || series.stepMs === stepMs)
  if (chosen.length > 0) return { chosen, isComplement }
  const steps = [...new Set(stored.map((series) => series.stepMs))]
    .sort((a, b) => a - b)
    .map(renderResolution)
  const whose = outcomeId ?? venue ?? 'any venue'
  if (stepMs === undefined || steps.length === 0)
    throw new CommandFailed(`No candles are stored for ${whose}.`)
  throw new CommandFailed(
    `No ${renderResolution(stepMs)} candles for ${whose} are stored; stored are: ${steps.join(', ')}.\n` +
      `  'pmx-local candles <venue> <outcomeId> -r ${renderResolution(stepMs)} --format csv' prints any resolution.`,
  )
}
