import { createHash, createHmac } from 'node:crypto'
import type { CredentialTexts } from '../../../api/arguments/credentials.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { readLogin } from '../../mock-kit/verify-login.js'
import { signerOf } from '../../mock-kit/verify-order.js'
import type { PaperAccount } from '../../paper-trading/state/types.js'
import { PREFIX } from './market-routes.js'
import { accountOfSafe } from './paper.js'
import { createBookError } from './replies.js'
import { safeOf } from './safes.js'

/**
 * Routes of API keys of the simulation (README.md). Keys are not stored: a key contains its wallet, and its secret is
 * derived from it.
 */
export const accountRoutes: readonly Route[] = [
  route('POST', `${PREFIX}/auth/api-key/:chain`, apiKey),
  route('GET', `${PREFIX}/auth/api-key/:chain`, apiKey),
  route('POST', `${PREFIX}/auth/logout`, () => toJsonReply({ success: true })),
]

const CHAIN = '56'
const KEY = /^pk_demo_(0x[0-9a-f]{40})$/
const PASSPHRASE = 'my-passphrase'

/** The wallet of the paper account; its private key is the hash of `paper money of probable`. */
const WALLET = {
  privateKey: `0x${createHash('sha256').update('paper money of probable').digest('hex')}`,
  address: '0x864285bB9dE37D8A5b9A90E754867CeD9Db2043B',
}

function keyOf(wallet: string) {
  const apiKey = `pk_demo_${wallet.toLowerCase()}`
  return { apiKey, secret: secretOf(apiKey).toString('base64'), passphrase: PASSPHRASE }
}

function secretOf(key: string): Buffer {
  return createHash('sha256').update(`secret of ${key}`).digest()
}

export function getPaperCredentials(): CredentialTexts {
  const { apiKey, secret, passphrase } = keyOf(WALLET.address)
  return { apiKey, apiSecret: secret, passphrase, privateKey: WALLET.privateKey }
}

/** Assumed tolerance; the maximum clock skew is not published. */
const CLOCK_TOLERANCE_S = 60

function timeIn(call: Pick<MockCall, 'request' | 'now'>): string {
  const at = call.request.headers['prob_timestamp'] ?? ''
  if (!/^\d{10}$/.test(at) || Math.abs(Number(at) - call.now / 1000) > CLOCK_TOLERANCE_S)
    throw createBookError(401, 'PAS-4001', 'prob_timestamp must be the time now in seconds')
  return at
}

function addressIn({ request }: Pick<MockCall, 'request'>): string {
  const address = request.headers['prob_address'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw createBookError(401, 'PAS-4001', 'prob_address is required')
  return address
}

/** Returns the same key for each request that the wallet signs. */
function apiKey(call: MockCall): Reply {
  if (call.params['chain'] !== CHAIN) throw createBookError(400, 'PAS-4000', 'chainId is not supported')
  const [timestamp, address] = [timeIn(call), addressIn(call)]
  const { prob_signature: signature = '', prob_nonce: nonce = '' } = call.request.headers
  if (!/^\d{1,15}$/.test(nonce)) throw createBookError(401, 'PAS-4001', 'prob_nonce is required')
  const signer = signerOf(readLogin({ address, timestamp, nonce }, Number(CHAIN)), signature)
  if (signer !== address.toLowerCase()) throw createBookError(401, 'PAS-4001', 'invalid L1 signature')
  return toJsonReply(keyOf(address))
}

/** Returns the wallet of a signed call, in lower case. @throws 401 */
export function callerOf(call: Pick<MockCall, 'request' | 'now'>): string {
  const { method, path, search, body, headers } = call.request
  const key = headers['prob_api_key'] ?? ''
  const wallet = KEY.exec(key)?.[1]
  const invalid = () => createBookError(401, 'PAS-4008', 'invalid or expired API key')
  if (wallet === undefined || headers['prob_passphrase'] !== PASSPHRASE) throw invalid()
  if (addressIn(call).toLowerCase() !== wallet) throw invalid()
  const target = search === '' ? path : `${path}?${search}`
  const text = `${timeIn(call)}${method}${target}${body === undefined ? '' : JSON.stringify(body)}`
  const signature = createHmac('sha256', secretOf(key)).update(text).digest('base64')
  if (headers['prob_signature'] !== signature.replaceAll('+', '-').replaceAll('/', '_')) throw invalid()
  return wallet
}

export function accountOf(call: MockCall): PaperAccount {
  return accountOfSafe(call, safeOf(callerOf(call)))
}
