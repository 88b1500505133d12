import { known, sumKnown } from '../../venue-kit/unify.js'
import type { EventRow, VenueContext } from '../../venue-kit/venue.js'
import { eventSlugOf, marketIdOf, pageOf } from './ids.js'
import { toCategory, toMarketRow, toTags } from './market-row.js'
import type { Quotes } from './prices.js'
import type { NativeQuestion, OutcomeMeta } from './wire.js'
import { type Templates, wordParent } from './wording.js'

/**
 * The event of a question: its outcomes that trade, the fallback included. Settled ones stay in the question's list
 * but cannot be listed; their ids are in the metadata.
 */
export function toEventRow(
  question: NativeQuestion,
  { outcomes }: Pick<OutcomeMeta, 'outcomes'>,
  quotes: Quotes,
  templates: Templates,
): EventRow {
  const parent = wordParent(question, templates)
  const numbers = [...question.namedOutcomes, ...fallbackOf(question)]
  const markets = numbers.flatMap((number) => {
    const outcome = outcomes.find((candidate) => candidate.outcome === number)
    return outcome === undefined ? [] : [toMarketRow(outcome, parent, quotes, templates)]
  })
  const { title, description, facts } = parent.words
  const shown = markets[0]?.market.url ?? pageOf(numbers[0] ?? 0)
  return {
    event: known<EventRow['event']>({
      id: String(question.question),
      title,
      description,
      slug: eventSlugOf(question.question),
      // Questions have no page of their own; that of an outcome shows them whole.
      url: shown,
      volume24h: sumKnown(markets.map(({ market }) => market.volume24h)),
      category: toCategory(facts),
      tags: [...toTags(facts)],
      sourceExchange: 'hyperliquid',
      sourceMetadata: known<Record<string, unknown>>({
        volumeUnit: 'contracts',
        nativeDescription: question.description,
        fallbackMarket: fallbackOf(question).map(marketIdOf)[0],
        settledMarkets: question.settledNamedOutcomes.map(marketIdOf),
      }),
    }),
    markets,
    status: markets.length > 0 ? 'active' : 'closed',
  }
}

/** Says which events are shown without the market that comes true when no named one does: each of them has one. */
export function noteFallbacks(
  questions: readonly NativeQuestion[],
  { omissions }: Pick<VenueContext, 'omissions'>,
): void {
  const without = questions.filter((question) => fallbackOf(question).length === 0)
  if (without.length === 0) return
  const [first] = without.map(({ question }) => String(question))
  const which = without.length === 1 ? `event ${first}` : `${without.length} events, such as ${first}`
  omissions.noteCut(`the fallback market of ${which}, whose number Hyperliquid did not tell: ask again`)
}

function fallbackOf({ fallbackOutcome }: NativeQuestion): readonly number[] {
  return fallbackOutcome === undefined ? [] : [fallbackOutcome]
}
