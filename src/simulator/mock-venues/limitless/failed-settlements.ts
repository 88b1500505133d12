import { hashText } from '../../../effects/random.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { createPaperTrading } from '../../paper-trading/exchange.js'
import type {
  PaperAccount,
  PaperFill,
  PaperOrder,
  PaperOrderRequest,
  PaperOrderResult,
  Rejected,
} from '../../paper-trading/state/types.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import { uuidOf } from '../../world/common/hash.js'
import { rules } from './accounts.js'

/**
 * Orders whose executions failed on chain (README.md, "Settlement that fails"). They were matched and sent with their
 * fills, but have no effect. The paper account does not contain them, so they are stored separately.
 */
export interface FailedSettlements {
  /** Number of the entry of an account, from 1. */
  readonly count: number
  readonly order: PaperOrder
  readonly fills: readonly PaperFill[]
}

const notes: NotesOf<{ readonly latest: readonly FailedSettlements[] }> = {
  name: 'limitless: orders that were not settled',
}
const MAX_KEPT = 100

type Asked = Pick<MockContext, 'paper'>

/** Returns the latest entries of an account, oldest first. */
export function failedSettlementsOf({ paper }: Asked, owner: string): readonly FailedSettlements[] {
  return paper.notes(notes).get(owner, '')?.latest ?? []
}

/**
 * Places an order whose execution will fail to settle. An order that does not match is placed normally.
 * @param account the one that would have paid
 */
export function placeFailingOrder(
  call: MockContext,
  account: PaperAccount,
  wanted: PaperOrderRequest,
): PaperOrderResult | Rejected {
  const { owner } = account
  const known = failedSettlementsOf(call, owner)
  const id = uuidOf(hashText(`unsettled ${JSON.stringify(wanted.native)}`))
  // A separate exchange has no effect on others, and allows sales of contracts that are not held.
  const scratch = createPaperTrading(call.world).exchange({ ...rules, netting: 'pairs' })
  const tried = scratch.account(owner, call.now).place({ ...wanted, id })
  if (tried.rejected !== undefined || tried.fills.length === 0) return account.place(wanted)
  const order: PaperOrder = { ...tried.order, status: 'cancelled', ending: 'not_filled', remaining: 0n }
  const count = (known.at(-1)?.count ?? 0) + 1
  const latest = [...known, { count, order, fills: tried.fills }].slice(-MAX_KEPT)
  call.paper.notes(notes).set(owner, '', { latest })
  return { order, fills: tried.fills }
}

export function hasFailedSettlement(call: Asked, { owner }: PaperAccount, { id }: PaperOrder): boolean {
  return failedSettlementsOf(call, owner).some(({ order }) => order.id === id)
}

/** The id of an order: the venue's, or the client order id. */
export interface OrderName {
  readonly orderId: string | undefined
  readonly clientOrderId: string | undefined
}

/** Returns an order with its fills. */
export function findOrder(
  call: Asked,
  account: PaperAccount,
  { orderId, clientOrderId }: OrderName,
): Pick<FailedSettlements, 'order' | 'fills'> | undefined {
  const found = failedSettlementsOf(call, account.owner).find(({ order }) =>
    orderId === undefined ? order.clientOrderId === clientOrderId : order.id === orderId,
  )
  if (found !== undefined) return found
  const order = orderId === undefined ? account.orderByClientId(clientOrderId ?? '') : account.order(orderId)
  return order && { order, fills: account.fills().filter((fill) => fill.order.id === order.id) }
}
