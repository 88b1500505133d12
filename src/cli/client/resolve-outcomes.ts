import * as z from 'zod'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Priority } from '../../policy/urgency.js'
import { readAnswer } from './call-method.js'
import type { ApiCaller, ApiReply } from './caller.js'
import { readShape, shapes } from './response-shapes.js'

/** An outcome whose candles are meant. */
export interface NamedOutcome {
  readonly outcomeId: string
  /** Absent when the id was an outcome's itself. */
  readonly label?: string
  /** Title of its market; absent when the id was an outcome's itself. */
  readonly market?: string
}

/** How an id is read. */
export interface IdReading {
  readonly json: boolean
  /** Some venues take a market's id for its first outcome; `market` means all of it then. */
  readonly prefer?: 'outcome' | 'market'
}

/**
 * The outcomes an id means: an outcome's own id, else all outcomes of the market, else of the event that has it.
 * @param probe asks for something of an outcome with this id, to learn whether there is one
 * @throws CommandFailed with the API's error: of the probe for an id that nothing has, else of what failed
 */
export async function resolveOutcomes(
  caller: ApiCaller,
  venue: VenueId,
  id: string,
  probe: () => Promise<ApiReply>,
  flags: IdReading,
): Promise<readonly NamedOutcome[]> {
  const askMarket = () => caller.call(venue, 'fetchMarket', [{ marketId: id }], { priority: 'background' })
  const preferred = flags.prefer === 'market' ? await askMarket() : undefined
  const itsMarket = preferred === undefined ? undefined : marketCalled(id, preferred)
  if (itsMarket !== undefined) return outcomesOf([itsMarket])
  const asOutcome = await probe()
  if (!isMissing(asOutcome)) {
    if (!isRetryable(asOutcome)) readAnswer(asOutcome, flags)
    return [{ outcomeId: id }]
  }
  const found = await findOutcomesOf(caller, venue, id, flags, {
    asMarket: preferred,
    priority: 'background',
  })
  if (found === undefined) readAnswer(asOutcome, flags)
  return found ?? []
}

/**
 * All outcomes of the market, else of the event that has an id; undefined where neither has it.
 * @param how `asMarket` is what the venue has answered about the market of this id, where it was asked already
 * @throws CommandFailed with the API's error when it cannot be told
 */
export async function findOutcomesOf(
  caller: ApiCaller,
  venue: VenueId,
  id: string,
  flags: Pick<IdReading, 'json'>,
  how: { readonly asMarket?: ApiReply | undefined; readonly priority: Priority },
): Promise<readonly NamedOutcome[] | undefined> {
  const asMarket = how.asMarket ?? (await caller.call(venue, 'fetchMarket', [{ marketId: id }], how))
  if (!isMissing(asMarket)) {
    const market = readShape(shapes.market, readAnswer(asMarket, flags).data, 'a market')
    return outcomesOf([market])
  }
  const asEvent = await caller.call(venue, 'fetchEvent', [{ eventId: id }], how)
  if (isMissing(asEvent)) return undefined
  return outcomesOf(readShape(shapes.event, readAnswer(asEvent, flags).data, 'an event').markets)
}

/** The market of an answer if the id is its very own; undefined for any other answer. */
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
 * Whether an answer says that nothing of the kind asked for has the id. An id of a form that cannot be one is refused
 * as invalid rather than looked for, and a group's as one that could mean many.
 */
export function isMissing(reply: ApiReply): boolean {
  const { code, field, detail } = errorOf(reply) ?? {}
  if (code === 'VALIDATION_ERROR') return field == null || /id$/i.test(field)
  return code?.endsWith('NOT_FOUND') === true || readAmbiguous.safeParse(detail).success
}

const readAmbiguous = z.object({ kind: z.literal('ambiguous') })

/** A failure that may pass says nothing against the id: the work itself waits and tries again. */
function isRetryable(reply: ApiReply): boolean {
  return errorOf(reply)?.retryable === true
}
