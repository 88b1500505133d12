import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import type { Sided } from '../../mock-kit/yes-no-sides.js'
import { hexOf } from '../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { conditionIdOf, isCategorical, questionIdOf, tokenId } from './ids.js'
import { labelsOf } from './labels.js'
import { rowStatusOf, statuses, statusOf } from './status.js'
import { type Turnover, totalOf, turnoverOf } from './turnover.js'

/** A native object before serialization. */
export type Native = Readonly<Record<string, unknown>>

/** USDT on BNB Chain, the only collateral. */
export const QUOTE_TOKEN = '0x55d398326f99059fF775485246999027B3197955'
export const CHAIN_ID = '56'
/** The exchange contract of orders in that collateral. */
export const EXCHANGE = '0x5f45344126d6488025b0b84a3a8189f2487a7246'

/** Time from the result to the end of the dispute period. */
const DISPUTE_ENDS_BEFORE_SECONDS = 52

const seconds = (epochMs: number): number => Math.floor(epochMs / 1000)

/** Returns members of all kinds of rows. */
function commonFacts(slug: string, openedAt: number): Native {
  return {
    chainId: CHAIN_ID,
    createdAt: seconds(openedAt),
    quoteToken: QUOTE_TOKEN,
    rebate: { maker: 0.5 },
    slug,
  }
}

/** Returns the members of a binary row: tokens, labels, state and result. */
function binaryFacts({ world, now }: MockContext, { event, market }: ListedMarket): Native {
  const resolved = stateAt(market, now) === 'resolved'
  const isLoud = event.number % 2 === 0
  const label = (text: string): string => (isLoud && /^(yes|no)$/i.test(text) ? text.toUpperCase() : text)
  return {
    ...commonFacts(market.slug, market.opensAt),
    isResolvableByAI: true,
    marketId: market.number,
    yesLabel: label(market.yesLabel),
    noLabel: label(market.noLabel),
    yesTokenId: tokenId(world.seed, market, 'yes'),
    noTokenId: tokenId(world.seed, market, 'no'),
    questionId: questionIdOf(world.seed, market),
    resolvedAt: resolved ? seconds(market.resolvesAt) : 0,
    resultTokenId: resolved ? winnerOf(world.seed, market) : '',
    ...statusOf(market, now),
  }
}

/** Returns the winning token; '' for a market that paid both sides. */
function winnerOf(seed: number, market: WorldMarket): string {
  if (market.payout === 0.5) return ''
  return tokenId(seed, market, market.payout === 1 ? 'yes' : 'no')
}

/** Returns members of standalone rows only. */
function topFacts(context: MockContext, event: WorldEvent): Native {
  const { labels, labelIds } = labelsOf(context, event.series)
  return {
    labels,
    labelIds,
    rules: event.rules,
    coverUrl: '',
    thumbnailUrl: `https://images.example/opinion/${hexOf(event.seed, 20)}`,
    cutoffAt: seconds(event.endsAt),
  }
}

/** Returns a child inside its parent: without kind, prices or daily volumes; it never has a deadline. */
function childMarket(context: MockContext, listed: ListedMarket): Native {
  const { market } = listed
  return {
    ...binaryFacts(context, listed),
    conditionId: '',
    cutoffAt: 0,
    marketTitle: market.label ?? market.question,
    rules: '',
    volume: String(turnoverOf(context, market).volume),
  }
}

/** Returns the same with the members that only the lookup of the parent returns. */
function detailedChild(context: MockContext, listed: ListedMarket): Native {
  const { world, now } = context
  const { market } = listed
  const proposed = winnerOf(world.seed, market) || tokenId(world.seed, market, 'yes')
  const resolution = {
    disputeDeadline: seconds(market.resolvesAt) - DISPUTE_ENDS_BEFORE_SECONDS,
    phase: 'finalized',
    proposedTokenId: proposed,
  }
  return {
    ...childMarket(context, listed),
    conditionId: conditionIdOf(world.seed, market),
    ...(stateAt(market, now) === 'resolved' ? { resolution } : {}),
  }
}

/** Renders the sum of doubles with 18 decimals. */
const longDecimal = (value: number): string => `${value.toFixed(9)}000000000`

