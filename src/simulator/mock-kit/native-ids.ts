import type { VenueId } from '../../api/envelope/venue-ids.js'
import { memoize } from '../http/memoize.js'
import { hexOf, mix, mixWide } from '../world/common/hash.js'
import type { Side, WorldEvent, WorldMarket } from '../world/common/types.js'
import type { MockContext } from './mock-venue.js'
import { type ListedMarket, narrowToListed } from './venue-view.js'

/**
 * Native ids that look like hashes, but encode a market's number at their end. An id of any age leads to its market without an
 * index.
 */

/** Distinguishes kinds of ids for one number: tokens of two sides, conditions, venues. */
export type IdKind = number

export type { Side }

const NUMBER_DIGITS = 12
const HASH_BYTES = 26
const WORD = 4_294_967_296

/** Returns 64 lower-case hex digits for a number, the first of them not 0. @param lead replaces a leading 0 */
export function hideInHex(seed: number, kind: IdKind, number: number, lead = 'c'): string {
  const salt = mix(seed, kind)
  const hash = hexOf(mixWide(salt, number), HASH_BYTES)
  // A leading zero would make some token ids shorter than any real one.
  return (hash.startsWith('0') ? lead + hash.slice(1) : hash) + hidden(salt, number)
}

/** Returns {@link hideInHex} as decimal text of a uint256. */
export function hideInDecimal(seed: number, kind: IdKind, number: number, lead?: string): string {
  return BigInt(`0x${hideInHex(seed, kind, number, lead)}`).toString()
}

/** Returns the number of a {@link hideInHex} text, or undefined for any other text. */
export function numberFromHex(seed: number, kind: IdKind, hex: string, lead?: string): number | undefined {
  if (!/^[0-9a-f]{64}$/.test(hex)) return undefined
  const number = numberHiddenIn(seed, kind, hex)
  return hideInHex(seed, kind, number, lead) === hex ? number : undefined
}

/**
 * Returns the number in the last twelve digits. The caller checks that {@link hideInHex} created the text, by creating it again.
 * @param hex ends in those digits
 */
export function numberHiddenIn(seed: number, kind: IdKind, hex: string): number {
  const salt = mix(seed, kind)
  const digits = hex.slice(-NUMBER_DIGITS)
  const high = (Number.parseInt(digits.slice(0, 4), 16) ^ (mix(salt, 1) & 0xffff)) >>> 0
  const low = (Number.parseInt(digits.slice(4), 16) ^ mix(salt, 2)) >>> 0
  return high * WORD + low
}

/** Returns the number of a {@link hideInDecimal} text, or undefined for any other text. */
export function numberFromDecimal(
  seed: number,
  kind: IdKind,
  text: string,
  lead?: string,
): number | undefined {
  if (!/^[1-9]\d{59,77}$/.test(text)) return undefined
  return numberFromHex(seed, kind, BigInt(text).toString(16).padStart(64, '0'), lead)
}

function hidden(salt: number, number: number): string {
  const high = (Math.floor(number / WORD) ^ (mix(salt, 1) & 0xffff)) >>> 0
  const low = ((number >>> 0) ^ mix(salt, 2)) >>> 0
  return high.toString(16).padStart(4, '0') + low.toString(16).padStart(8, '0')
}

/** A market with the side of a token. */
export interface Token extends ListedMarket {
  readonly side: Side
  readonly id: string
}

/** The tokens of a venue's markets: decimal texts of a uint256. */
interface SideTokens {
  /** Returns the tokens of both sides of a market, YES first. */
  readonly pair: (seed: number, market: WorldMarket) => readonly [string, string]
  readonly of: (seed: number, market: WorldMarket, side: Side) => string
  /** Returns the market and side of a token, or undefined for any other text. */
  readonly find: (context: MockContext, id: string) => Token | undefined
}

/** Creates the tokens of a venue. @param lead see {@link hideInHex} */
export function createSideTokens(
  venue: VenueId,
  kinds: Readonly<Record<Side, IdKind>>,
  lead?: string,
): SideTokens {
  const pairOf = memoize(({ number }: WorldMarket, seed: number): readonly [string, string] => [
    hideInDecimal(seed, kinds.yes, number, lead),
    hideInDecimal(seed, kinds.no, number, lead),
  ])
  return {
    pair: (seed, market) => pairOf(market, seed),
    of: (seed, market, side) => pairOf(market, seed)[side === 'yes' ? 0 : 1],
    find(context, id) {
      for (const side of ['yes', 'no'] as const) {
        const number = numberFromDecimal(context.world.seed, kinds[side], id, lead)
        const listed = number === undefined ? undefined : findMarketByNumber(context, venue, number)
        if (listed !== undefined) return { ...listed, side, id }
      }
      return undefined
    },
  }
}

/** Returns a market of a venue by its number, of any age, or undefined if the venue has none. */
export function findMarketByNumber(
  context: MockContext,
  venue: VenueId,
  number: number,
): ListedMarket | undefined {
  const market = context.world.marketByNumber(number)
  if (market === undefined) return undefined
  const event = narrowToListed(context, venue, context.world.eventOf(market))
  return event === undefined ? undefined : { event, market }
}

/** Returns an event of a venue by its slug, which ends in the opening time, or undefined if the venue has none. */
export function findEventBySlug(context: MockContext, venue: VenueId, slug: string): WorldEvent | undefined {
  const match = /^(.+)-(\d{9,10})$/.exec(slug)
  if (match === null) return undefined
  return narrowToListed(context, venue, context.world.openedAt(match[1] ?? '', Number(match[2]) * 1000))
}
