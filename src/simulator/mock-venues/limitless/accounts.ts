import { createHash, createHmac } from 'node:crypto'
import type { CredentialTexts } from '../../../api/arguments/credentials.js'
import { parseIso } from '../../../api/times/instant.js'
import { hashText } from '../../../effects/random.js'
import { toChecksumAddress } from '../../../signing/address.js'
import { Refusal, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import type { MockCall, MockRequest } from '../../mock-kit/mock-venue.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import { contractsOf, feeOf, RANK_RATE_BPS, TICK } from './fees.js'

/**
 * Accounts of the simulation (README.md). No call resolves the wallet of a key, so the key contains it: `lmts_` and the
 * address. The secret is derived from the key.
 */
const KEY = /^lmts_(0x[0-9a-f]{40})$/i

/** The wallet of the paper account; its private key is the hash of `paper money of limitless`. */
const WALLET = {
  privateKey: `0x${createHash('sha256').update('paper money of limitless').digest('hex')}`,
  address: '0xA39B38eCE7f96aEEE2417FDC3484711bAd40Ec77',
}

function secretOf(key: string): Buffer {
  return createHash('sha256').update(`secret of ${key.toLowerCase()}`).digest()
}

export function getPaperCredentials(): CredentialTexts {
  const apiKey = `lmts_${WALLET.address}`
  return { apiKey, apiSecret: secretOf(apiKey).toString('base64'), privateKey: WALLET.privateKey }
}

/** Assumed tolerance; the maximum clock skew is not published. */
const CLOCK_TOLERANCE_MS = 30_000

export const rules: PaperRules = {
  venue: 'limitless',
  netting: 'tokens',
  tick: () => TICK,
  fee: feeOf,
  feeInContracts: (execution, _fee, world) => contractsOf(execution, world),
}

/** Returns the public book of YES, and the account of the wallet of a call. */
export const { exchangeOf, bookOf: yesBook, accountOf } = tradingBy(rules, callerOf)

/** Returns the wallet of a call, in lower case. @throws 401 */
export function callerOf({ request, now }: Pick<MockCall, 'request' | 'now'>): string {
  const { headers } = request
  const [token, plain] = [headers['lmts-api-key'], headers['x-api-key']]
  const key = requireOrRefuse(token ?? plain, () => unauthorized('The token cookie is required'))
  const wallet = KEY.exec(key)?.[1]?.toLowerCase()
  if (wallet === undefined) throw unauthorized('Invalid API key: one of the demo is lmts_ and a wallet')
  if (token !== undefined) assertSigned(request, token, now)
  return wallet
}

/** Returns the error of an unauthorized call. The text is invented; status 401 is documented. */
function unauthorized(message: string): Refusal {
  return new Refusal(toJsonReply({ message, error: 'Unauthorized', statusCode: 401 }, 401))
}

/** Checks the signature, which covers the body as sent. For JSON that is equal to the parsed body serialized again. */
function assertSigned({ method, path, search, body, headers }: MockRequest, key: string, now: number): void {
  const { 'lmts-timestamp': at = '', 'lmts-signature': signature } = headers
  const sent = parseIso(at)
  if (sent === undefined || Math.abs(sent - now) > CLOCK_TOLERANCE_MS)
    throw unauthorized('lmts-timestamp must be the time now')
  const target = search === '' ? path : `${path}?${search}`
  const text = [at, method, target, body === undefined ? '' : JSON.stringify(body)].join('\n')
  if (createHmac('sha256', secretOf(key)).update(text).digest('base64') !== signature)
    throw unauthorized('Invalid signature of the request')
}

/** Returns the profile of a wallet, in the shape of recorded profiles. */
export const profileOf = (wallet: string) => ({
  id: 1_000_000 + (hashText(wallet) % 1_000_000),
  account: toChecksumAddress(wallet),
  displayName: toChecksumAddress(wallet),
  username: null,
  client: 'eoa',
  rank: { id: 1, name: 'Bronze', feeRateBps: RANK_RATE_BPS },
  tradeWalletOption: 'eoa',
  smartWallet: null,
  embeddedAccount: null,
  points: 0,
  referredUsersCount: 0,
})
