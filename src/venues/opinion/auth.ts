import * as z from 'zod'
import { parseAddress } from '../../signing/address.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'

/** The credential of every call of an account. */
export const HOW_TO_SET =
  'send it as credentials.apiKey, or set OPINION_API_KEY or venues.opinion.credentials.apiKey for the daemon'

/** Additional credentials for orders: the signing key, and the trading wallet where it is not requested from the venue. */
export const readSigner = createCredentialReader(
  'opinion',
  z.object({
    apiKey: z.string(),
    // Read when the first order is signed: the curve that parses it is not loaded before.
    privateKey: z
      .string()
      .regex(/^\s*(0x)?[0-9a-f]{64}\s*$/i, 'must be a private key: 32 bytes as 64 hexadecimal digits'),
    funderAddress: z
      .string()
      .transform((given, ctx) => {
        const address = parseAddress(given.trim())
        if (address !== undefined) return address
        ctx.addIssue({
          code: 'custom',
          message:
            'must be an address: 0x and 40 hexadecimal digits, in mixed case with the checksum of EIP-55',
        })
        return z.NEVER
      })
      .optional(),
  }),
  'apiKey is the key of the Opinion API, privateKey that of the wallet that you log in with, and funderAddress, if you ' +
    'give it, the address that My Portfolio shows.',
)
