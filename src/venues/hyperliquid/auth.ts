import * as z from 'zod'
import { type Address, parseAddress } from '../../signing/address.js'
import { requireSecret } from '../../venue-kit/contract/account-secrets.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'

const HOW =
  "privateKey is the account's own key or that of an agent (API wallet) which it approved, walletAddress (or apiKey) " +
  'the address of the account.'

const address = z.string().transform((text, ctx) => {
  const read = parseAddress(text.trim())
  if (read !== undefined) return read
  ctx.addIssue({
    code: 'custom',
    message: 'must be an address: 0x and 40 hexadecimal digits, in mixed case with a checksum',
  })
  return z.NEVER
})

const credentials = z
  .object({
    /** Only its form is checked: the curve that validates it is loaded for signing. */
    privateKey: z
      .string()
      .regex(/^\s*(?:0x)?[0-9a-f]{64}\s*$/i, {
        error: 'must be a private key: 64 hexadecimal digits, with or without 0x',
      })
      .transform(() => true)
      .optional(),
    walletAddress: address.optional(),
    apiKey: address.optional(),
  })
  .refine(({ walletAddress, apiKey }) => (walletAddress ?? apiKey) === (apiKey ?? walletAddress), {
    path: ['walletAddress'],
    error: 'must be the same account as apiKey, which holds an address as well',
  })

const read = createCredentialReader('hyperliquid', credentials, HOW)

/**
 * Returns the account that the credentials name; undefined where they name none.
 * @throws AUTHENTICATION_ERROR naming the unusable part
 */
export function readNamedAccount(ctx: VenueContext): Address | undefined {
  const { walletAddress, apiKey } = read(ctx)
  return walletAddress ?? apiKey
}

/** Returns the given signing key, without a call. @throws AUTHENTICATION_ERROR naming the missing or unusable part */
export function readKey(ctx: VenueContext): string {
  read(ctx)
  return requireSecret(ctx.secrets, 'privateKey', 'hyperliquid', HOW.replace(/\.$/, ''))
}
