import { createHash } from 'node:crypto'
import type { CredentialTexts } from '../../../api/arguments/credentials.js'
import { hashText } from '../../../effects/random.js'
import type { MockCall, MockRequest } from '../../mock-kit/mock-venue.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import { hexOf } from '../../world/common/hash.js'
import { createFailure } from './envelope.js'
import { contractsOf, feeOf, MIN_TAKER_FEE } from './fees.js'

/**
 * Accounts (README.md, "Accounts"): every API key has one. A key `demo-<address>` belongs to the wallet with that
 * address. Any other key belongs to a wallet without a known private key, so it reads but cannot sign orders.
 */
const KEY = /^demo-(0x[0-9a-f]{40})$/i

/** The wallet of the lent key. */
const WALLET = {
  privateKey: `0x${createHash('sha256').update('paper money of opinion').digest('hex')}`,
  address: '0xF199469eA69ACaac33744B109e0874A256b2527B',
}

const rules: PaperRules = {
  venue: 'opinion',
  netting: 'tokens',
  fee: feeOf,
  leastTakerFee: MIN_TAKER_FEE,
  feeInContracts: contractsOf,
}

/** Returns the credentials that the simulation lends. */
export function getPaperCredentials(): CredentialTexts {
  return { apiKey: `demo-${WALLET.address}`, privateKey: WALLET.privateKey }
}

export function keyOf({ headers }: Pick<MockRequest, 'headers'>): string {
  return headers['apikey'] ?? ''
}

/** Returns the key of a call. @throws errno 11002 without one */
export function assertKey({ request }: Pick<MockCall, 'request'>): string {
  const key = keyOf(request)
  if (key === '') throw createFailure(11002, 'Invalid API key')
  return key
}

function addressFor(key: string, purpose: string): string {
  return `0x${hexOf(hashText(`${purpose} of ${key}`), 20)}`
}

/**
 * Returns the wallets of a key, in lower case. `login` signs orders and owns `safe`, the multi-signature wallet with
 * the money.
 */
export function walletsOf(key: string): { readonly login: string; readonly safe: string } {
  const login = KEY.exec(key)?.[1]?.toLowerCase() ?? addressFor(key, 'login')
  return { login, safe: addressFor(key, 'safe') }
}

export const { exchangeOf, bookOf, accountOf } = tradingBy(rules, assertKey)
