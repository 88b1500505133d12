import type { FaceContext } from '../../face.js'
import {
  hiddenDecimal,
  hiddenHex,
  marketByNumber,
  numberInDecimal,
  numberInHex,
  type Side,
} from '../../native-ids.js'
import { once } from '../../once.js'
import { type Listed, visible } from '../../venue-view.js'
import { hexOf, mix, mixWide } from '../../world/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/types.js'

/** Ids of Probable (venues/probable/README.md). */

const kinds = { yes: 0x9b01, no: 0x9b02, condition: 0x9b03 } as const

/** Decimal uint256 texts: YES first, as in `outcomes`. */
export function tokenIds(seed: number, market: WorldMarket): readonly [string, string] {
  return idsOf(market, seed)
}

const idsOf = once(({ number }: WorldMarket, seed: number): readonly [string, string] => [
  hiddenDecimal(seed, kinds.yes, number),
  hiddenDecimal(seed, kinds.no, number),
])

export function conditionId(seed: number, market: WorldMarket): string {
  return `0x${hiddenHex(seed, kinds.condition, market.number)}`
}

/** What a book names its market by. */
export function questionId(seed: number, market: WorldMarket): string {
  return `0x${hexOf(mixWide(mix(seed, 0x9b04), market.number), 32)}`
}

/** A market with the side that a token stands for. */
export interface Token extends Listed {
  readonly side: Side
  readonly id: string
}

/** The market of a token id; undefined when there is none. */
export function byToken(context: FaceContext, id: string): Token | undefined {
  for (const side of ['yes', 'no'] as const) {
    const number = numberInDecimal(context.world.seed, kinds[side], id)
    const listed = number === undefined ? undefined : byNumber(context, number)
    if (listed !== undefined) return { ...listed, side, id }
  }
  return undefined
}

/** The market of a condition id, in any case of letters; undefined when there is none. */
export function byCondition(context: FaceContext, id: string): Listed | undefined {
  const number = numberInHex(context.world.seed, kinds.condition, id.toLowerCase().replace(/^0x/, ''))
  return number === undefined ? undefined : byNumber(context, number)
}

export function byNumber(context: FaceContext, number: number): Listed | undefined {
  return marketByNumber(context, 'probable', number)
}

export function eventByNumber(context: FaceContext, number: number): WorldEvent | undefined {
  return visible(context, 'probable', context.world.eventByNumber(number))
}

/** Digits as an id; undefined for anything else. */
export function idNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
