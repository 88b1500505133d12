import type { Order } from '../api/models.js'

/** What the model requires of an order and a bare cancellation does not tell: 0, `buy` and `limit` until it is known. */
const untold = { side: 'buy', type: 'limit', amount: 0, filled: 0, remaining: 0, timestamp: 0 } as const

type Member = 'clientOrderId' | keyof typeof untold
type Told = { readonly [Name in Member]?: Order[Name] | undefined }

/**
 * An order that the venue has taken back, of which no more is known than this (api/README.md, "Orders").
 * @param alsoUnknown members that are named as unknown beside those which the model requires
 */
export function canceledOrder(
  id: string,
  told: Told = {},
  alsoUnknown: readonly (keyof Order)[] = [],
): Order {
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
  return {
    id,
    marketId: 'unknown',
    outcomeId: 'unknown',
    status: 'canceled',
    ...untold,
    ...known,
    metadata: {
      unknown: [...alsoUnknown, ...Object.keys(untold).filter((member) => !Object.hasOwn(known, member))],
    },
  }
}
