import type { recoverForWallet } from '../../signing/contract-wallet.js'
import type { recoverAddress } from '../../signing/private-key.js'

/** Finds out who signed. */
interface Curve {
  readonly recoverAddress: typeof recoverAddress
  readonly recoverForWallet: typeof recoverForWallet
}

let loaded: Curve | undefined

/** Loads the curve; whoever starts and is never shown a signature does without. */
export async function loadCurve(): Promise<void> {
  if (loaded !== undefined) return
  const [key, wallet] = await Promise.all([
    import('../../signing/private-key.js'),
    import('../../signing/contract-wallet.js'),
  ])
  loaded = { recoverAddress: key.recoverAddress, recoverForWallet: wallet.recoverForWallet }
}

/** @throws where a host shows a signature to its routes without having waited for {@link loadCurve} */
export function curve(): Curve {
  if (loaded === undefined) throw new Error('the curve was not loaded before a signature came')
  return loaded
}
