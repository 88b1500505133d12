import { readCallArguments } from '../client/call-arguments.js'
import { callMethod, printMode } from '../client/call-method.js'
import type { RequestFlags } from '../client/open-caller.js'
import { addRequestFlags, createStaleOption, type Register } from '../options/command.js'
import { parseMethodName, parseVenue } from '../options/named-venue.js'
import { renderJson } from '../output/json.js'
import type { Output } from '../output/output.js'

const examples = [
  '',
  'Arguments are bare words, name=value pairs, a single JSON object, or a JSON array of all arguments:',
  '  pmx-local call polymarket fetchMarkets limit=3 status=closed',
  '  pmx-local call kalshi fetchOrderBook KXFOO-26',
  '  pmx-local call kalshi fetchOHLCV KXFOO-26 \'{"resolution":"1d"}\'',
  '  pmx-local call kalshi fetchOrderBook \'["KXFOO-26", 5]\'',
].join('\n')

export const callCommand: Register = (program, output) => {
  addRequestFlags(
    program
      .command('call <venue> <method> [args...]')
      .description('Call any API method and print its data as JSON'),
  )
    .addOption(createStaleOption())
    .addHelpText('after', examples)
    .action((venue, method, words, flags) => call(venue, method, words, flags, output))
}

/** `pmx-local call <venue> <method> [args...]`: calls any method of the API and prints its data on stdout as JSON. */
async function call(
  venueText: string,
  methodText: string,
  words: readonly string[],
  flags: RequestFlags,
  output: Output,
): Promise<void> {
  const venue = parseVenue(venueText)
  const method = parseMethodName(methodText)
  const { data, headers } = await callMethod(
    { venue, method, args: readCallArguments(method, words) },
    flags,
    output,
  )
  printMode(headers, output)
  output.line(renderJson(data, output.isTerminal))
}
