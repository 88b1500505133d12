import { join } from 'node:path'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Span } from '../../api/times/span.js'
import {
  type AdditionalColumn,
  type CandleSlice,
  createLayout,
  type TableLayout,
} from '../../candle-table/columns.js'
import { ParquetUnavailable } from '../../candle-table/parquet.js'
import { createTableWriter, type TableFormat } from '../../candle-table/table-formats.js'
import { writeTable } from '../../candle-table/table-writer.js'
import type { SeriesNote } from '../../candles/store/import-candles.js'
import type { Database } from '../../storage/driver.js'
import { compressPieces, isPlainFile, writeFileAtomically, writeStream } from '../import-export/file-sink.js'
import {
  endingOf,
  type FileForm,
  type FormatName,
  findFileForm,
  toFormat,
} from '../import-export/format-names.js'
import {
  type ExportFacts,
  sidecarPathOf,
  toExportFacts,
  writeSidecar,
} from '../import-export/sidecar-file.js'
import type { ExportedSeries } from '../import-export/table-series.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { createNoteReader, readSlices } from './export-slices.js'
import { findLostSeries } from './lost-series.js'
import { dividePartitions, type PartitionName, partitionColumns } from './partitions.js'

/** How an export is written. */
export interface ExportTerms {
  /** A file, or the folder of a tree, or undefined for stdout. */
  readonly out: string | undefined
  readonly format: FormatName | undefined
  readonly partition: PartitionName | undefined
  readonly hasSidecar: boolean
  readonly hasProvisional: boolean
  /** Additional columns, which follow the others. */
  readonly additional: readonly AdditionalColumn[]
  settleLagOf(venue: VenueId): number
  originOf(address: string): string
  readonly cursor: string | undefined
}

export interface WrittenExport {
  readonly candles: number
  /** The paths of the files that contain candles. */
  readonly files: readonly string[]
}

/** Writes series to stdout, a file or a tree of files. @throws CommandFailed */
export async function writeExport(
  database: Database,
  all: readonly ExportedSeries[],
  terms: ExportTerms,
  output: Output,
): Promise<WrittenExport> {
  const { out, partition, format } = terms
  const additional = terms.hasProvisional ? [...terms.additional, 'provisional' as const] : terms.additional
  if (partition !== undefined) return writeTree(database, all, partition, additional, terms)
  const layout = createLayout(additional)
  const counter = { candles: 0 }
  const slices = countSlices(readSlices(database, all, terms), counter)
  if (out === undefined) {
    const own = toFormat(format ?? 'csv')
    if (own === 'parquet')
      throw new CommandFailed('Parquet is a binary format. Name a file with --out.', exitCodes.usage)
    await writeStream(process.stdout, await render(own, layout, slices, collectExportFacts(all, terms)))
    return { candles: counter.candles, files: [] }
  }
  await writeFile(database, { path: out, form: findFileForm(out, format), layout }, all, slices, terms)
  if (terms.hasSidecar && isPlainFile(out))
    output.note(`${sidecarPathOf(out)} contains the coverage, arrival times and origin of the candles.`)
  return { candles: counter.candles, files: [out] }
}

async function writeTree(
  database: Database,
  all: readonly ExportedSeries[],
  partition: PartitionName,
  additional: readonly AdditionalColumn[],
  terms: ExportTerms,
): Promise<WrittenExport> {
  if (terms.out === undefined)
    throw new CommandFailed(
      '--partition writes a folder of files. Name the folder with --out.',
      exitCodes.usage,
    )
  const format = toFormat(terms.format ?? 'parquet')
  const layout = createLayout(additional, partitionColumns)
  const counter = { candles: 0 }
  const files: string[] = []
  for (const { folder, series } of dividePartitions(all, partition)) {
    const slices = startedSlices(countSlices(readSlices(database, series, terms), counter))
    // A partition may have no trades.
    if (slices === undefined) continue
    const path = join(terms.out, folder, `candles.${endingOf(format)}`)
    // A contradicted candle is written again when a response has decided about it.
    assertNothingLost(path, () => notesOf(database, series, terms, () => []))
    await writeFile(database, { path, form: { format, isCompressed: false }, layout }, series, slices, terms)
    files.push(path)
  }
  return { candles: counter.candles, files }
}

