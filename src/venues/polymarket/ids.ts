import { createValidationError } from '../../api/envelope/errors.js'
import { type ChainId, isSlug, readChainId } from '../../venue-kit/unify/chain-ids.js'
import { padCondition } from './native/protocol.js'

/**
 * The meaning of an id on Polymarket, by its form alone (README.md). Numbers are Gamma's own. Slugs belong to events, markets and
 * series.
 */
export type NativeId =
  | ChainId
  /** A page of the site. `market` is absent on an event's page, and `event` on a market's page. */
  | { readonly kind: 'page'; readonly event?: string; readonly market?: string }

/** All-digit outcome ids below this length are misplaced market numbers (api/README.md, "Outcome ids"). */
const MIN_OUTCOME_LENGTH = 10

/** v2 conditions without their last byte, and combo conditions: the module and 30 more bytes. */
const SHORT_CONDITION = /^0x0[123][0-9a-f]{60}$/i

/** Parses any spelling of an id, a slug or a site address. Never throws. Condition ids are padded. */
export function readId(text: string): NativeId {
  const trimmed = text.trim()
  if (/^https?:\/\//i.test(trimmed)) return readPage(trimmed)
  if (SHORT_CONDITION.test(trimmed)) return { kind: 'condition', conditionId: padCondition(trimmed) }
  return readChainId(trimmed)
}

function readPage(address: string): NativeId {
  if (!URL.canParse(address)) return { kind: 'none' }
  const { hostname, pathname } = new URL(address)
  if (!/^(www\.)?polymarket\.com$/i.test(hostname)) return { kind: 'none' }
  const parts = pathname.split('/').filter((part) => isSlug(part))
  const after = (word: string, distance: number): string | undefined => {
    const at = parts.indexOf(word)
    return at < 0 ? undefined : parts[at + distance]?.toLowerCase()
  }
  const market = after('market', 1) ?? after('event', 2)
  const event = after('event', 1) ?? sportsEvent(parts)
  if (market === undefined && event === undefined) return { kind: 'none' }
  return {
    kind: 'page',
    ...(event === undefined ? {} : { event }),
    ...(market === undefined ? {} : { market }),
  }
}

/** `/sports/<league>/.../<event slug>`. */
function sportsEvent(parts: readonly string[]): string | undefined {
  const at = parts.indexOf('sports')
  return at >= 0 && parts.length >= at + 3 ? parts.at(-1)?.toLowerCase() : undefined
}

/**
 * Asserts that a text can be an outcome id (api/README.md, "Outcome ids").
 * @throws VALIDATION_ERROR field `id` for an empty id and for all-digit ids shorter than 10 digits
 */
export function assertOutcomeShape(outcomeId: string): void {
  const text = outcomeId.trim()
  if (text === '')
    throw createValidationError(
      'id',
      'An outcome id is required. Use the long decimal token id of the outcome.',
    )
  if (/^\d+$/.test(text) && text.length < MIN_OUTCOME_LENGTH) {
    throw createValidationError(
      'id',
      `'${text}' is a Polymarket market or event id, not an outcome id. ` +
        `Use the outcomeId of one of the market's outcomes from fetchMarket({ marketId: '${text}' }).`,
    )
  }
}
