import { readCallArguments } from '../client/call-arguments.js'
import { ask, tellMode } from '../client/call-method.js'
import type { AskFlags } from '../client/open-caller.js'
import { asks, type Register, stale } from '../options/command.js'
import { methodNamed, venueNamed } from '../options/named-venue.js'
import { jsonText } from '../output/json.js'
import type { Output } from '../output/output.js'

const examples = [
  '',
  'Arguments are bare words, name=value pairs, one JSON object, or one JSON list of all arguments:',
  '  pmx-local call polymarket fetchMarkets limit=3 status=closed',
  '  pmx-local call kalshi fetchOrderBook KXFOO-26',
  '  pmx-local call kalshi fetchOHLCV KXFOO-26 \'{"resolution":"1d"}\'',
  '  pmx-local call kalshi fetchOrderBook \'["KXFOO-26", 5]\'',
].join('\n')

export const callCommand: Register = (program, output) => {
  asks(program.command('call <venue> <method> [args...]').description('call any method; its data as JSON'))
    .addOption(stale())
    .addHelpText('after', examples)
    .action((venue, method, words, flags) => call(venue, method, words, flags, output))
}

/** `pmx-local call <venue> <method> [args...]`: any method of the API; its data on stdout as JSON. */
async function call(
  venueText: string,
  methodText: string,
  words: readonly string[],
  flags: AskFlags,
  output: Output,
): Promise<void> {
  const venue = venueNamed(venueText)
  const method = methodNamed(methodText)
  const { data, headers } = await ask(
    { venue, method, args: readCallArguments(method, words) },
    flags,
    output,
  )
  tellMode(headers, output)
  output.line(jsonText(data, output.isTerminal))
}
