import { PmxError } from '../../../api/envelope/errors.js'
import { type Address, parseAddress } from '../../../signing/address.js'
import type { TypedData } from '../../../signing/typed-data.js'
import type { LoginSource } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { buildLoginData, LOGIN_NONCE } from '../../../venue-kit/orders/exchange-login.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { assertWallet } from '../../../venue-kit/unify/chain-ids.js'
import { CHAIN, sendSigned } from '../auth.js'
import { apiKeyReply } from './order-wire.js'

/**
 * Handles API keys for callers that can sign with a wallet (../README.md, "Accounts and orders"). The signed message contains the
 * second of the request, which is the nonce here. The venue's own nonce is 0, as in its SDK.
 */
export const login: LoginSource = {
  async nonce(walletAddress, ctx) {
    assertWallet(walletAddress)
    const nonce = String(Math.floor(ctx.clock.now() / 1000))
    const data = buildLoginData(addressOf(walletAddress), nonce, CHAIN)
    return { nonce, messageToSign: JSON.stringify(forWallets(data)) }
  },

  async login({ walletAddress, signature, nonce }, ctx) {
    assertWallet(walletAddress)
    const address = addressOf(walletAddress)
    await assertSignedBy(address, nonce, signature)
    const headers = {
      PROB_ADDRESS: address,
      PROB_SIGNATURE: signature,
      PROB_TIMESTAMP: nonce,
      PROB_NONCE: LOGIN_NONCE,
    }
    const { apiKey, secret, passphrase } = await keyFor(headers, ctx)
    return { apiKey, apiSecret: secret, passphrase }
  },

  /** Ends the session on the site. Keys remain until they are deleted there. */
  async logout(ctx) {
    await sendSigned({ path: '/auth/logout', method: 'POST' }, ctx)
  },
}

/** Returns the existing key, or otherwise a new one. A wallet has only one key. */
async function keyFor(headers: Readonly<Record<string, string>>, ctx: VenueContext) {
  const request = {
    host: 'orderbook',
    path: `/auth/api-key/${CHAIN}`,
    secretHeaders: headers,
    isUnrecorded: true,
  } as const
  const made = await ctx.http.send({ ...request, method: 'POST', accept: [400, 409] })
  if (made.status < 300) return readPayload(apiKeyReply, made.json, 'POST /auth/api-key/{chainId}')
  if (!/already exists/i.test(JSON.stringify(made.json))) {
    throw new PmxError(
      'AUTHENTICATION_ERROR',
      'Probable does not create a key for this signature. Request a new nonce.',
      {
        exchange: 'probable',
        detail: { upstreamStatus: made.status },
      },
    )
  }
  const found = await ctx.http.send(request)
  return readPayload(apiKeyReply, found.json, 'GET /auth/api-key/{chainId}')
}

function addressOf(text: string): Address {
  const address = parseAddress(text.trim())
  if (address !== undefined) return address
  throw new PmxError('VALIDATION_ERROR', 'walletAddress is not a valid address: its checksum is wrong.', {
    field: 'walletAddress',
  })
}

/** Returns the form that wallets sign (`eth_signTypedData_v4`), with the domain type among the other types. */
function forWallets(data: TypedData): unknown {
  const EIP712Domain = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
  ]
  return { ...data, types: { EIP712Domain, ...data.types } }
}

/**
 * Verifies a signature without a call.
 * @throws AUTHENTICATION_ERROR for a signature of another wallet, another text or another nonce
 */
async function assertSignedBy(address: Address, nonce: string, signature: string): Promise<void> {
  if (!/^\d{10}$/.test(nonce))
    throw new PmxError('VALIDATION_ERROR', 'nonce must be the one that getAuthNonce returned.', {
      field: 'nonce',
    })
  const [{ recoverAddress }, { hashTypedData }] = await Promise.all([
    import('../../../signing/private-key.js'),
    import('../../../signing/typed-data.js'),
  ])
  if (recoverAddress(hashTypedData(buildLoginData(address, nonce, CHAIN)), signature) === address) return
  throw new PmxError(
    'AUTHENTICATION_ERROR',
    `${address} did not sign the getAuthNonce message with this signature. Sign messageToSign as typed data ` +
      '(eth_signTypedData_v4), and pass the nonce of the same response.',
    { exchange: 'probable' },
  )
}
