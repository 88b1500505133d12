import * as z from 'zod'
import { parseAddress } from '../../signing/address.js'
import { type HmacKey, hmacKeyOf } from '../../signing/hmac.js'
import type { PrivateKey } from '../../signing/private-key.js'
import { createUnusableError } from '../../signing/unusable.js'
import { requireSecret } from '../../venue-kit/contract/account-secrets.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'
import { addressText } from '../../venue-kit/orders/wallet-texts.js'

const PRIVATE_KEY = /^\s*(0x)?[0-9a-f]{64}\s*$/i

/** Other clients accept the address instead of the key, and so does MYRIAD_WALLET_ADDRESS. */
const keyOrAddress = z.string().transform((given, ctx) => {
  const parsed = PRIVATE_KEY.test(given) ? given : parseAddress(given.trim())
  if (parsed !== undefined) return parsed
  ctx.addIssue({ code: 'custom', message: 'must be a private key or a wallet address' })
  return z.NEVER
})

const HOW_TO_SET =
  "Send your wallet's address as credentials.walletAddress, or set MYRIAD_WALLET_ADDRESS for the daemon. An API " +
  'key also needs its secret: send both apiKey and apiSecret, or set MYRIAD_API_KEY and MYRIAD_API_SECRET.'
const read = createCredentialReader(
  'myriad',
  z
    .object({
      walletAddress: addressText.optional(),
      privateKey: keyOrAddress.optional(),
      apiKey: z
        .string()
        .transform((text) => text.trim())
        .optional(),
      // Its bytes are those of the text (README.md, "Account authentication").
      apiSecret: z
        .string()
        .transform((text) => hmacKeyOf(text, 'text'))
        .optional(),
    })
    .refine(({ walletAddress, privateKey }) => walletAddress !== undefined || privateKey !== undefined, {
      path: ['walletAddress'],
      error: 'is missing',
    })
    .refine(({ apiKey, apiSecret }) => apiKey !== undefined || apiSecret === undefined, {
      path: ['apiKey'],
      error: 'is missing',
    }),
  HOW_TO_SET,
)

/** Returns the caller's wallet. @throws AUTHENTICATION_ERROR where the call has none */
export async function resolveOwnWallet(ctx: VenueContext): Promise<string> {
  const { walletAddress, privateKey = '' } = read(ctx)
  if (walletAddress !== undefined) return walletAddress
  if (!PRIVATE_KEY.test(privateKey)) return privateKey
  // The curve is loaded when the wallet is given by its key.
  const { privateKeyOf } = await import('../../signing/private-key.js')
  return privateKeyOf(privateKey).address
}

/**
 * Returns the same wallet. If a key is also given, the wallet must belong to it.
 * @throws AUTHENTICATION_ERROR if it belongs to another key
 */
export async function requireProvenWallet(ctx: VenueContext): Promise<string> {
  const { privateKey = '' } = read(ctx)
  return PRIVATE_KEY.test(privateKey) ? (await requireOwnKey(ctx)).address : resolveOwnWallet(ctx)
}

/**
 * Checks the signing key, without a call: an address instead of it can only read positions.
 * @throws AUTHENTICATION_ERROR naming the missing or unusable part
 */
export function checkSigner(ctx: VenueContext): string {
  const how =
    "orders are signed with a wallet's key. Send it as credentials.privateKey, or set MYRIAD_PRIVATE_KEY"
  const secret = requireSecret(ctx.secrets, 'privateKey', 'myriad', how)
  read(ctx)
  if (PRIVATE_KEY.test(secret)) return secret
  throw createUnusableError(
    'privateKey',
    'a private key. An address is enough to read positions, but not to sign orders',
  )
}

/** Returns the wallet's key that signs orders. @throws AUTHENTICATION_ERROR if it is not that of the caller's wallet */
export async function requireOwnKey(ctx: VenueContext): Promise<PrivateKey> {
  const secret = checkSigner(ctx)
  // The curve is loaded by the first signed call.
  const { privateKeyOf } = await import('../../signing/private-key.js')
  const key = privateKeyOf(secret)
  const { walletAddress } = read(ctx)
  if (walletAddress === undefined || walletAddress === key.address) return key
  throw createUnusableError(
    'walletAddress',
    `the address of the privateKey, ${key.address}, or absent, because the wallet that signs an order also trades`,
  )
}

/** Returns an API key with its secret, or undefined without the secret, because the venue refuses a key alone. */
export function apiKeyOf(
  ctx: VenueContext,
): { readonly apiKey: string; readonly secret: HmacKey } | undefined {
  const { apiKey, apiSecret: secret } = read(ctx)
  return apiKey === undefined || secret === undefined ? undefined : { apiKey, secret }
}

/** Whether the credentials authenticate an account: by an API key and its secret, or by a key that can log in. */
export function hasAccountCredentials(ctx: VenueContext): boolean {
  const { apiSecret, privateKey = '' } = ctx.secrets.values
  return apiSecret !== undefined || PRIVATE_KEY.test(privateKey)
}
