import { decimal, subtract, toNumber } from '../api/decimal.js'
import type { Order, OrderStatus } from '../api/models.js'
import { isEnded } from '../api/order-state.js'
import { knowsMember, listUnknownMembers } from '../api/unknown-members.js'
import { complement, known } from './unify.js'

/** An order only moves to the right: rows and frames of a venue may arrive late. */
const ranks: Readonly<Record<OrderStatus, number>> = {
  pending: 0,
  open: 1,
  filled: 2,
  canceled: 2,
  rejected: 2,
}

/** Whether the venue showed a member, and did not leave it out (`metadata.unknown`). */
function knows(order: Order, member: keyof Order): boolean {
  return order[member] !== undefined && knowsMember(order, member)
}

/**
 * An order as it is known after one more row or frame of it. Members that the newer one leaves out stay as they were;
 * what was filled stays filled, and an order that is over stays over.
 * @returns undefined where the newer one shows nothing new
 */
export function mergeOrder(before: Order, shown: Order): Order | undefined {
  if (ranks[shown.status] < ranks[before.status]) return undefined
  if (isEnded(before) && shown.status !== before.status) return undefined
  const merged = withFilled(before, completed(before, sameSide(before, shown)))
  return isSame(before, merged) ? undefined : merged
}

/** A venue that nets may show a sale of YES as a purchase of NO: it is shown as before. */
function sameSide({ marketId, outcomeId, side }: Order, shown: Order): Order {
  const isMirrored = shown.marketId === marketId && shown.outcomeId !== outcomeId && shown.side !== side
  if (!isMirrored) return shown
  const { price } = shown
  return { ...shown, outcomeId, side, ...(price === undefined ? {} : { price: complement(price) }) }
}

/**
 * The newer one with the members of the older one that it does not know. An end that does not tell what was filled leaves
 * that unknown: a fill just before it may not have been shown.
 */
function completed(before: Order, shown: Order): Order {
  const hasEnded = isEnded(shown) && !isEnded(before)
  const missing = (Object.keys(before) as (keyof Order)[]).filter(
    (member) =>
      member !== 'metadata' &&
      !(hasEnded && (member === 'filled' || member === 'remaining')) &&
      !knows(shown, member) &&
      knows(before, member),
  )
  if (missing.length === 0) return shown
  const { unknown: _named, ...facts } = shown.metadata ?? {}
  const unknown = listUnknownMembers(shown).filter((member) => !missing.some((one) => one === member))
  const metadata = unknown.length === 0 ? facts : { ...facts, unknown }
  return known<Order>({
    ...shown,
    ...Object.fromEntries(missing.map((member) => [member, before[member]])),
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  } as Order)
}

function withFilled(before: Order, shown: Order): Order {
  if (!knows(before, 'filled') || before.filled <= shown.filled) return shown
  const { filled } = before
  if (!knows(shown, 'amount')) return { ...shown, filled }
  return {
    ...shown,
    filled,
    remaining: Math.max(0, toNumber(subtract(decimal(shown.amount), decimal(filled)))),
  }
}

const compared = ['status', 'filled', 'remaining', 'amount', 'price', 'side', 'outcomeId', 'fee'] as const

function isSame(a: Order, b: Order): boolean {
  return compared.every((member) => a[member] === b[member] && knows(a, member) === knows(b, member))
}
