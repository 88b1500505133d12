import { hashText } from '../../../effects/random.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { createPaperTrading } from '../../paper-trading/exchange.js'
import type {
  PaperAccount,
  PaperFill,
  PaperOrder,
  PaperOrderResult,
  Rejected,
} from '../../paper-trading/state/types.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import { uuidOf } from '../../world/common/hash.js'
import type { SentOrder } from './order-body.js'
import { rules } from './paper.js'

/**
 * Trades that the exchange voids after execution (README.md, "Busted trades"). The order is reported as filled and its
 * trades stay in the history, but they have no effect. The paper account does not contain them, so they are stored
 * separately.
 */
interface Busted {
  readonly order: PaperOrder
  readonly fills: readonly PaperFill[]
}

const notes: NotesOf<{ readonly latest: readonly Busted[] }> = { name: 'polymarket_us: busted trades' }
const MAX_KEPT = 100

type Asked = Pick<MockContext, 'paper'>

/** Returns the latest entries of an account, oldest first. */
function bustedOf({ paper }: Asked, owner: string): readonly Busted[] {
  return paper.notes(notes).get(owner, '')?.latest ?? []
}

/** Returns voided fills, newest first. */
export function bustedFillsOf(asked: Asked, owner: string): readonly PaperFill[] {
  return bustedOf(asked, owner)
    .flatMap(({ fills }) => fills)
    .toReversed()
}

export function findBustedOrder(asked: Asked, owner: string, id: string): PaperOrder | undefined {
  return bustedOf(asked, owner).find(({ order }) => order.id === id)?.order
}

/** Places an order whose trades will be voided. An order that does not match is placed normally. */
export function placeBusted(
  call: MockContext,
  account: PaperAccount,
  wanted: SentOrder,
): PaperOrderResult | Rejected {
  const { owner } = account
  const known = bustedOf(call, owner)
  const named = (what: string): string =>
    uuidOf(hashText(`busted ${owner} ${known.length} ${call.now} ${what}`))
  // On a separate exchange, so that other accounts are not affected.
  const scratch = createPaperTrading(call.world).exchange(rules).account(owner, call.now)
  const tried = scratch.place({ ...wanted, id: named('order') })
  if (tried.rejected !== undefined || tried.fills.length === 0) return account.place(wanted)
  const fills = tried.fills.map((fill, index) => ({ ...fill, id: named(`trade ${index}`) }))
  // The remainder does not rest.
  const order: PaperOrder =
    tried.order.status === 'open'
      ? { ...tried.order, status: 'cancelled', ending: 'not_filled', remaining: 0n }
      : tried.order
  call.paper.notes(notes).set(owner, '', { latest: [...known, { order, fills }].slice(-MAX_KEPT) })
  return { order, fills }
}
