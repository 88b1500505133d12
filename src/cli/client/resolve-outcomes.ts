import * as z from 'zod'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Priority } from '../../policy/urgency.js'
import { readAnswer } from './call-method.js'
import type { ApiCaller, ApiReply } from './caller.js'
import { readShape, shapes } from './response-shapes.js'

/** An outcome that an id resolves to. */
export interface NamedOutcome {
  readonly outcomeId: string
  /** Absent when the id itself was an outcome's. */
  readonly label?: string
  /** The title of its market. Absent when the id itself was an outcome's. */
  readonly market?: string
}

/** How an id is interpreted. */
export interface IdReading {
  /** Some venues accept a market's id for its first outcome. `market` resolves it to all outcomes. */
  readonly prefer?: 'outcome' | 'market'
}

/**
 * Resolves an id to outcomes: the outcome with this id, or otherwise all outcomes of the market or event with this id.
 * @param probe requests data of an outcome with this id, to check whether it exists
 * @throws CommandFailed with the API's error: of the probe for an unknown id, otherwise of the failed call
 */
export async function resolveOutcomes(
  caller: ApiCaller,
  venue: VenueId,
  id: string,
  probe: () => Promise<ApiReply>,
  reading: IdReading = {},
): Promise<readonly NamedOutcome[]> {
  const askMarket = () => caller.call(venue, 'fetchMarket', [{ marketId: id }], { priority: 'background' })
  const preferred = reading.prefer === 'market' ? await askMarket() : undefined
  const itsMarket = preferred === undefined ? undefined : marketCalled(id, preferred)
  if (itsMarket !== undefined) return outcomesOf([itsMarket])
  const asOutcome = await probe()
  if (!isMissing(asOutcome)) {
    if (!isRetryable(asOutcome)) readAnswer(asOutcome)
    return [{ outcomeId: id }]
  }
  const found = await findOutcomesOf(caller, venue, id, {
    asMarket: preferred,
    priority: 'background',
  })
  if (found === undefined) readAnswer(asOutcome)
  return found ?? []
}

/**
 * Finds all outcomes of the market with an id, or otherwise of the event, or returns undefined if there is neither.
 * @param how `asMarket` is the venue's earlier response about the market of this id
 * @throws CommandFailed with the API's error when the lookup fails
 */
export async function findOutcomesOf(
  caller: ApiCaller,
  venue: VenueId,
  id: string,
  how: { readonly asMarket?: ApiReply | undefined; readonly priority: Priority },
): Promise<readonly NamedOutcome[] | undefined> {
  const asMarket = how.asMarket ?? (await caller.call(venue, 'fetchMarket', [{ marketId: id }], how))
  if (!isMissing(asMarket)) {
    const market = readShape(shapes.market, readAnswer(asMarket).data, 'a market')
    return outcomesOf([market])
  }
  const asEvent = await caller.call(venue, 'fetchEvent', [{ eventId: id }], how)
  if (isMissing(asEvent)) return undefined
  return outcomesOf(readShape(shapes.event, readAnswer(asEvent).data, 'an event').markets)
}

/** Returns the market of a response if the id is exactly its own, or undefined for any other response. */
function marketCalled(id: string, reply: ApiReply) {
  const envelope = readShape(shapes.envelope, reply.body, 'an envelope')
  if (!envelope.success) return undefined
  const market = readShape(shapes.market, envelope.data, 'a market')
  return market.marketId === id ? market : undefined
}

function outcomesOf(
  markets: readonly {
    readonly title: string
    readonly outcomes: readonly { readonly outcomeId: string; readonly label: string }[]
  }[],
): NamedOutcome[] {
  return markets.flatMap(({ title, outcomes }) =>
    outcomes.map(({ outcomeId, label }) => ({ outcomeId, label, market: title })),
  )
}

function errorOf(reply: ApiReply) {
  const envelope = readShape(shapes.envelope, reply.body, 'an envelope')
  return envelope.success ? undefined : envelope.error
}

/**
 * Whether a response means that no object of the requested kind has the id. An id with an impossible form is rejected as
 * invalid without a lookup, and a group id is rejected as ambiguous.
 */
export function isMissing(reply: ApiReply): boolean {
  const { code, field, detail } = errorOf(reply) ?? {}
  if (code === 'VALIDATION_ERROR') return field == null || /id$/i.test(field)
  return code?.endsWith('NOT_FOUND') === true || readAmbiguous.safeParse(detail).success
}

const readAmbiguous = z.object({ kind: z.literal('ambiguous') })

/** Whether a failure is temporary. It proves nothing about the id, and the command itself waits and retries. */
function isRetryable(reply: ApiReply): boolean {
  return errorOf(reply)?.retryable === true
}
