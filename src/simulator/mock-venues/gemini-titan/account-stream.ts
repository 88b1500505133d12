import type { MockContext, MockRequest } from '../../mock-kit/mock-venue.js'
import { toAmountText } from '../../paper-trading/state/amount.js'
import type { PaperEvent, PaperOrder } from '../../paper-trading/state/types.js'
import { symbolOf } from './ids.js'
import { accountOf } from './paper.js'
import { ownerOfSocket } from './signature.js'

/** `orders@account`: order events of the account that opened the socket (README.md of this folder: "Socket"). */

/** The implemented account streams. */
export const ACCOUNT_STREAM = 'orders@account'

type Status = 'NEW' | 'OPEN' | 'FILLED' | 'PARTIALLY_FILLED' | 'CANCELED' | 'MODIFIED'

/** Creates the stream. @returns undefined for a socket that was opened without a key */
export function openAccountStream(context: () => MockContext, request: MockRequest) {
  const owner = ownerOfSocket(request)
  if (owner === undefined) return undefined
  const account = () => accountOf(context(), owner)
  /** Time up to which events have been sent; events before the subscription are not sent. */
  let sentTo: number | undefined
  return {
    subscribe(): void {
      sentTo ??= account().events().at(-1)?.sequence ?? 0
    },
    unsubscribe(): void {
      sentTo = undefined
    },
    frames(): readonly string[] {
      if (sentTo === undefined) return []
      const events = account().events(sentTo)
      sentTo = events.at(-1)?.sequence ?? sentTo
      return events.flatMap((event) => framesOf(context(), event))
    },
  }
}

function framesOf(now: MockContext, event: PaperEvent): readonly string[] {
  switch (event.kind) {
    case 'placed':
      return [frameOf(now, event.order, 'NEW', event.at), frameOf(now, event.order, 'OPEN', event.at)]
    case 'filled': {
      const { order, fill } = event
      const status = order.status === 'filled' ? 'FILLED' : 'PARTIALLY_FILLED'
      // Amounts of the last execution only.
      return [
        frameOf(now, order, status, event.at, { Z: toAmountText(fill.size), L: toAmountText(fill.price) }),
      ]
    }
    case 'cancelled':
      return [frameOf(now, event.order, 'CANCELED', event.at, { Z: toAmountText(event.order.filled) })]
    default:
      return []
  }
}

function frameOf(
  { world }: MockContext,
  { id, clientOrderId, market, action, side, price, size, remaining }: PaperOrder,
  status: Status,
  at: number,
  executed: { readonly Z?: string; readonly L?: string } = {},
): string {
  const frame = {
    e: 'orderUpdate',
    E: `${at}600117`,
    s: symbolOf(world.eventOf(market), market),
    i: id,
    ...(clientOrderId === undefined ? {} : { c: clientOrderId }),
    S: action.toUpperCase(),
    o: 'LIMIT',
    X: status,
    ...(price === undefined ? {} : { p: toAmountText(price) }),
    q: toAmountText(size),
    z: toAmountText(remaining),
    ...executed,
    O: side.toUpperCase(),
    T: `${at}600117`,
  }
  // Integers above the safe range of a double, rendered as numbers.
  return JSON.stringify(frame).replace(/"(E|i|T)":"(\d+)"/g, '"$1":$2')
}