/** Renders a row of the list. @param showsChild selects the children of a categorical market */
export function listRow(
  context: MockContext,
  event: WorldEvent,
  showsChild: (market: WorldMarket) => boolean,
): Native {
  return isCategorical(event)
    ? categoricalRow(context, event, showsChild)
    : standAlone(context, event, { hasCondition: false })
}

/** Renders a parent. Its volumes are twice the sum over all its children in the list (README.md). */
function categoricalRow(
  context: MockContext,
  event: WorldEvent,
  showsChild: (market: WorldMarket) => boolean,
): Native {
  const { volume, volume24h, volume7d } = totalOf(context, event)
  return {
    ...parentFacts(context, event),
    ...rowStatusOf(event, context.now),
    childMarkets: event.markets.filter(showsChild).map((market) => childMarket(context, { event, market })),
    questionId: '',
    volume: longDecimal(2 * volume),
    volume24h: longDecimal(2 * volume24h),
    volume7d: longDecimal(2 * volume7d),
  }
}

/** Renders the lookup of a parent: all children in another order, sums counted once, and a delayed state. */
export function toCategoricalDetail(context: MockContext, event: WorldEvent): Native {
  const [first] = event.markets
  const turn = event.number % event.markets.length
  const children = [...event.markets.slice(turn), ...event.markets.slice(0, turn)]
  return {
    ...parentFacts(context, event),
    ...statuses.created,
    childMarkets: children.map((market) => detailedChild(context, { event, market })),
    questionId: first === undefined ? '' : questionIdOf(context.world.seed, first),
    ...volumeTexts(totalOf(context, event)),
  }
}

function parentFacts(context: MockContext, event: WorldEvent): Native {
  return {
    ...commonFacts(event.slug, event.opensAt),
    ...topFacts(context, event),
    conditionId: '',
    isResolvableByAI: false,
    marketId: event.number,
    marketTitle: event.title,
    marketType: 1,
    noLabel: '',
    noTokenId: '',
    resolvedAt: 0,
    resultTokenId: '',
    yesLabel: '',
    yesTokenId: '',
  }
}

/** Renders the lookup of a binary market; a child lacks its parent and the members that only the parent has. */
export function toBinaryDetail(context: MockContext, listed: ListedMarket): Native {
  const { event, market } = listed
  if (!isCategorical(event)) return standAlone(context, event, { hasCondition: true })
  const child = detailedChild(context, listed)
  return {
    ...child,
    ...volumeTexts(turnoverOf(context, market)),
    childMarkets: null,
    marketType: 0,
    yesLabelShort: child['yesLabel'],
  }
}

function standAlone(
  context: MockContext,
  event: WorldEvent,
  { hasCondition }: { readonly hasCondition: boolean },
): Native {
  const [market] = event.markets
  if (market === undefined) return {}
  return {
    ...binaryFacts(context, { event, market }),
    ...topFacts(context, event),
    childMarkets: null,
    conditionId: hasCondition ? conditionIdOf(context.world.seed, market) : '',
    marketTitle: event.title,
    marketType: 0,
    ...volumeTexts(turnoverOf(context, market)),
  }
}

function volumeTexts({ volume, volume24h, volume7d }: Turnover): Native {
  return {
    volume: volume.toFixed(2),
    volume24h: volume24h.toFixed(2),
    volume7d: volume7d.toFixed(2),
  }
}

/** Renders a side of a market in account rows; a market without a parent has parent id 0. */
export function factsOfSide({ world }: MockContext, { market, side }: Sided): Native {
  const event = world.eventOf(market)
  const isChild = isCategorical(event)
  return {
    marketId: market.number,
    marketTitle: isChild ? (market.label ?? market.question) : event.title,
    rootMarketId: isChild ? event.number : 0,
    rootMarketTitle: isChild ? event.title : '',
    outcome: side === 'yes' ? market.yesLabel : market.noLabel,
    outcomeSide: side === 'yes' ? 1 : 2,
    outcomeSideEnum: side === 'yes' ? 'Yes' : 'No',
    quoteToken: QUOTE_TOKEN,
  }
}
