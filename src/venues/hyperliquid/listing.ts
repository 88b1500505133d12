import { PmxError } from '../../api/envelope/errors.js'
import type { CursorPaging } from '../../venue-kit/contract/paging.js'
import type { EventRow, Listed, Listing, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { eventIdOf, marketIdOf } from '../../venue-kit/requests/row-lists.js'
import { noteFallbacks, toEventRow, toMarketRow } from './mapping.js'
import { fetchMeta, fetchWithQuestions, questionOf, templatesFor } from './native/catalog.js'
import { labelParent, type Templates } from './native/labels.js'
import { fetchQuotes, type Quotes, withLastPrices } from './native/prices.js'
import type { OutcomeMeta } from './schemas.js'

/**
 * Lists questions as events and outcomes as markets; most outcomes have no question. The venue has no search, no categories and
 * no pages: one response contains everything that trades. Settled outcomes are in no list and are found by their number only
 * (README.md).
 */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  return wholeList('events', eventIdOf, listing, async () => {
    const { meta, quotes, templates } = await readAll(await fetchWithQuestions(ctx), ctx)
    noteFallbacks(meta.questions, ctx)
    return readInList('outcomeMeta', ctx, () =>
      convertRows(meta.questions, 'questions', (question) => toEventRow(question, meta, quotes, templates)),
    )
  })
}

/** Lists outcomes that are being traded, alone or in a question. */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  return wholeList('markets', marketIdOf, listing, async () => {
    const { meta, quotes, templates } = await readAll(await fetchMeta(ctx), ctx)
    return readInList('outcomeMeta', ctx, () => toMarketRows(meta, quotes, templates))
  })
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
  return { meta, quotes: await withLastPrices(meta.outcomes, quotes, ctx), templates }
}

function toMarketRows(meta: OutcomeMeta, quotes: Quotes, templates: Templates): readonly MarketRow[] {
  return convertRows(meta.outcomes, 'outcomes', (outcome) => {
    const question = questionOf(outcome.outcome, meta)
    return toMarketRow(outcome, question && labelParent(question, templates), quotes, templates)
  })
}

/**
 * Returns one page with everything that is being traded.
 * @throws NOT_SUPPORTED for closed rows: an empty list would mean that there are none
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
        `Hyperliquid lists only ${what} that are open. A settled outcome can be looked up by its id, such as hl-outcome-123.`,
        { detail: { kind: 'not_listed', status } },
      )
    },
  }
  return { sorted: false, paging }
}
