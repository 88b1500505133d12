import type { FaceContext } from '../../face.js'
import { once } from '../../once.js'
import { type Listed, visible } from '../../venue-view.js'
import { hexOf, mix, mixWide } from '../../world/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/types.js'

/**
 * Native ids. They look like hashes and are made from one, but their end hides the market's number, so that an id
 * of any age leads back to its market without an index.
 */

type IdKind = 'condition' | 'yes' | 'no'

const kindSeeds: Readonly<Record<IdKind, number>> = { condition: 0xc0d1, yes: 0x7e5, no: 0x40 }
const NUMBER_DIGITS = 12
const HASH_BYTES = 26
const WORD = 4_294_967_296

/** `0x` and 64 hex digits. */
export function conditionId(seed: number, market: WorldMarket): string {
  return `0x${encode(seed, 'condition', market.number)}`
}

/** The two token ids of a market, decimal text of a uint256: YES first. */
export function tokenIds(seed: number, market: WorldMarket): readonly [string, string] {
  return idsOf(market, seed)
}

const idsOf = once((market: WorldMarket, seed: number): readonly [string, string] => [
  tokenOf(seed, 'yes', market),
  tokenOf(seed, 'no', market),
])

function tokenOf(seed: number, kind: 'yes' | 'no', market: WorldMarket): string {
  return BigInt(`0x${encode(seed, kind, market.number)}`).toString()
}

function encode(seed: number, kind: IdKind, number: number): string {
  const salt = mix(seed, kindSeeds[kind])
  const hash = hexOf(mixWide(salt, number), HASH_BYTES)
  // A leading zero would make some token ids shorter than any real one.
  const lead = hash.startsWith('0') ? `a${hash.slice(1)}` : hash
  return lead + hidden(salt, number)
}

function hidden(salt: number, number: number): string {
  const high = (Math.floor(number / WORD) ^ (mix(salt, 1) & 0xffff)) >>> 0
  const low = ((number >>> 0) ^ mix(salt, 2)) >>> 0
  return high.toString(16).padStart(4, '0') + low.toString(16).padStart(8, '0')
}

function revealed(salt: number, digits: string): number {
  const high = (Number.parseInt(digits.slice(0, 4), 16) ^ (mix(salt, 1) & 0xffff)) >>> 0
  const low = (Number.parseInt(digits.slice(4), 16) ^ mix(salt, 2)) >>> 0
  return high * WORD + low
}

function decode(context: FaceContext, kind: IdKind, hex: string): Listed | undefined {
  const { world } = context
  const number = revealed(mix(world.seed, kindSeeds[kind]), hex.slice(-NUMBER_DIGITS))
  if (!Number.isSafeInteger(number) || encode(world.seed, kind, number) !== hex) return undefined
  return byNumber(context, number)
}

/** The market of a condition id, in any case of letters; undefined when there is none. */
export function byCondition(context: FaceContext, id: string): Listed | undefined {
  const match = /^0x([0-9a-f]{64})$/.exec(id.toLowerCase())
  return match?.[1] === undefined ? undefined : decode(context, 'condition', match[1])
}

/** A market with the side that a token stands for. */
export interface Token extends Listed {
  readonly side: 'yes' | 'no'
  readonly id: string
}

/** The market of a token id; undefined when there is none. */
export function byToken(context: FaceContext, id: string): Token | undefined {
  if (!/^[1-9]\d{59,77}$/.test(id)) return undefined
  const hex = BigInt(id).toString(16).padStart(64, '0')
  if (hex.length !== 64) return undefined
  for (const side of ['yes', 'no'] as const) {
    const found = decode(context, side, hex)
    if (found !== undefined) return { ...found, side, id }
  }
  return undefined
}

/** The market with a numeric id. */
export function byNumber(context: FaceContext, number: number): Listed | undefined {
  const market = context.world.marketByNumber(number)
  if (market === undefined) return undefined
  const event = visible(context, 'polymarket', context.world.eventOf(market))
  return event === undefined ? undefined : { event, market }
}

/** The event with a slug: slugs end in the opening time. */
export function eventBySlug(context: FaceContext, slug: string): WorldEvent | undefined {
  const match = /^(.+)-(\d{9,10})$/.exec(slug)
  if (match === null) return undefined
  const found = context.world.openedAt(match[1] ?? '', Number(match[2]) * 1000)
  return visible(context, 'polymarket', found)
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
