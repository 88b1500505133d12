import { systemClock } from '../../effects/clock.js'
import type { MarketName } from '../../matching/links.js'
import { callAllVenues } from '../client/all-venues.js'
import { printResult } from '../client/call-method.js'
import type { ApiCaller } from '../client/caller.js'
import type { RequestFlags } from '../client/open-caller.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { changeStoredLinks } from './stored-links.js'

export interface LinkFlags extends RequestFlags {
  readonly link?: string
  readonly unlink?: string
  readonly forget?: string
  readonly note?: string
}

/** The user's decision about two markets. Undefined removes it. */
export interface LinkDecision {
  readonly other: string
  readonly says: 'same' | 'other' | undefined
}

/** Reads the decision from the flags. @throws CommandFailed (usage) for more than one decision */
export function parseLinkDecision({ link, unlink, forget, note, url }: LinkFlags): LinkDecision | undefined {
  const said: LinkDecision[] = []
  if (link !== undefined) said.push({ other: link, says: 'same' })
  if (unlink !== undefined) said.push({ other: unlink, says: 'other' })
  if (forget !== undefined) said.push({ other: forget, says: undefined })
  if (said.length > 1)
    throw new CommandFailed(
      '--link, --unlink and --forget cannot be combined. Use one of them.',
      exitCodes.usage,
    )
  if (said.length > 0 && url !== undefined)
    throw new CommandFailed(
      'Decisions are stored in the state folder. Leave out --url, or name the folder with --state-dir.',
      exitCodes.usage,
    )
  if (note !== undefined && said[0]?.says === undefined)
    throw new CommandFailed('--note needs --link or --unlink.', exitCodes.usage)
  return said[0]
}

/** Stores the user's decision, under the venues' own ids. */
export async function decideLink(
  id: string,
  { other, says }: LinkDecision,
  flags: LinkFlags,
  caller: ApiCaller,
  output: Output,
): Promise<void> {
  const a = await nameOf(id, flags, caller, output)
  const b = await nameOf(other, flags, caller, output)
  const note = flags.note === undefined ? {} : { note: flags.note }
  const isChanged = await changeStoredLinks(flags, (links) => {
    if (says === undefined) return links.remove(a, b)
    links.put({ a, b, says, at: systemClock.now(), ...note })
    return true
  })
  if (flags.json === true) return output.json({ a, b, says: says ?? null, changed: isChanged })
  const both = `${nameText(a)} and ${nameText(b)}`
  if (!isChanged) return output.note(`There is no decision about ${both}.`)
  output.line(
    says === undefined ? `${both}: forgotten.` : `${both} are ${says === 'same' ? '' : 'not '}the same.`,
  )
}

/** Returns the venue and the venue's own id of a market, for any of its ids. */
async function nameOf(id: string, flags: LinkFlags, caller: ApiCaller, output: Output): Promise<MarketName> {
  const reply = await callAllVenues(caller, 'fetchMarket', [{ marketId: id }], output)
  const { data } = printResult(reply, flags, output)
  const { marketId, sourceExchange } = readShape(shapes.placed, data, 'a market')
  return { venue: sourceExchange, marketId }
}

function nameText({ venue, marketId }: MarketName): string {
  return `${venue} ${toPrintable(marketId)}`
}
