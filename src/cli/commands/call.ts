import { ask, tellMode } from '../asking/ask.js'
import { readCallArguments } from '../asking/call-arguments.js'
import { methodNamed, venueNamed } from '../asking/names.js'
import type { AskFlags } from '../asking/open-caller.js'
import type { Output } from '../output.js'
import { jsonText } from '../render/json.js'

/** `pmx-local call <venue> <method> [args...]`: any method of the API; its data on stdout as JSON. */
export async function call(
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
