import { createHash } from 'node:crypto'
import type { CredentialTexts } from '../../../api/credentials.js'
import type { FaceContext } from '../../face.js'
import { type Amount, MICRO, times } from '../../paper/amount.js'
import { tradingBy } from '../../paper/trading.js'
import type { PaperRules } from '../../paper/types.js'

/** What books take of the money that changes hands; the same for every book, and for both who meet. */
export const FEE_PERCENT = 2

/** Accounts are wallets. The venue has no coarsest tick; the demo counts millionths (venues/myriad/README.md). */
const rules: PaperRules = {
  venue: 'myriad',
  netting: 'tokens',
  tick: () => MICRO,
  fee: ({ price, size }): Amount => (times(price, size) * BigInt(FEE_PERCENT)) / 100n,
}

/** Accounts of wallets, in any case of letters. */
export const { exchangeOf, bookOf, accountOf } = tradingBy(rules, (_call: FaceContext, wallet: string) =>
  wallet.toLowerCase(),
)

/** A key of nobody: the hash of `paper money of myriad`. */
export function paperCredentials(): CredentialTexts {
  return { privateKey: `0x${createHash('sha256').update('paper money of myriad').digest('hex')}` }
}
