import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import {
  complementPrice,
  type OutcomeDraft,
  omitUndefined,
  sumKnown,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { coinOf, eventSlugOf, marketIdOf, marketSlugOf, packOutcomeId, pageOf } from './ids.js'
import { endOf, type Facts } from './native/description.js'
import {
  labelOutcome,
  labelParent,
  labelQuestion,
  labelSide,
  type OutcomeLabels,
  type Parent,
  type Templates,
  templateOf,
} from './native/labels.js'
import { changeOf, openInterestOf, priceOf, type Quotes, volume24hOf } from './native/prices.js'
import { promoted } from './promoted.js'
import type { NativeOutcome, NativeQuestion, OutcomeMeta, SettledOutcome } from './schemas.js'

const VENUE = 'hyperliquid'
/** The tick size of every recorded price, 0.00001 to 0.99999 (README.md). */
const TICK = 0.00001

/** Converts an outcome that trades. Volumes are contracts, which equal dollars at stake: a pair pays 1. */
export function toMarketRow(
  outcome: NativeOutcome,
  parent: Parent | undefined,
  quotes: Quotes,
  templates: Templates,
): MarketRow {
  const words = labelOutcome(outcome, parent, templates)
  const sides = outcome.sideSpecs.map(({ name }, side): OutcomeDraft => {
    const ref = { outcome: outcome.outcome, side }
    return {
      outcomeId: packOutcomeId(ref),
      label: labelSide(name, words.facts),
      price: priceOf(ref, quotes),
      priceChange24h: changeOf(ref, quotes),
      metadata: { coin: coinOf(ref), side },
    }
  })
  const market = toUnifiedMarket(VENUE, {
    ...commonOf(outcome, words),
    eventId: parent && String(parent.question.question),
    outcomes: sides,
    volume24h: volume24hOf(outcome.outcome, quotes),
    openInterest: openInterestOf(outcome.outcome, quotes),
    nativeStatus: 'active',
    metadata: toSourceMetadata(outcome, promoted.market, toMetadata(outcome, parent?.words.title)),
  })
  return { market, status: 'active' }
}

/** Converts a decided outcome; the prices are the payouts of its sides. */
export function toSettledRow(settled: SettledOutcome, templates: Templates): MarketRow {
  const { spec, settleFraction, details } = settled
  const parent = settledParent(settled, templates)
  const words = labelOutcome(spec, parent, templates)
  const sides = spec.sideSpecs.map(({ name }, side): OutcomeDraft => {
    const ref = { outcome: spec.outcome, side }
    return {
      outcomeId: packOutcomeId(ref),
      label: labelSide(name, words.facts),
      price: payoutOf(side, settleFraction),
      metadata: { coin: coinOf(ref), side },
    }
  })
  const market = toUnifiedMarket(VENUE, {
    ...commonOf(spec, words),
    eventId: parent && String(parent.question.question),
    outcomes: sides,
    nativeStatus: 'settled',
    metadata: toSourceMetadata(spec, promoted.market, {
      ...toMetadata(spec, parent?.words.title),
      settleFraction,
      ...(details === undefined ? {} : { settlementDetails: details }),
    }),
    // The venue reports neither the time of the settlement nor the end of trading.
    settlement: {
      kind: 'paid',
      payouts: Object.fromEntries(sides.map(({ outcomeId, price }) => [outcomeId, price])),
    },
  })
  return { market, status: 'closed' }
}

/** The fraction is for the first side, the rest for the second; further sides were never observed. */
function payoutOf(side: number, settleFraction: number): number | undefined {
  if (side === 0) return settleFraction
  return side === 1 ? complementPrice(settleFraction) : undefined
}

function settledParent({ question }: SettledOutcome, templates: Templates): Parent | undefined {
  if (question === undefined) return undefined
  const { question: number } = question
  const native = {
    question: 'active' in number ? number.active : number.settled,
    fallbackOutcome: undefined,
  }
  return { question: native, words: labelQuestion(question, templates) }
}

function commonOf(outcome: NativeOutcome, words: OutcomeLabels) {
  return {
    marketId: marketIdOf(outcome.outcome),
    title: words.title,
    description: words.description,
    slug: marketSlugOf(outcome.outcome),
    candidate: words.candidate,
    resolvesAt: endOf(words.facts),
    url: pageOf(outcome.outcome),
    category: toCategory(words.facts),
    tags: toTags(words.facts),
    tickSize: TICK,
  }
}

/** Returns the topic of a market or event, or undefined if the venue reports none. */
function toCategory(facts: Facts): string | undefined {
  // A perpetual of another exchange has a prefix, and may be of any category.
  const asset = facts.get('underlying') ?? facts.get('perp')
  if (asset !== undefined && !asset.includes(':')) return 'Crypto'
  if (facts.has('sport')) return 'Sports'
  const word = facts.get('category')
  return word === undefined || word === '' ? undefined : word.charAt(0).toUpperCase() + word.slice(1)
}

/** Returns the subject, then the word that upstream assigns to everything of this kind. */
function toTags(facts: Facts): readonly string[] {
  const topics = ['underlying', 'perp', 'sport', 'competition', 'subCategory', 'company', 'institution']
  const words = topics.map((key) => facts.get(key)).filter((word) => word !== undefined)
  return [...new Set([...words.filter((word) => word !== '' && word !== 'N/A'), 'Outcome Markets'])]
}

function toMetadata(outcome: NativeOutcome, questionTitle: string | undefined): Record<string, unknown> {
  return omitUndefined<Record<string, unknown>>({
    volumeUnit: 'contracts',
    quoteToken: outcome.quoteToken,
    question_title: questionTitle,
    template: templateOf(outcome.name),
    nativeDescription: outcome.description,
    deployer: outcome.deployer,
    venue: outcome.venue,
    deployerFeeScale: outcome.deployerFeeScale,
  })
}

/**
 * Converts a question: its outcomes that trade, including the fallback. Settled ones stay in the question's list but cannot be
 * listed; their ids are in the metadata.
 */
export function toEventRow(
  question: NativeQuestion,
  { outcomes }: Pick<OutcomeMeta, 'outcomes'>,
  quotes: Quotes,
  templates: Templates,
): EventRow {
  const parent = labelParent(question, templates)
  const numbers = [...question.namedOutcomes, ...fallbackOf(question)]
  const markets = numbers.flatMap((number) => {
    const outcome = outcomes.find((candidate) => candidate.outcome === number)
    return outcome === undefined ? [] : [toMarketRow(outcome, parent, quotes, templates)]
  })
  const { title, description, facts } = parent.words
  const shown = markets[0]?.market.url ?? pageOf(numbers[0] ?? 0)
  return {
    event: omitUndefined<EventRow['event']>({
      id: String(question.question),
      title,
      description,
      slug: eventSlugOf(question.question),
      // Questions have no page of their own; that of an outcome shows the complete question.
      url: shown,
      volume24h: sumKnown(markets.map(({ market }) => market.volume24h)),
      category: toCategory(facts),
      tags: [...toTags(facts)],
      sourceExchange: VENUE,
      sourceMetadata: toSourceMetadata(question, promoted.event, {
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

/** Notes the events that lack their fallback market, which wins when no named outcome does: each event has one. */
export function noteFallbacks(
  questions: readonly NativeQuestion[],
  { omissions }: Pick<VenueContext, 'omissions'>,
): void {
  const without = questions.filter((question) => fallbackOf(question).length === 0)
  if (without.length === 0) return
  const [first] = without.map(({ question }) => String(question))
  const which = without.length === 1 ? `event ${first}` : `${without.length} events, such as ${first}`
  omissions.noteCut(`the fallback market of ${which}, whose number Hyperliquid did not return: retry`)
}

function fallbackOf({ fallbackOutcome }: NativeQuestion): readonly number[] {
  return fallbackOutcome === undefined ? [] : [fallbackOutcome]
}
