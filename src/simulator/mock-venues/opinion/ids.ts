import type { MockContext } from '../../mock-kit/mock-venue.js'
import { createSideTokens, findMarketByNumber, type Token } from '../../mock-kit/native-ids.js'
import { type ListedMarket, narrowToListed } from '../../mock-kit/venue-view.js'
import { hexOf, mix, mixWide } from '../../world/common/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'

/**
 * Native ids (README.md). Binary and categorical markets have separate sequences, so one number may name one of each.
 * Token ids look like hashes; their end encodes the market's number.
 */

const tokens = createSideTokens('opinion', { yes: 0x0b1e5, no: 0x0b140 }, 'b')

/** Returns the ERC-1155 position id of a side. */
export const tokenId = tokens.of
export const byToken = tokens.find
export type { Token }

/** Returns the condition id: 32 bytes of hex without `0x`. */
export function conditionIdOf(seed: number, market: WorldMarket): string {
  return hexOf(mixWide(mix(seed, 0x0b1c0), market.number), 32)
}

/** Returns the question id, by which books name their market: 32 bytes of hex without `0x`. */
export function questionIdOf(seed: number, market: WorldMarket): string {
  return hexOf(mixWide(mix(seed, 0x0b19e), market.number), 32)
}

/** Returns a binary market, standalone or a child, by its number. */
export function findBinaryByNumber(context: MockContext, number: number): ListedMarket | undefined {
  return findMarketByNumber(context, 'opinion', number)
}

/** Returns a categorical market by its number. */
export function findCategoricalByNumber(context: MockContext, number: number): WorldEvent | undefined {
  const event = narrowToListed(context, 'opinion', context.world.eventByNumber(number))
  return event === undefined || !isCategorical(event) ? undefined : event
}

/** Whether an event is a categorical market: one with several children. Any other event is a binary market. */
export function isCategorical(event: WorldEvent): boolean {
  return event.markets.length > 1
}

/**
 * Returns the event or child market with a slug; slugs of events end with the opening time, those of children have a
 * suffix after it.
 */
export function findBySlug(context: MockContext, slug: string): WorldEvent | ListedMarket | undefined {
  const match = /^((.+?)-(\d{9,10}))(-.+)?$/.exec(slug)
  const opened = context.world.openedAt(match?.[2] ?? '', Number(match?.[3]) * 1000)
  const event = narrowToListed(context, 'opinion', opened)
  if (event === undefined) return undefined
  if (isCategorical(event) && event.slug === slug) return event
  const market = event.markets.find((candidate) => candidate.slug === slug)
  return market === undefined ? undefined : { event, market }
}
