import type { FaceContext } from '../../face.js'
import {
  eventBySlug as eventWithSlug,
  hiddenHex,
  marketByNumber,
  numberInHex,
  sideTokens,
  type Token,
} from '../../native-ids.js'
import type { Listed } from '../../venue-view.js'
import { hexOf, mix, mixWide } from '../../world/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/types.js'

/** Native ids (venues/polymarket/README.md). */

const CONDITION = 0xc0d1
const LEAD = 'a'
const tokens = sideTokens('polymarket', { yes: 0x7e5, no: 0x40 }, LEAD)

/** `0x` and 64 hex digits. */
export function conditionId(seed: number, { number }: WorldMarket): string {
  return `0x${hiddenHex(seed, CONDITION, number, LEAD)}`
}

/** YES first. */
export const tokenIds = tokens.pair
export const tokenOf = tokens.of
export const byToken = tokens.find
export type { Token }

/** The market of a condition id, in any case of letters; undefined when there is none. */
export function byCondition(context: FaceContext, id: string): Listed | undefined {
  const hex = /^0x(.{64})$/.exec(id.toLowerCase())?.[1] ?? ''
  const number = numberInHex(context.world.seed, CONDITION, hex, LEAD)
  return number === undefined ? undefined : byNumber(context, number)
}

/** The market with a numeric id. */
export function byNumber(context: FaceContext, number: number): Listed | undefined {
  return marketByNumber(context, 'polymarket', number)
}

/** The event with a slug: slugs end in the opening time. */
export function eventBySlug(context: FaceContext, slug: string): WorldEvent | undefined {
  return eventWithSlug(context, 'polymarket', slug)
}

/** The market with a slug: that of its event, or the event's with an ending. */
export function marketBySlug(context: FaceContext, slug: string): Listed | undefined {
  const match = /^(.+?-\d{9,10})(?:-.+)?$/.exec(slug)
  const event = match?.[1] === undefined ? undefined : eventBySlug(context, match[1])
  const market = event?.markets.find((candidate) => candidate.slug === slug)
  return event === undefined || market === undefined ? undefined : { event, market }
}

/** The group id of a NegRisk event; the questions of its markets differ in the last byte. */
export function negRiskId(seed: number, event: WorldEvent, last = 0): string {
  return `0x${hexOf(mixWide(mix(seed, 0x4e6), event.number), 31)}${last.toString(16).padStart(2, '0')}`
}

export function questionId(seed: number, event: WorldEvent, market: WorldMarket): string {
  if (event.exclusive) return negRiskId(seed, event, market.index)
  return `0x${hexOf(mixWide(mix(seed, 0x9e5), market.number), 32)}`
}

/** A wallet or transaction that some number stands for. */
export function hexAddress(seed: number, bytes: 20 | 32): string {
  return `0x${hexOf(seed, bytes)}`
}
