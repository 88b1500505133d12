import type { MockContext } from '../../mock-kit/mock-venue.js'
import {
  createSideTokens,
  findMarketByNumber,
  hideInHex,
  numberFromHex,
  type Token,
} from '../../mock-kit/native-ids.js'
import { type ListedMarket, narrowToListed } from '../../mock-kit/venue-view.js'
import { hexOf, mix, mixWide } from '../../world/common/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'

/** Ids of Probable (README.md). */

const CONDITION = 0x9b03
const tokens = createSideTokens('probable', { yes: 0x9b01, no: 0x9b02 })

/** Returns the token ids, YES first, as in `outcomes`. */
export const tokenIds = tokens.pair
export const tokenOf = tokens.of
export const byToken = tokens.find

export function conditionIdOf(seed: number, market: WorldMarket): string {
  return `0x${hideInHex(seed, CONDITION, market.number)}`
}

/** Returns the question id, by which books name their market. */
export function questionIdOf(seed: number, market: WorldMarket): string {
  return `0x${hexOf(mixWide(mix(seed, 0x9b04), market.number), 32)}`
}

export type { Token }

/** Returns the market of a condition id, case-insensitive, or undefined without one. */
export function findByCondition(context: MockContext, id: string): ListedMarket | undefined {
  const number = numberFromHex(context.world.seed, CONDITION, id.toLowerCase().replace(/^0x/, ''))
  return number === undefined ? undefined : findByNumber(context, number)
}

export function findByNumber(context: MockContext, number: number): ListedMarket | undefined {
  return findMarketByNumber(context, 'probable', number)
}

export function findEventByNumber(context: MockContext, number: number): WorldEvent | undefined {
  return narrowToListed(context, 'probable', context.world.eventByNumber(number))
}

/** Parses digits as an id, or undefined for anything else. */
export function numberFromId(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
