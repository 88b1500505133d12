import * as z from 'zod'
import type { Address } from '../../signing/address.js'
import { requireSecret } from '../../venue-kit/contract/account-secrets.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'
import { addressText, privateKeyText } from '../../venue-kit/orders/wallet-texts.js'

const HOW =
  'privateKey is the key of the account, or of an agent (API wallet) that it approved. walletAddress (or apiKey) is ' +
  'the address of the account.'

const credentials = z
  .object({
    privateKey: privateKeyText.transform(() => true).optional(),
    walletAddress: addressText.optional(),
    apiKey: addressText.optional(),
  })
  .refine(({ walletAddress, apiKey }) => (walletAddress ?? apiKey) === (apiKey ?? walletAddress), {
    path: ['walletAddress'],
    error: 'must be the same address as apiKey',
  })

const read = createCredentialReader('hyperliquid', credentials, HOW)

/**
 * Returns the account that the credentials name, or undefined if they name none.
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
