import { decimal, subtract, toNumber } from '../../api/decimal.js'
import type { Order } from '../../api/models.js'
import { isEnded } from '../../api/order-state.js'
import { knowsMember, listUnknownMembers } from '../../api/unknown-members.js'
import { isOpen, type JournalRow, type OrderOutcome } from '../../orders/journal.js'
import { asAsked } from './as-asked.js'

/**
 * What the journal learns of an order that a venue shows: that it has ended, or how much was filled. Lists lag, so what
 * was known of it is never taken back: an order that has ended stays so, and what was filled stays filled.
 * @returns undefined where nothing is new
 */
export function learnFrom(
  { outcome, terms }: Pick<JournalRow, 'outcome' | 'terms'>,
  seen: Order,
): Extract<OrderOutcome, { state: 'placed' }> | undefined {
  // What is in doubt, and the rests of market orders, have keepers of their own (doubt.ts, rests.ts).
  if (outcome.state !== 'placed' || outcome.isRestOpen === true) return undefined
  const known = outcome.order
  // Another order of the venue may bear the same name.
  if (known.id !== seen.id) return undefined
  const wasOpen = isOpen({ outcome })
  const hasEnded = wasOpen && isEnded(seen)
  // A row that shows it as open is older than its end, and what it filled until then may be missing.
  if (!wasOpen && (knowsMember(known, 'filled') || !isEnded(seen))) return undefined
  if (!hasEnded && !fillsMore(known, seen)) return undefined
  const now = withKnown(known, wasOpen ? seen : { ...seen, status: known.status })
  const { metadata: _metadata, ...facts } = known
  return { state: 'placed', order: { ...facts, ...asAsked(terms, withMost(known, now)) } }
}

/** An answer to a cancel may be no more than an id: what was known of the order besides stays. */
function withKnown(known: Order, seen: Order): Order {
  const unknown = listUnknownMembers(known)
  const fills: readonly unknown[] = ['filled', 'remaining']
  const kept = Object.fromEntries(
    Object.entries(known).filter(
      ([member]) =>
        listUnknownMembers(seen).includes(member) && !unknown.includes(member) && !fills.includes(member),
    ),
  )
  const lacking = listUnknownMembers(seen).filter((member) => !Object.hasOwn(kept, String(member)))
  const { metadata: { unknown: _unknown, ...facts } = {}, ...rest } = seen
  const metadata = lacking.length === 0 ? facts : { ...facts, unknown: lacking }
  const { marketId, outcomeId } = known
  return {
    ...rest,
    ...kept,
    ...(seen.marketId === 'unknown' ? { marketId, outcomeId } : {}),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  }
}

/** More than is known, or a number where none was. */
function fillsMore(known: Order, seen: Order): boolean {
  return knowsMember(seen, 'filled') && (!knowsMember(known, 'filled') || seen.filled > known.filled)
}

function withMost(known: Order, seen: Order): Order {
  if (!knowsMember(known, 'filled') || seen.filled >= known.filled) return seen
  const { filled } = known
  return {
    ...seen,
    filled,
    remaining: Math.max(0, toNumber(subtract(decimal(seen.amount), decimal(filled)))),
  }
}
