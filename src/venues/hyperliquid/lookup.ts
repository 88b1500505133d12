import { PmxError } from '../../api/envelope/errors.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { type NativeId, packOutcomeId, readId, type SideRef } from './ids.js'
import { noteFallbacks, toEventRow, toMarketRow, toSettledRow } from './mapping.js'
import { findOutcomeSpec, findQuestion, findQuestionWith, templatesFor } from './native/catalog.js'
import { labelParent } from './native/labels.js'
import { fetchQuotes } from './native/prices.js'
import { sideIn } from './outcomes.js'

/** Returns the question with this number or slug, or that of the page of an outcome, among those that trade. */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const native = readId(id)
  const found = await findQuestionOf(native, ctx)
  if (found === undefined) return undefined
  const { question, meta } = found
  noteFallbacks([question], ctx)
  const [quotes, templates] = await Promise.all([
    fetchQuotes(meta.outcomes.length, ctx),
    templatesFor([question, ...meta.outcomes], ctx),
  ])
  const row = toEventRow(question, meta, quotes, templates)
  return native.kind === 'page' ? { ...row, aliases: [id] } : row
}

/**
 * Returns the outcome with this id, slug, page or side, trading or settled, or undefined if the venue has none.
 * @throws BAD_REQUEST for the venue's other spellings of a side
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(id)
  if (native.kind === 'market' || native.kind === 'page') return marketRow(native.outcome, ctx)
  return native.kind === 'side' ? rowOfSide(id, native.ref, ctx) : undefined
}

/**
 * Returns the outcome with this side, or undefined if the venue has none.
 * @throws BAD_REQUEST with the candidates for a bare number, and for the venue's other spellings of a side
 */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const { kind } = readId(outcomeId)
  // A market id is not an outcome id, though books and candles accept it for the first side.
  const ref = kind === 'side' || kind === 'number' ? sideIn(outcomeId) : undefined
  return ref && rowOfSide(outcomeId, ref, ctx)
}

/**
 * Returns the market of a side, or undefined if there is none.
 * @throws BAD_REQUEST for the venue's other spellings of a side, naming the one in rows
 */
async function rowOfSide(asked: string, ref: SideRef, ctx: VenueContext): Promise<MarketRow | undefined> {
  const row = await marketRow(ref.outcome, ctx)
  if (row?.market.outcomes[ref.side] === undefined) return undefined
  const outcomeId = packOutcomeId(ref)
  if (asked.trim() === outcomeId) return row
  throw new PmxError('BAD_REQUEST', `Here '${asked}' is called ${outcomeId}.`, {
    detail: { kind: 'other_spelling', candidates: [outcomeId] },
  })
}

async function marketRow(outcome: number, ctx: VenueContext): Promise<MarketRow | undefined> {
  const found = await findOutcomeSpec(outcome, ctx)
  if (found === undefined) return undefined
  if (found.kind === 'settled') {
    const { settled } = found
    return toSettledRow(settled, await templatesFor([settled.spec, ...listOf(settled.question)], ctx))
  }
  const { question } = found
  const [quotes, templates] = await Promise.all([
    fetchQuotes(1, ctx),
    templatesFor([found.outcome, ...listOf(question)], ctx),
  ])
  return toMarketRow(found.outcome, question && labelParent(question, templates), quotes, templates)
}

function listOf<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item]
}

/** Returns the question of a page: the page of an outcome shows its whole question. */
function findQuestionOf(native: NativeId, ctx: VenueContext) {
  switch (native.kind) {
    case 'number':
      return findQuestion(native.number, ctx)
    case 'question':
      return findQuestion(native.question, ctx)
    case 'page':
      return findQuestionWith(native.outcome, ctx)
    default:
      return undefined
  }
}
