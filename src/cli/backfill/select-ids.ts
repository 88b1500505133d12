import { isVenueId, type VenueId } from '../../api/envelope/venue-ids.js'
import { settlementOf } from '../../api/models/market-settlement.js'
import type { UnifiedMarket } from '../../api/models/models.js'
import { parseIso } from '../../api/times/instant.js'
import { parseOutcomeId, toNativeId } from '../../api/values/outcome-id.js'
import { isListReplaced, joinPageHeaders, LIST_REPLACED } from '../../core/request/page-headers.js'
import { readAnswer } from '../client/call-method.js'
import type { ApiCaller } from '../client/caller.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { parseVenue } from '../options/named-venue.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import type { RequestedId } from './fill-many.js'

/** Selects markets from the list of a venue. */
export interface MarketSelection {
  readonly query?: string
  readonly category?: string
  readonly event?: string
  /** Only markets that closed since this time, or whose closing time the venue does not report, epoch ms. */
  readonly closedSince?: number
  readonly limit?: number
}

/** Ids as typed: all for one venue, or each with its own venue. */
export interface TypedIds {
  /** Absent if every id has its venue. */
  readonly venue: VenueId | undefined
  /** `-` stands for the lines of standard input. */
  readonly ids: readonly string[]
}

/**
 * Reads the command's arguments: a venue and ids, or ids in the form `<venue>:<id>`.
 * @throws CommandFailed (usage) for an unknown venue
 */
export function readTypedIds([first, ...others]: readonly string[]): TypedIds {
  if (first === undefined) return { venue: undefined, ids: [] }
  const isId = first === '-' || (!isVenueId(first) && parseOutcomeId(first) !== undefined)
  return isId ? { venue: undefined, ids: [first, ...others] } : { venue: parseVenue(first), ids: others }
}

/**
 * Returns the ids of the command in their order, without duplicates.
 * @param readLines reads standard input
 * @throws CommandFailed (usage) for an id without a venue
 */
export async function collectIds(
  { venue, ids }: TypedIds,
  readLines: () => Promise<readonly string[]>,
): Promise<RequestedId[]> {
  const lines = ids.includes('-') ? await readLines() : []
  const words = ids.flatMap((id) => (id === '-' ? lines : [id]))
  const named = words
    .map((word) => word.trim())
    .filter((word) => word !== '' && !word.startsWith('#'))
    .map((word): RequestedId => toRequestedId(venue, word))
  return [...new Map(named.map((one) => [`${one.venue} ${one.id}`, one])).values()]
}

function toRequestedId(venue: VenueId | undefined, word: string): RequestedId {
  if (venue !== undefined) {
    const named = parseOutcomeId(word)
    // A native id may begin with the name of its venue.
    return named === undefined || named.venue === venue ? { venue, id: toNativeId(venue, word) } : named
  }
  const named = parseOutcomeId(word)
  if (named !== undefined) return named
  throw new CommandFailed(
    `The id has no venue: ${word}. Write <venue>:<id>, or name the venue first.`,
    exitCodes.usage,
  )
}

/** Number of markets in one list request. */
const PAGE = 500
const MAX_MARKETS = 10_000

/** Number of times that a list is read again from its first page because it was replaced between two pages. */
const MAX_READS = 3

/** The markets in a selection, and the warnings in their responses. */
interface SelectedMarkets {
  /** In the order of the venue's list, each once. */
  readonly ids: readonly RequestedId[]
  readonly headers: Readonly<Record<string, string>>
  /** Set where the ids are from different lists. */
  readonly warning?: string
}

/**
 * Returns the markets that a selection names. A list that is replaced between two pages is read again.
 * @throws CommandFailed with the API's error, or if no market matches
 */
export async function selectMarkets(
  caller: ApiCaller,
  venue: VenueId,
  selection: MarketSelection,
): Promise<SelectedMarkets> {
  for (let read = 1; ; read++) {
    const { ids, pages } = await readSelection(caller, venue, selection, read < MAX_READS)
    if (ids === undefined) continue
    if (ids.length === 0)
      throw new CommandFailed(`No ${venue} markets match. 'pmx-local markets ${venue}' lists its markets.`)
    const warning = isListReplaced(pages) ? LIST_REPLACED : undefined
    return { ids, headers: joinPageHeaders(pages), ...(warning === undefined ? {} : { warning }) }
  }
}

/** @param endsReplaced returns no ids once pages are from different lists */
async function readSelection(
  caller: ApiCaller,
  venue: VenueId,
  selection: MarketSelection,
  endsReplaced: boolean,
) {
  const { query, category, event: eventId, closedSince, limit = MAX_MARKETS } = selection
  const status = closedSince === undefined ? undefined : 'closed'
  const found = new Set<string>()
  const pages: Readonly<Record<string, string>>[] = []
  for (let offset = 0; found.size < limit; offset += PAGE) {
    const args = [{ query, category, eventId, status, limit: PAGE, offset }]
    const reply = await caller.call(venue, 'fetchMarkets', args, { priority: 'background' })
    const { data, headers } = readAnswer(reply)
    pages.push(headers)
    if (endsReplaced && isListReplaced(pages)) return { ids: undefined, pages }
    readShape(shapes.markets, data, 'a list of markets')
    // The shape is checked; the rest of the members are those of the same model.
    const rows = data as readonly UnifiedMarket[]
    const fitting = rows.filter(
      (market) => closedSince === undefined || mayHaveClosedSince(market, closedSince),
    )
    for (const { marketId } of fitting) found.add(marketId)
    if (rows.length < PAGE) break
  }
  return { ids: [...found].slice(0, limit).map((id): RequestedId => ({ venue, id })), pages }
}

/**
 * Whether a closed market ended since a given time. Its resolution date is not used, because it is only planned, and may be days
 * before or after the close.
 */
function mayHaveClosedSince(market: UnifiedMarket, since: number): boolean {
  const { closedAt, at } = settlementOf(market) ?? {}
  const time = parseIso(closedAt ?? at ?? '')
  return time === undefined || time >= since
}
