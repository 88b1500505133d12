import type { FaceContext } from '../../face.js'
import { type Listed, visible } from '../../venue-view.js'
import { hexOf, mix, mixWide } from '../../world/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/types.js'

/**
 * Native ids (venues/opinion/README.md). Binary and categorical markets are counted apart, so that one number may name
 * one of each. Token ids look like hashes; their end hides the market's number, which leads back to it.
 */

export type Side = 'yes' | 'no'

const sideSeeds: Readonly<Record<Side, number>> = { yes: 0x0b1e5, no: 0x0b140 }
const HASH_BYTES = 26
const NUMBER_DIGITS = 12
const WORD = 4_294_967_296

/** The ERC-1155 position id of a side, decimal text of a uint256. */
export function tokenId(seed: number, market: WorldMarket, side: Side): string {
  return BigInt(`0x${encode(mix(seed, sideSeeds[side]), market.number)}`).toString()
}

/** A market with the side that a token stands for. */
export interface Token extends Listed {
  readonly side: Side
  readonly id: string
}

/** The market of a token id; undefined when there is none. */
export function byToken(context: FaceContext, id: string): Token | undefined {
  if (!/^[1-9]\d{59,77}$/.test(id)) return undefined
  const hex = BigInt(id).toString(16).padStart(64, '0')
  for (const side of ['yes', 'no'] as const) {
    const salt = mix(context.world.seed, sideSeeds[side])
    const number = revealed(salt, hex.slice(-NUMBER_DIGITS))
    if (!Number.isSafeInteger(number) || encode(salt, number) !== hex) continue
    const listed = binaryByNumber(context, number)
    if (listed !== undefined) return { ...listed, side, id }
  }
  return undefined
}

function encode(salt: number, number: number): string {
  const hash = hexOf(mixWide(salt, number), HASH_BYTES)
  // A leading zero would make some token ids shorter than any real one.
  const lead = hash.startsWith('0') ? `b${hash.slice(1)}` : hash
  const high = (Math.floor(number / WORD) ^ (mix(salt, 1) & 0xffff)) >>> 0
  const low = ((number >>> 0) ^ mix(salt, 2)) >>> 0
  return lead + high.toString(16).padStart(4, '0') + low.toString(16).padStart(8, '0')
}

function revealed(salt: number, digits: string): number {
  const high = (Number.parseInt(digits.slice(0, 4), 16) ^ (mix(salt, 1) & 0xffff)) >>> 0
  const low = (Number.parseInt(digits.slice(4), 16) ^ mix(salt, 2)) >>> 0
  return high * WORD + low
}

/** 32 bytes of hex without `0x`. */
export function conditionId(seed: number, market: WorldMarket): string {
  return hexOf(mixWide(mix(seed, 0x0b1c0), market.number), 32)
}

/** 32 bytes of hex without `0x`; what books name their market by. */
export function questionId(seed: number, market: WorldMarket): string {
  return hexOf(mixWide(mix(seed, 0x0b19e), market.number), 32)
}

/** A binary market, alone or a child, by its number. */
export function binaryByNumber(context: FaceContext, number: number): Listed | undefined {
  const market = context.world.marketByNumber(number)
  if (market === undefined) return undefined
  const event = visible(context, 'opinion', context.world.eventOf(market))
  return event === undefined ? undefined : { event, market }
}

/** A categorical market by its number. */
export function categoricalByNumber(context: FaceContext, number: number): WorldEvent | undefined {
  const event = visible(context, 'opinion', context.world.eventByNumber(number))
  return event === undefined || !isCategorical(event) ? undefined : event
}

/** An event with several markets is one market with children here; any other is a binary market by itself. */
export function isCategorical(event: WorldEvent): boolean {
  return event.markets.length > 1
}

/** What a slug names: slugs of events end in their opening time, those of children go on after it. */
export function bySlug(context: FaceContext, slug: string): WorldEvent | Listed | undefined {
  const match = /^((.+?)-(\d{9,10}))(-.+)?$/.exec(slug)
  const opened = context.world.openedAt(match?.[2] ?? '', Number(match?.[3]) * 1000)
  const event = visible(context, 'opinion', opened)
  if (event === undefined) return undefined
  if (isCategorical(event) && event.slug === slug) return event
  const market = event.markets.find((candidate) => candidate.slug === slug)
  return market === undefined ? undefined : { event, market }
}
