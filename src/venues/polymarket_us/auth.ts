import * as z from 'zod'
import { ed25519KeyOf } from '../../signing/ed25519.js'
import { credentialReader } from '../../venue-kit/credentials.js'
import { createSignedHttp } from '../../venue-kit/signed-http.js'

const credentials = z.object({
  apiKey: z.string(),
  privateKey: z.string().transform((secret) => ed25519KeyOf(secret)),
})

const read = credentialReader(
  'polymarket_us',
  credentials,
  'Make a key at polymarket.us/developer: apiKey is its id, privateKey the secret that is shown once.',
)

/** Calls of an account: time, method and path are signed, neither query nor body (README.md, "Accounts and orders"). */
export const signed = createSignedHttp(read, ({ apiKey, privateKey }, { at, method, path }) => ({
  'X-PM-Access-Key': apiKey,
  'X-PM-Timestamp': String(at),
  'X-PM-Signature': privateKey.sign(`${at}${method}${path}`).toString('base64'),
}))
