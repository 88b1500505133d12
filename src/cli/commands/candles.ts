import { Option } from 'commander'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { defaultResolution, parseResolution, renderResolution } from '../../api/times/resolution.js'
import { toNativeId } from '../../api/values/outcome-id.js'
import { createLayout, findMarks, toMarkedSlices } from '../../candle-table/columns.js'
import { createTableWriter } from '../../candle-table/table-formats.js'
import { writeTable } from '../../candle-table/table-writer.js'
import { createAvailability } from '../../candles/series/available-at.js'
import { parseSpans } from '../../core/request/response-headers.js'
import { systemClock } from '../../effects/clock.js'
import { loadVenue } from '../../venues/registry.js'
import { countFittingCandles, plotCandles } from '../charts/plot.js'
import { type CallResult, printMode, printResult, withCaller } from '../client/call-method.js'
import type { RequestFlags } from '../client/open-caller.js'
import { createChoiceError, findAlternativeOutcomes } from '../client/outcome-choice.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { writeStream } from '../import-export/file-sink.js'
import { addRequestFlags, createStaleOption, type Register, resolutionHelp } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { parseWholeNumber } from '../options/settings.js'
import { endHelp, parseIsoTime, timeForms } from '../options/time-options.js'
import { renderCandleSummary } from '../output/candle-summary.js'
import { renderJson } from '../output/json.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { renderCandleTable } from '../tables/candle-table.js'

interface CandleFlags extends RequestFlags {
  readonly resolution?: string
  readonly start?: string
  readonly end?: string
  readonly limit?: string
  readonly format?: 'table' | 'json' | 'csv' | 'ndjson'
  readonly plot?: boolean
  /** Whether to show the quality of the candles instead of the candles. */
  readonly report?: boolean
}

type Shape = 'table' | 'plot' | 'json' | 'csv' | 'ndjson'

/** Number of lines around a plot: the summary below it and the next prompt. */
const LINES_AROUND = 3
const ROWS_WHEN_PIPED = 24
const MAX_ROWS = 40

export const candlesCommand: Register = (program, output) => {
  addRequestFlags(
    program.command('candles <venue> <outcomeId>').description('Show the price history of an outcome'),
  )
    .option('-r, --resolution <resolution>', resolutionHelp)
    .option(
      '--since, --start <time>',
      `Start time: ${timeForms} (default: the earliest that the limit allows)`,
    )
    .option('--end <time>', endHelp)
    .option(
      '-n, --limit <n>',
      'How many of the newest candles to show (default: 100; with --plot, as many as fit)',
    )
    .option('--plot', 'Draw a chart')
    .option('--report', 'Show the quality of the candles: coverage, gaps, spikes, sum of YES and NO')
    .addOption(createStaleOption())
    .addOption(
      new Option('--format <format>', 'Format (default: table)').choices(['table', 'json', 'csv', 'ndjson']),
    )
    .action((venue, outcomeId, flags) => candles(venue, outcomeId, flags, output))
}

/** `pmx-local candles <venue> <outcomeId>`: shows price history as a table, a chart, JSON or CSV. */
async function candles(venueText: string, idText: string, flags: CandleFlags, output: Output): Promise<void> {
  const venue = parseVenue(venueText)
  const outcomeId = toNativeId(venue, idText)
  const shape = shapeOf(flags)
  const now = systemClock.now()
  const start = parseIsoTime(flags.start, '--start', now)
  const end = parseIsoTime(flags.end, '--end', now)
  const asked = flags.limit === undefined ? undefined : parseWholeNumber(flags.limit, '--limit')
  if (flags.report === true) {
    const { printCandleReport } = await import('./candle-report.js')
    const { resolution } = flags
    return printCandleReport(venue, outcomeId, { resolution, start, end, limit: asked }, flags, output)
  }
  const { resolution } = flags
  const limit =
    asked ?? (shape === 'plot' && start === undefined ? countFittingCandles(output.columns) : undefined)
  const { reply, outcomes } = await withCaller(flags, output, `calling ${venue}`, async (caller) => {
    const first = await caller.call(venue, 'fetchOHLCV', [outcomeId, { resolution, start, end, limit }])
    return { reply: first, outcomes: await findAlternativeOutcomes(caller, venue, outcomeId, first) }
  })
  if (outcomes.length > 0) throw createChoiceError(venue, outcomeId, outcomes, reply)
  const answer = printResult(reply, flags, output)
  if (shape === 'json') {
    printMode(answer.headers, output)
    return output.line(renderJson(answer.data, output.isTerminal))
  }
  const rows = readShape(shapes.candles, answer.data, 'a list of candles')
  if (shape === 'csv' || shape === 'ndjson')
    await printRows(shape, { venue, outcomeId, resolution }, rows, answer, output)
  else printForPeople(shape, rows, answer, flags, output)
}

function shapeOf({ format, plot, json }: CandleFlags): Shape {
  const wanted = [...(json === true ? ['json' as const] : []), ...(plot === true ? ['plot' as const] : [])]
  const all = new Set<Shape>(format === undefined ? wanted : [...wanted, format])
  const [shape = 'table'] = all
  if (all.size <= 1) return shape
  throw new CommandFailed('--plot, --json and --format cannot be combined. Use one of them.', exitCodes.usage)
}

interface SeriesChoice {
  readonly venue: VenueId
  readonly outcomeId: string
  readonly resolution: string | undefined
}

/** Prints rows of the candle table, as `export` writes them. */
async function printRows(
  shape: 'csv' | 'ndjson',
  { venue, outcomeId, resolution = defaultResolution }: SeriesChoice,
  rows: readonly PriceCandle[],
  { headers }: CallResult,
  output: Output,
): Promise<void> {
  const stepMs = parseResolution(resolution)
  const finalAfterMs = (await loadVenue(venue))?.candles?.finalAfterMs ?? 0
  const partialFrom = Number(headers[pmxHeaders.partialFrom] ?? Number.POSITIVE_INFINITY)
  const availableAt = createAvailability({ receipts: [], restated: [], stepMs, finalAfterMs })
  const told = headers[pmxHeaders.notFinal]
  const notFinal = told === undefined ? [] : parseSpans(told)
  const slices = toMarkedSlices(
    { venue, outcomeId, resolution: renderResolution(stepMs) },
    rows,
    (openTime) => (openTime >= partialFrom ? undefined : availableAt(openTime)),
    notFinal,
  )
  const writer = await createTableWriter(shape, createLayout(findMarks(rows, notFinal)))
  await writeStream(process.stdout, writeTable(writer, slices))
  printMode(headers, output)
}

function printForPeople(
  shape: 'table' | 'plot',
  rows: readonly PriceCandle[],
  { headers }: CallResult,
  flags: CandleFlags,
  output: Output,
): void {
  const drawn =
    shape === 'plot' ? plotCandles(rows, plotOptions(flags, output)) : renderCandleTable(rows, output.style)
  if (rows.length > 0) for (const line of drawn) output.line(line)
  for (const line of renderCandleSummary(rows.length, headers, output.columns))
    output.line(output.style('dim', line))
}

function plotOptions({ resolution = defaultResolution }: CandleFlags, { columns, style }: Output) {
  const rows = process.stdout.rows ?? ROWS_WHEN_PIPED
  return {
    stepMs: parseResolution(resolution),
    columns,
    rows: Math.min(MAX_ROWS, rows - LINES_AROUND),
    paint: style,
  }
}
