import * as z from 'zod'
import { parseAddress } from '../../signing/address.js'
import { unusable } from '../../signing/unusable.js'
import { credentialReader } from '../../venue-kit/credentials.js'
import { requireSecret } from '../../venue-kit/secrets.js'
import type { VenueContext } from '../../venue-kit/venue.js'

const PRIVATE_KEY = /^\s*(0x)?[0-9a-f]{64}\s*$/i

const address = z.string().transform((given, ctx) => {
  const parsed = parseAddress(given.trim())
  if (parsed !== undefined) return parsed
  ctx.addIssue({
    code: 'custom',
    message: 'must be an address: 0x and 40 hexadecimal digits, in mixed case with the checksum of EIP-55',
  })
  return z.NEVER
})

/** Other clients take the address in the place of the key, and so does MYRIAD_WALLET_ADDRESS. */
const keyOrAddress = z.string().transform((given, ctx) => {
  const parsed = PRIVATE_KEY.test(given) ? given : parseAddress(given.trim())
  if (parsed !== undefined) return parsed
  ctx.addIssue({ code: 'custom', message: 'must be a private key or the address of a wallet' })
  return z.NEVER
})

const HOW_TO_SET =
  'Send the address of your wallet as credentials.walletAddress, or set MYRIAD_WALLET_ADDRESS for the daemon.'
const read = credentialReader(
  'myriad',
  z
    .object({ walletAddress: address.optional(), privateKey: keyOrAddress.optional() })
    .refine(({ walletAddress, privateKey }) => walletAddress !== undefined || privateKey !== undefined, {
      path: ['walletAddress'],
      error: 'is missing',
    }),
  HOW_TO_SET,
)

/** The wallet of whoever calls. @throws AUTHENTICATION_ERROR where the call has none */
export async function ownWallet(ctx: VenueContext): Promise<string> {
  const { walletAddress, privateKey = '' } = read(ctx)
  if (walletAddress !== undefined) return walletAddress
  if (!PRIVATE_KEY.test(privateKey)) return privateKey
  // The curve is loaded by whoever names his wallet by its key.
  const { privateKeyOf } = await import('../../signing/private-key.js')
  return privateKeyOf(privateKey).address
}

/**
 * The key that orders are signed with: an address in its place shows positions, and signs nothing.
 * @throws AUTHENTICATION_ERROR naming what is missing or unusable; asks nobody
 */
export function checkSigner(ctx: VenueContext): string {
  const how =
    'orders are signed by the key of a wallet. Send it as credentials.privateKey, or set MYRIAD_PRIVATE_KEY'
  const secret = requireSecret(ctx.secrets, 'privateKey', 'myriad', how)
  read(ctx)
  if (PRIVATE_KEY.test(secret)) return secret
  throw unusable('privateKey', 'a private key: an address in its place shows positions, and signs no orders')
}
