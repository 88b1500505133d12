import { PmxError } from '../../api/errors.js'
import type { CursorPaging } from '../../venue-kit/paging.js'
import { eventIdOf, marketIdOf } from '../../venue-kit/row-lists.js'
import { eachRow, inList } from '../../venue-kit/rows.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  MarketSource,
  VenueContext,
} from '../../venue-kit/venue.js'
import {
  fetchMeta,
  fetchWithQuestions,
  findOutcomeSpec,
  findQuestion,
  findQuestionWith,
  questionOf,
  readSide,
  templatesFor,
} from './catalog.js'
import { noteFallbacks, toEventRow } from './event-row.js'
import { type NativeId, packOutcomeId, readId, type SideRef } from './ids.js'
import { toMarketRow, toSettledRow } from './market-row.js'
import { fetchQuotes, type Quotes } from './prices.js'
import type { OutcomeMeta } from './wire.js'
import { type Templates, wordParent } from './wording.js'

/**
 * Questions are events, outcomes are markets; most outcomes belong to no question. The venue has no search, no
 * categories and no pages: one answer holds everything that trades. What has been settled is in no list and is found
 * by its number only (README.md).
 */
export const marketSource: MarketSource = {
  listEvents: (listing, ctx) =>
    wholeList('events', eventIdOf, listing, async () => {
      const { meta, quotes, templates } = await readAll(await fetchWithQuestions(ctx), ctx)
      noteFallbacks(meta.questions, ctx)
      return inList('outcomeMeta', ctx, () =>
        eachRow(meta.questions, 'questions', (question) => toEventRow(question, meta, quotes, templates)),
      )
    }),

  listMarkets: (listing, ctx) =>
    wholeList('markets', marketIdOf, listing, async () => {
      const { meta, quotes, templates } = await readAll(await fetchMeta(ctx), ctx)
      return inList('outcomeMeta', ctx, () => toMarketRows(meta, quotes, templates))
    }),

  async getEvent(id, ctx): Promise<EventRow | undefined> {
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
  },

  async getMarket(id, ctx) {
    const native = readId(id)
    if (native.kind === 'market' || native.kind === 'page') return marketRow(native.outcome, ctx)
    return native.kind === 'side' ? rowOfSide(id, native.ref, ctx) : undefined
  },

  async findOutcome(outcomeId, ctx) {
    const native = readId(outcomeId)
    // A market id is no outcome's id, though books and candles take it for the first side's.
    if (native.kind !== 'side' && native.kind !== 'number') return undefined
    return rowOfSide(outcomeId, readSide(outcomeId), ctx)
  },
}

interface Everything {
  readonly meta: OutcomeMeta
  readonly quotes: Quotes
  readonly templates: Templates
}

async function readAll(meta: OutcomeMeta, ctx: VenueContext): Promise<Everything> {
  const [quotes, templates] = await Promise.all([
    fetchQuotes(meta.outcomes.length, ctx),
    templatesFor([...meta.questions, ...meta.outcomes], ctx),
  ])
  return { meta, quotes, templates }
}

function toMarketRows(meta: OutcomeMeta, quotes: Quotes, templates: Templates): readonly MarketRow[] {
  return eachRow(meta.outcomes, 'outcomes', (outcome) => {
    const question = questionOf(outcome.outcome, meta)
    return toMarketRow(outcome, question && wordParent(question, templates), quotes, templates)
  })
}

/**
 * One page of everything that trades.
 * @throws NOT_SUPPORTED for closed rows: an empty list would say that there are none
 */
function wholeList<Row>(
  what: string,
  idOf: (row: Row) => string,
  { status }: Listing,
  read: () => Promise<readonly Row[]>,
): Listed<Row> {
  const paging: CursorPaging<Row> = {
    kind: 'cursor',
    what,
    idOf,
    async fetch() {
      if (status === 'active') return { rows: await read() }
      throw new PmxError(
        'NOT_SUPPORTED',
        `Hyperliquid lists only ${what} that trade. A settled outcome can be looked up by its id, such as hl-outcome-123.`,
        { detail: { kind: 'not_listed', status } },
      )
    },
  }
  return { sorted: false, paging }
}

/**
 * The market of a side; undefined when there is none.
 * @throws BAD_REQUEST for the venue's other spellings of a side, naming the one that rows have
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
  return toMarketRow(found.outcome, question && wordParent(question, templates), quotes, templates)
}

function listOf<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item]
}

/** The page of an outcome shows the whole question that it belongs to. */
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
