import { Option } from 'commander'
import { callMethod, printMode } from '../client/call-method.js'
import type { RequestFlags } from '../client/open-caller.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { addRequestFlags, type Register } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { parseWholeNumber } from '../options/settings.js'
import { renderModeNotice } from '../output/candle-summary.js'
import { renderJson } from '../output/json.js'
import type { Output } from '../output/output.js'
import { renderMarketTable } from '../tables/market-table.js'

interface MarketFlags extends RequestFlags {
  readonly limit?: string
  readonly status?: string
  readonly sort?: string
}

const DEFAULT_LIMIT = 20

export const marketsCommand: Register = (program, output) => {
  addRequestFlags(program.command('markets <venue> [query]').description('List the markets of a venue'))
    .option('-n, --limit <n>', 'Number of rows (default: 20)')
    .addOption(
      new Option('--status <status>', 'Status of the markets (default: active)').choices([
        'active',
        'closed',
        'all',
      ]),
    )
    .addOption(new Option('--sort <key>', 'Sort order').choices(['volume', 'liquidity', 'newest']))
    .action((venue, query, flags) => markets(venue, query, flags, output))
}

/** `pmx-local markets <venue> [query]`: shows a table of markets, by volume unless sorted otherwise. */
async function markets(
  venueText: string,
  query: string | undefined,
  flags: MarketFlags,
  output: Output,
): Promise<void> {
  const venue = parseVenue(venueText)
  const limit = flags.limit === undefined ? DEFAULT_LIMIT : parseWholeNumber(flags.limit, '--limit')
  const { status, sort } = flags
  const question = { venue, method: 'fetchMarkets', args: [{ query, limit, status, sort }] } as const
  const { data, headers } = await callMethod(question, flags, output)
  if (flags.json === true) {
    printMode(headers, output)
    return output.line(renderJson(data, output.isTerminal))
  }
  const rows = readShape(shapes.markets, data, 'a list of markets')
  const notice = renderModeNotice(headers)
  if (rows.length === 0) output.note(`No ${venue} markets match.`)
  else for (const line of renderMarketTable(rows, output.columns, output.style)) output.line(line)
  const more = rows.length === limit ? [`${limit} shown; --limit shows more`] : []
  const end = [...more, ...(notice === undefined ? [] : [notice])]
  if (end.length > 0) output.note(end.join(' · '))
}
