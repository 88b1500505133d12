import type { recoverForWallet } from '../../signing/contract-wallet.js'
import type { recoverAddress } from '../../signing/private-key.js'

/** Recovers the signer of a signature. */
interface Curve {
  readonly recoverAddress: typeof recoverAddress
  readonly recoverForWallet: typeof recoverForWallet
}

let loaded: Curve | undefined

/** Loads the curve, which is not needed before the first signature. */
export async function loadCurve(): Promise<void> {
  if (loaded !== undefined) return
  const [key, wallet] = await Promise.all([
    import('../../signing/private-key.js'),
    import('../../signing/contract-wallet.js'),
  ])
  loaded = { recoverAddress: key.recoverAddress, recoverForWallet: wallet.recoverForWallet }
}

/** Returns the loaded curve. @throws Error where a route needs it without {@link loadCurve} before */
export function getCurve(): Curve {
  if (loaded === undefined) throw new Error('the curve was not loaded before a signature came')
  return loaded
}
