import type { MethodName } from '../../api/arguments/methods.js'
import { callAllVenues } from '../client/all-venues.js'
import { printMode, printResult } from '../client/call-method.js'
import type { ApiCaller } from '../client/caller.js'
import type { RequestFlags } from '../client/open-caller.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { openKeepingCaller } from '../client/temporary-daemon.js'
import { decideLink, type LinkFlags, parseLinkDecision } from '../match-links/link-decision.js'
import { addRequestFlags, type Register } from '../options/command.js'
import { parsePrice, parseWholeNumber } from '../options/settings.js'
import { toPrintable } from '../output/display-width.js'
import { renderJson } from '../output/json.js'
import type { Output } from '../output/output.js'
import { renderArbitrage, renderMatches } from '../tables/match-table.js'

interface MatchFlags extends LinkFlags {
  readonly limit?: string
  readonly relation?: string
  readonly prices?: boolean
}

interface ArbitrageFlags extends RequestFlags {
  readonly limit?: string
  readonly category?: string
  readonly minSpread?: string
  readonly relations?: string
}

export const matchCommand: Register = (program, output) => {
  addRequestFlags(program.command('match <market>').description('Find the same market on other venues'))
    .option('-n, --limit <n>', 'Number of rows (default: 20)')
    .option(
      '--relation <names>',
      'Relations, separated by commas: identity, subset, superset, overlap, related, conflict',
    )
    .option('--prices', 'Show the current best bid and ask of each market')
    .option('--link <other>', 'Record that both markets are the same, regardless of the computed relation')
    .option('--unlink <other>', 'Record that the markets differ, regardless of the computed relation')
    .option('--forget <other>', 'Remove your decision about the two markets')
    .option('--note <text>', 'Reason for your decision')
    .action((id, flags) => match(id, flags, output))
}

export const arbitrageCommand: Register = (program, output) => {
  addRequestFlags(
    program
      .command('arbitrage')
      .description('List outcomes that cost less on one venue than they sell for on another'),
  )
    .option('-n, --limit <n>', 'Number of rows (default: 20)')
    .option('--category <name>', 'Only this category: politics, sports, crypto, ...')
    .option('--min-spread <price>', 'Minimum price difference, 0 to 1')
    .option('--relations <names>', 'Relations, separated by commas: identity (default), subset, superset')
    .action((flags) => arbitrage(flags, output))
}

const DEFAULT_LIMIT = 20

/** `pmx-local match <market>`: shows matches at other venues, or stores the user's decision about two markets. */
async function match(id: string, flags: MatchFlags, output: Output): Promise<void> {
  const said = parseLinkDecision(flags)
  const { relation, prices } = flags
  const question = {
    marketId: id,
    limit: limitIn(flags),
    ...(relation === undefined ? {} : { relation }),
    ...(prices === true ? { includePrices: true } : {}),
  }
  await withKeepingCaller(flags, output, async (caller) => {
    if (said !== undefined) return decideLink(id, said, flags, caller, output)
    await tell(caller, 'fetchMarketMatches', question, flags, output, (data) => {
      const rows = readShape(shapes.matches, data, 'a list of matches')
      if (rows.length === 0) output.note('No markets on other venues match.')
      else for (const line of renderMatches(rows, output.columns, output.style)) output.line(line)
    })
  })
}

/** `pmx-local arbitrage`: shows opportunities in the current order books, by profit. */
async function arbitrage(flags: ArbitrageFlags, output: Output): Promise<void> {
  const { category, minSpread, relations } = flags
  const question = {
    limit: limitIn(flags),
    ...(category === undefined ? {} : { category }),
    ...(minSpread === undefined ? {} : { minSpread: parsePrice(minSpread, '--min-spread') }),
    ...(relations === undefined ? {} : { relations: relations.split(',') }),
  }
  await withKeepingCaller(flags, output, (caller) =>
    tell(caller, 'fetchArbitrage', question, flags, output, (data) => {
      const rows = readShape(shapes.opportunities, data, 'a list of opportunities')
      if (rows.length === 0)
        return output.note('At current order book prices, no opportunity is worth more than its fees.')
      for (const line of renderArbitrage(rows, output.columns, output.style)) output.line(line)
      output.note('Assumed:')
      for (const one of new Set(rows.flatMap(({ assumptions }) => assumptions)))
        output.note(`  ${toPrintable(one)}`)
    }),
  )
}

/** Opens a caller with stored data, because lists take long to read and links are in the state folder. */
async function withKeepingCaller(
  flags: RequestFlags,
  output: Output,
  work: (caller: ApiCaller) => Promise<void>,
): Promise<void> {
  const caller = await openKeepingCaller(flags, output)
  try {
    if (flags.verbose === true) output.note(`called: ${caller.where}`)
    await work(caller)
  } finally {
    await caller.close()
  }
}

/** Calls all venues and prints the result. @param show prints the data as text @throws CommandFailed for a failure */
async function tell(
  caller: ApiCaller,
  method: MethodName,
  question: object,
  flags: RequestFlags,
  output: Output,
  show: (data: unknown) => void,
): Promise<void> {
  const reply = await callAllVenues(caller, method, [question], output)
  const { data, headers } = printResult(reply, flags, output)
  printMode(headers, output)
  if (flags.json === true) output.line(renderJson(data, output.isTerminal))
  else show(data)
}

function limitIn({ limit }: { readonly limit?: string }): number {
  return limit === undefined ? DEFAULT_LIMIT : parseWholeNumber(limit, '--limit')
}
