import type { MockContext } from '../../mock-kit/mock-venue.js'
import {
  createSideTokens,
  findEventBySlug,
  findMarketByNumber,
  hideInHex,
} from '../../mock-kit/native-ids.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { slugOf } from '../../world/common/dates.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'
import { MAX_MARKETS } from '../../world/series/event.js'

/** Ids of Limitless (README.md). */

const tokens = createSideTokens('limitless', { yes: 0x11e1, no: 0x11e2 })
export const tokenIds = tokens.pair
export const tokenOf = tokens.of

export function conditionIdOf(seed: number, { number }: WorldMarket): string {
  return `0x${hideInHex(seed, 0x11e3, number)}`
}

/** Returns the id of a group. Groups and markets share one sequence, so the id differs from those of its markets. */
export function groupId({ number }: WorldEvent): number {
  return number * MAX_MARKETS + MAX_MARKETS - 1
}

/** The target of a path: a market, possibly in a group, or a group. */
export type Named =
  | ({ readonly kind: 'single' | 'child' } & ListedMarket)
  | { readonly kind: 'group'; readonly event: WorldEvent }

export function isGroup({ markets }: WorldEvent): boolean {
  return markets.length > 1
}

const CHILD_LEAD = '17'
const CHILD_DIGITS = 11

/**
 * Returns the slug of a market: that of the event for a single market; for a child its name and digits similar to a
 * creation time in ms.
 */
export function slugFor({ event, market }: ListedMarket): string {
  if (!isGroup(event)) return event.slug
  const digits = String(market.number).padStart(CHILD_DIGITS, '0')
  return `${slugOf(titleFor({ event, market }))}-${CHILD_LEAD}${digits}`
}

/** Returns the title of a market; a child has the name of its outcome in the group. */
export function titleFor({ event, market }: ListedMarket): string {
  return isGroup(event) ? (market.label ?? market.question) : market.question
}

/** Returns the target of a slug, of any age, with exact case, or undefined if it is unknown. */
export function findBySlug(context: MockContext, slug: string): Named | undefined {
  const event = findEventBySlug(context, 'limitless', slug)
  const [only] = event?.markets ?? []
  if (event !== undefined && only !== undefined) {
    return isGroup(event) ? { kind: 'group', event } : { kind: 'single', event, market: only }
  }
  const digits = new RegExp(`-${CHILD_LEAD}(\\d{${CHILD_DIGITS}})$`).exec(slug)?.[1]
  const listed = digits === undefined ? undefined : findMarketByNumber(context, 'limitless', Number(digits))
  return listed !== undefined && isGroup(listed.event) && slugFor(listed) === slug
    ? { kind: 'child', ...listed }
    : undefined
}
