import { Option } from 'commander'
import type { PriceCandle } from '../../api/models/models.js'
import { defaultResolution, resolutionMs } from '../../api/times/resolution.js'
import { systemClock } from '../../effects/clock.js'
import { candlesThatFit, plotCandles } from '../charts/plot.js'
import { type Answer, tellAnswer, tellMode, withCaller } from '../client/call-method.js'
import type { AskFlags } from '../client/open-caller.js'
import { outcomesInstead, printOutcomes } from '../client/outcome-choice.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { asks, type Register, resolutionHelp, stale } from '../options/command.js'
import { venueNamed } from '../options/named-venue.js'
import { wholeNumber } from '../options/settings.js'
import { endHelp, isoTime, timeForms } from '../options/time-options.js'
import { candleStory } from '../output/candle-summary.js'
import { jsonText } from '../output/json.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { candleCsv } from '../tables/candle-csv.js'
import { candleTable } from '../tables/candle-table.js'

interface CandleFlags extends AskFlags {
  readonly resolution?: string
  readonly start?: string
  readonly end?: string
  readonly limit?: string
  readonly format?: 'table' | 'json' | 'csv'
  readonly plot?: boolean
  /** How good the candles are, instead of the candles. */
  readonly report?: boolean
}

type Shape = 'table' | 'plot' | 'json' | 'csv'

/** Lines around a plot: the story below it and the next prompt. */
const LINES_AROUND = 3
const ROWS_WHEN_PIPED = 24
const MOST_ROWS = 40

export const candlesCommand: Register = (program, output) => {
  asks(program.command('candles <venue> <outcomeId>').description('show the price history of an outcome'))
    .option('-r, --resolution <step>', resolutionHelp)
    .option('--since, --start <time>', `${timeForms}; default: as far back as the limit reaches`)
    .option('--end <time>', endHelp)
    .option('-n, --limit <n>', 'the newest so many (default: 100; with --plot as many as fit)')
    .option('--plot', 'draw them')
    .option('--report', 'say how good they are: coverage, gaps, spikes, YES + NO')
    .addOption(stale())
    .addOption(new Option('--format <format>', 'default: table').choices(['table', 'json', 'csv']))
    .action((venue, outcomeId, flags) => candles(venue, outcomeId, flags, output))
}

/** `pmx-local candles <venue> <outcomeId>`: price history as a table, a drawing, JSON or CSV. */
async function candles(
  venueText: string,
  outcomeId: string,
  flags: CandleFlags,
  output: Output,
): Promise<void> {
  const venue = venueNamed(venueText)
  const shape = shapeOf(flags)
  const now = systemClock.now()
  const start = isoTime(flags.start, '--start', now)
  const end = isoTime(flags.end, '--end', now)
  const asked = flags.limit === undefined ? undefined : wholeNumber(flags.limit, '--limit')
  if (flags.report === true) {
    const { candleReport } = await import('./candle-report.js')
    const { resolution } = flags
    return candleReport(venue, outcomeId, { resolution, start, end, limit: asked }, flags, output)
  }
  const { resolution } = flags
  const limit =
    asked ?? (shape === 'plot' && start === undefined ? candlesThatFit(output.columns) : undefined)
  const forPeople = shape === 'table' || shape === 'plot'
  const { reply, outcomes } = await withCaller(flags, output, `asking ${venue}`, async (caller) => {
    const first = await caller.call(venue, 'fetchOHLCV', [outcomeId, { resolution, start, end, limit }])
    // A program is told in the API's words, which name the outcomes or the way to them.
    return { reply: first, outcomes: forPeople ? await outcomesInstead(caller, venue, outcomeId, first) : [] }
  })
  if (outcomes.length > 0) return printOutcomes(venue, outcomeId, outcomes, reply, output)
  const answer = tellAnswer(reply, flags, output)
  if (shape === 'json') {
    tellMode(answer.headers, output)
    return output.line(jsonText(answer.data, output.isTerminal))
  }
  const rows = readShape(shapes.candles, answer.data, 'a list of candles')
  if (shape === 'csv') printCsv(rows, answer, output)
  else printForPeople(shape, rows, answer, flags, output)
}

function shapeOf({ format, plot, json }: CandleFlags): Shape {
  const wanted = [...(json === true ? ['json' as const] : []), ...(plot === true ? ['plot' as const] : [])]
  const all = new Set<Shape>(format === undefined ? wanted : [...wanted, format])
  const [shape = 'table'] = all
  if (all.size <= 1) return shape
  throw new CommandFailed(
    '--plot, --json and --format exclude each other: give one of them.',
    exitCodes.usage,
  )
}

function printCsv(rows: readonly PriceCandle[], { headers }: Answer, output: Output): void {
  for (const line of candleCsv(rows)) output.line(line)
  tellMode(headers, output)
}

function printForPeople(
  shape: 'table' | 'plot',
  rows: readonly PriceCandle[],
  { headers }: Answer,
  flags: CandleFlags,
  output: Output,
): void {
  const drawn =
    shape === 'plot' ? plotCandles(rows, plotOptions(flags, output)) : candleTable(rows, output.style)
  if (rows.length > 0) for (const line of drawn) output.line(line)
  for (const line of candleStory(rows.length, headers, output.columns)) output.line(output.style('dim', line))
}

function plotOptions({ resolution = defaultResolution }: CandleFlags, { columns, style }: Output) {
  const rows = process.stdout.rows ?? ROWS_WHEN_PIPED
  return {
    stepMs: resolutionMs(resolution),
    columns,
    rows: Math.min(MOST_ROWS, rows - LINES_AROUND),
    paint: style,
  }
}
