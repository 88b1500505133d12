import * as z from 'zod'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'
import { addressText, privateKeyText } from '../../venue-kit/orders/wallet-texts.js'

/** The credential that every account call needs. */
export const HOW_TO_SET =
  'send it as credentials.apiKey, or set OPINION_API_KEY or venues.opinion.credentials.apiKey for the daemon'

/** Additional credentials for orders: the signing key and, if it is not requested from the venue, the trading wallet. */
export const readSigner = createCredentialReader(
  'opinion',
  z.object({
    apiKey: z.string(),
    // Read when the first order is signed: the curve that parses it is not loaded before.
    privateKey: privateKeyText,
    funderAddress: addressText.optional(),
  }),
  'apiKey is your Opinion API key, and privateKey is the key of the wallet that you log in with. funderAddress is ' +
    'optional: the address that My Portfolio shows.',
)
