import { MAX_ROWS } from '../../core/cross-venue/catalog/catalog-query.js'
import { callAllVenues } from '../client/all-venues.js'
import { printMode, printResult } from '../client/call-method.js'
import { openCaller, type RequestFlags } from '../client/open-caller.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { openKeepingCaller } from '../client/temporary-daemon.js'
import { addRequestFlags, type Register } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { parseWholeNumber } from '../options/settings.js'
import { renderModeNotice } from '../output/candle-summary.js'
import { renderJson } from '../output/json.js'
import type { Output } from '../output/output.js'
import { renderSearchResults } from '../tables/search-table.js'

interface SearchFlags extends RequestFlags {
  readonly limit?: string
  readonly category?: string
  readonly exchange?: string
  readonly closed?: boolean
}

const DEFAULT_LIMIT = 20

export const searchCommand: Register = (program, output) => {
  addRequestFlags(
    program
      .command('search <text>')
      .description('Search the open events of all venues by words, id or page URL'),
  )
    .option('-n, --limit <n>', 'Number of rows (default: 20)')
    .option('--category <name>', 'Only this category: politics, sports, crypto, ...')
    .option('--exchange <venue>', 'Only this venue')
    .option('--closed', 'Include closed events')
    .action((text, flags) => search(text, flags, output))
}

/** `pmx-local search <text>`: shows matching events from all venues, with equivalent ones next to each other. */
async function search(text: string, flags: SearchFlags, output: Output): Promise<void> {
  const limit = flags.limit === undefined ? DEFAULT_LIMIT : parseWholeNumber(flags.limit, '--limit')
  const { category, exchange } = flags
  const question = {
    query: text,
    limit,
    grouped: true,
    ...(category === undefined ? {} : { category }),
    ...(exchange === undefined ? {} : { sourceExchange: parseVenue(exchange) }),
    ...(flags.closed === true ? { status: 'all' } : {}),
  }
  // Lists take long to read and are worth storing; a simulation stores nothing.
  const caller = flags.demo === true ? await openCaller(flags) : await openKeepingCaller(flags, output)
  try {
    if (flags.verbose === true) output.note(`called: ${caller.where}`)
    const reply = await callAllVenues(caller, 'fetchEvents', [question], output)
    const { data, headers } = printResult(reply, flags, output)
    if (flags.json === true) {
      printMode(headers, output)
      return output.line(renderJson(data, output.isTerminal))
    }
    const rows = readShape(shapes.found, data, 'a list of events')
    if (rows.length === 0) output.note('No matching events on any venue.')
    else for (const line of renderSearchResults(rows, output.columns, output.style)) output.line(line)
    const notice = renderModeNotice(headers)
    const end = [
      ...(rows.length === Math.min(limit, MAX_ROWS) ? [moreText(rows.length)] : []),
      ...(notice === undefined ? [] : [notice]),
    ]
    if (end.length > 0) output.note(end.join(' · '))
  } finally {
    await caller.close()
  }
}

function moreText(shown: number): string {
  return shown < MAX_ROWS
    ? `${shown} shown; --limit shows more`
    : `${shown} shown, the maximum for one search; narrow it with --category or --exchange`
}
