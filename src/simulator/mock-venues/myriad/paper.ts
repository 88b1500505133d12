import { createHash } from 'node:crypto'
import type { CredentialTexts } from '../../../api/arguments/credentials.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { Amount } from '../../paper-trading/state/amount.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import { feeOf } from './fees.js'

const CENT: Amount = 10n ** 10n

/** Accounts are wallets, and trade only order books. Prices are whole cents (README.md, "Orders"). */
const rules: PaperRules = {
  venue: 'myriad',
  netting: 'tokens',
  hasWholeCents: true,
  tick: () => CENT,
  fee: feeOf,
}

/** Returns accounts of wallets, case-insensitive. */
export const { exchangeOf, bookOf, accountOf } = tradingBy(rules, (_call: MockContext, wallet: string) =>
  wallet.toLowerCase(),
)

/** Returns the key of the paper account: the hash of `paper money of myriad`. */
export function getPaperCredentials(): CredentialTexts {
  return { privateKey: `0x${createHash('sha256').update('paper money of myriad').digest('hex')}` }
}
