import { Option } from 'commander'
import type { UnifiedMarket } from '../../api/models/models.js'
import { parseIso } from '../../api/times/instant.js'
import { renderCsvRows, renderNdjsonRows } from '../../candle-table/row-text.js'
import {
  collectSettlements,
  type SettlementRow,
  settlementColumns,
} from '../../core/market-data/settlement-rows.js'
import { isListReplaced, joinPageHeaders, LIST_REPLACED } from '../../core/request/page-headers.js'
import { systemClock } from '../../effects/clock.js'
import { printHeaders, printMode, readAnswer, withCaller } from '../client/call-method.js'
import type { RequestFlags } from '../client/open-caller.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { addRequestFlags, type Register } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { parseWholeNumber } from '../options/settings.js'
import { parseIsoTime, timeForms } from '../options/time-options.js'
import { renderJson } from '../output/json.js'
import type { Output } from '../output/output.js'
import { renderSettlementTable } from '../tables/settlement-table.js'

interface SettlementFlags extends RequestFlags {
  readonly since?: string
  readonly limit?: string
  readonly format?: Format
}

const formats = ['table', 'json', 'csv', 'ndjson'] as const
type Format = (typeof formats)[number]

/** The default number of rows, for a terminal and for a program. */
const TABLE_ROWS = 40
const FILE_ROWS = 50_000

export const settlementsCommand: Register = (program, output) => {
  addRequestFlags(
    program
      .command('settlements <venue>')
      .description('Show the results of closed markets, one row per outcome'),
  )
    .option(
      '--since <time>',
      `Only results since this time: ${timeForms} (default: all that the venue lists)`,
    )
    .option('-n, --limit <n>', 'Number of rows (default: 40 in a table, 50000 in other formats)')
    .addOption(new Option('--format <format>', 'Format (default: table)').choices([...formats]))
    .action((venue, flags) => settlements(venue, flags, output))
}

/** `pmx-local settlements <venue>`: shows the results of closed markets, most recently closed first. */
async function settlements(venueText: string, flags: SettlementFlags, output: Output): Promise<void> {
  const venue = parseVenue(venueText)
  const format: Format = flags.format ?? (flags.json === true ? 'json' : 'table')
  const sinceText = parseIsoTime(flags.since, '--since', systemClock.now())
  const since = sinceText === undefined ? undefined : parseIso(sinceText)
  const usual = format === 'table' ? TABLE_ROWS : FILE_ROWS
  const limit = flags.limit === undefined ? usual : parseWholeNumber(flags.limit, '--limit')
  const pages: Readonly<Record<string, string>>[] = []
  const page = await withCaller(flags, output, `calling ${venue}`, (caller) =>
    collectSettlements(
      async (count, offset) => {
        const args = [{ status: 'closed', limit: count, offset }]
        const { data, headers } = readAnswer(await caller.call(venue, 'fetchMarkets', args))
        pages.push(headers)
        // The shape is checked; the rest of the members are those of the same model.
        readShape(shapes.markets, data, 'a list of markets')
        return data as readonly UnifiedMarket[]
      },
      { limit, offset: 0, ...(since === undefined ? {} : { since }) },
    ),
  )
  const headers = joinPageHeaders(pages)
  printHeaders(headers, flags, output)
  if (isListReplaced(pages)) output.note(`Warning: ${LIST_REPLACED}.`)
  printMode(headers, output)
  print(page.rows, format, output)
  if (page.isCut) output.note(`${page.rows.length} rows shown. --limit shows more.`)
  if (page.undated > 0)
    output.note(`--since leaves out ${page.undated} markets because ${venue} does not report their time.`)
}

function print(rows: readonly SettlementRow[], format: Format, output: Output): void {
  if (format === 'json') output.line(renderJson(rows, output.isTerminal))
  else if (format === 'csv') output.line(renderCsvRows(settlementColumns, rows).trimEnd())
  else if (rows.length === 0) output.note('No settlements match.')
  else if (format === 'ndjson') output.line(renderNdjsonRows(settlementColumns, rows).trimEnd())
  else for (const line of renderSettlementTable(rows, output.style)) output.line(line)
}
