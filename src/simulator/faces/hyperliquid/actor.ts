import { parseAddress } from '../../../signing/address.js'
import { type Action, type ActionTerms, plainDecimal, recoverActor } from '../../../signing/hyperliquid.js'
import type { SplitSignature } from '../../../signing/private-key.js'
import type { ExchangeAction } from './action.js'

/** Whose signature an action carries: it loads the curve, so that this file is imported when the first one comes. */

/**
 * Who signed an action, in lower case; undefined for nobody. The venue reads actions into its own form and hashes that:
 * members in another order, or zeros behind a number, make a signature somebody else's.
 */
export function actorOf(
  action: ExchangeAction,
  terms: ActionTerms,
  signature: SplitSignature,
): string | undefined {
  const signer = recoverActor(canonical(action), terms, 'mainnet', signature)
  return signer === undefined ? undefined : parseAddress(signer)?.toLowerCase()
}

function canonical(action: ExchangeAction): Action {
  switch (action.type) {
    case 'order':
      return {
        type: 'order',
        orders: action.orders.map(({ asset, isBuy, price, size, tif, cloid }) => ({
          a: asset,
          b: isBuy,
          p: plainDecimal(price),
          s: plainDecimal(size),
          r: false,
          t: { limit: { tif } },
          ...(cloid === undefined ? {} : { c: cloid }),
        })),
        grouping: 'na',
      }
    case 'cancel':
      return { type: 'cancel', cancels: action.cancels.map(({ asset, oid }) => ({ a: asset, o: oid })) }
    case 'cancelByCloid':
      return { type: 'cancelByCloid', cancels: action.cancels.map(({ asset, cloid }) => ({ asset, cloid })) }
  }
}