/** Refuses to replace a file by one with fewer candles. @throws CommandFailed */
function assertNothingLost(path: string, notes: () => Iterable<SeriesNote>): void {
  const lost = findLostSeries(path, notes)
  const [first] = lost
  if (first === undefined) return
  const { venue, seriesKey } = first
  throw new CommandFailed(
    `${path} has candles of ${lost.length} series that are not in this export, for example ${venue} ${toPrintable(seriesKey)}. The file was not changed. ` +
      "Export all series together, read the file back with 'pmx-local import', or delete it.",
  )
}

interface Target {
  readonly path: string
  readonly form: FileForm
  readonly layout: TableLayout
}

async function writeFile(
  database: Database,
  { path, form, layout }: Target,
  all: readonly ExportedSeries[],
  slices: Iterable<CandleSlice>,
  terms: ExportTerms,
): Promise<void> {
  const facts = collectExportFacts(all, terms)
  const pieces = await render(form.format, layout, slices, facts)
  await writeFileAtomically(path, form.isCompressed ? compressPieces(pieces) : pieces)
  if (!terms.hasSidecar || !isPlainFile(path)) return
  await writeSidecar(path, facts, notesOf(database, all, terms))
}

/** Yields one note for each stored series, even if both of its sides are exported. */
function* notesOf(
  database: Database,
  all: readonly ExportedSeries[],
  { originOf }: ExportTerms,
  contradictedOf?: (seriesId: number) => readonly Span[],
): Generator<SeriesNote> {
  const noteOf = createNoteReader(database, originOf, contradictedOf)
  const noted = new Set<number>()
  for (const { stored, spans } of all) {
    if (noted.has(stored.id)) continue
    noted.add(stored.id)
    yield noteOf(stored, spans)
  }
}

/** Returns the data of an export about its series. */
export function collectExportFacts(
  all: readonly ExportedSeries[],
  { originOf, cursor }: ExportTerms,
): ExportFacts {
  const sources = all.map(({ stored: { venue, basis, address } }) => ({
    venue,
    basis,
    origin: originOf(address),
  }))
  return { ...toExportFacts(sources), ...(cursor === undefined ? {} : { cursor }) }
}

async function render(
  format: TableFormat,
  layout: TableLayout,
  slices: Iterable<CandleSlice>,
  { basis, origin }: ExportFacts,
): Promise<Generator<Uint8Array>> {
  const metadata = () => ({
    'pmx-local.basis': JSON.stringify(basis),
    'pmx-local.origin': JSON.stringify(origin),
  })
  try {
    return writeTable(await createTableWriter(format, layout, metadata), slices)
  } catch (error) {
    if (!(error instanceof ParquetUnavailable)) throw error
    throw new CommandFailed(
      `Parquet needs the optional package ${error.message}, which is not installed here: \`npm install ${error.message}\`.\n` +
        '  csv, ndjson and json need no package.',
    )
  }
}

/** Counts the candles in the slices that pass through. */
export function* countSlices(
  slices: Iterable<CandleSlice>,
  counter: { candles: number },
): Generator<CandleSlice> {
  for (const slice of slices) {
    counter.candles += slice.count
    yield slice
  }
}

/** Reads the first slice with rows, or returns undefined if there is none. */
function startedSlices(slices: Generator<CandleSlice>): Generator<CandleSlice> | undefined {
  for (let next = slices.next(); next.done !== true; next = slices.next()) {
    const first = next.value
    if (first.count === 0) continue
    return (function* () {
      yield first
      yield* slices
    })()
  }
  return undefined
}
