import { locatedSeries, type StoredSeries, seriesCandles, storedSeries } from '../candles/archive.js'
import { toInstant } from '../contract/instant.js'
import { resolutionMs, resolutionName } from '../contract/resolution.js'
import type { VenueId } from '../contract/venue-ids.js'
import type { Database } from '../storage/driver.js'
import type { Span } from '../venues/venue.js'
import { readingDatabase, type StoreFlags } from './archive/database.js'
import { type TextFormat, writeRows } from './archive/formats.js'
import { writeParquet } from './archive/parquet.js'
import { type ArchiveRow, toArchiveRow } from './archive/rows.js'
import { writeFileWhole, writeStream } from './archive/sink.js'
import { venueNamed } from './names.js'
import { CommandFailed, exitCodes, type Output } from './output.js'

export interface ExportFlags extends StoreFlags {
  readonly resolution?: string
  readonly start?: string
  readonly end?: string
  readonly format?: TextFormat | 'parquet'
  readonly out?: string
}

/** `pmx-local export [venue] [outcomeId]`: the stored candles as they are, each series at its own step. */
export async function exportCandles(
  venueText: string | undefined,
  outcomeId: string | undefined,
  flags: ExportFlags,
  output: Output,
): Promise<void> {
  const { format = 'csv', out } = flags
  if (format === 'parquet' && out === undefined) {
    throw new CommandFailed('Parquet is no text: name a file with --out.', exitCodes.usage)
  }
  const venue = venueText === undefined ? undefined : venueNamed(venueText)
  const span = {
    from: flags.start === undefined ? 0 : toInstant(flags.start, 'start'),
    to: flags.end === undefined ? Number.MAX_SAFE_INTEGER : toInstant(flags.end, 'end') + 1,
  }
  await readingDatabase(flags, async (database) => {
    const series = chosenSeries(database, venue, outcomeId, flags, output)
    let count = 0
    const rows = counted(rowsOf(database, series, span), () => count++)
    if (format === 'parquet') writeFileWhole(out ?? '', [await writeParquet([...rows])])
    else if (out !== undefined) writeFileWhole(out, writeRows(rows, format))
    else await writeStream(process.stdout, writeRows(rows, format))
    if (out !== undefined) output.note(`${count} candles of ${series.length} series in ${out}`)
  })
}

function chosenSeries(
  database: Database,
  venue: VenueId | undefined,
  outcomeId: string | undefined,
  flags: ExportFlags,
  output: Output,
): StoredSeries[] {
  const filter = { venue, seriesKey: seriesKeyOf(database, venue, outcomeId, output) }
  const stored = storedSeries(database, filter).filter(({ candles }) => candles > 0)
  const stepMs = flags.resolution === undefined ? undefined : resolutionMs(flags.resolution)
  const chosen = stored.filter((series) => stepMs === undefined || series.stepMs === stepMs)
  if (chosen.length > 0) return chosen
  const steps = [...new Set(stored.map((series) => series.stepMs))].sort((a, b) => a - b).map(resolutionName)
  const whose = outcomeId ?? venue ?? 'any venue'
  if (stepMs === undefined || steps.length === 0)
    throw new CommandFailed(`No candles of ${whose} are stored.`)
  throw new CommandFailed(
    `No ${resolutionName(stepMs)} candles of ${whose} are stored; stored are: ${steps.join(', ')}.\n` +
      `  'pmx-local candles <venue> <outcomeId> -r ${resolutionName(stepMs)} --format csv' answers any step.`,
  )
}

/** An outcome's series by what was learned when it was asked for; its native name works too. */
function seriesKeyOf(
  database: Database,
  venue: VenueId | undefined,
  outcomeId: string | undefined,
  output: Output,
): string | undefined {
  if (venue === undefined || outcomeId === undefined) return undefined
  const located = locatedSeries(database, venue, outcomeId)
  if (located?.mirrored === true) {
    output.note(
      `${outcomeId} is the other side of the stored series ${located.seriesKey}: its prices are 1 minus these, high and low swapped.`,
    )
  }
  return located?.seriesKey ?? outcomeId
}

function* rowsOf(database: Database, all: readonly StoredSeries[], span: Span): Generator<ArchiveRow> {
  for (const series of all) {
    for (const { bar } of seriesCandles(database, series.id, span)) yield toArchiveRow(series, bar)
  }
}

function* counted<Item>(items: Iterable<Item>, count: () => void): Generator<Item> {
  for (const item of items) {
    count()
    yield item
  }
}
