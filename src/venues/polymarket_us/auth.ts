import * as z from 'zod'
import { ed25519KeyOf } from '../../signing/ed25519.js'
import type { Secrets } from '../../venue-kit/contract/account-secrets.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'
import { createSignedHttp, type SignedCall } from '../../venue-kit/orders/signed-http.js'

const credentials = z.object({
  apiKey: z.string(),
  privateKey: z.string().transform((secret) => ed25519KeyOf(secret)),
})

const read = createCredentialReader(
  'polymarket_us',
  credentials,
  'Create a key at polymarket.us/developer. apiKey is its id, and privateKey is the secret that is shown once.',
)

/**
 * Calls of an account. The time, the method and the path are signed, but not the query or the body (README.md, "Accounts and
 * orders").
 */
export const signed = createSignedHttp(read, headersOf)

function headersOf(
  { apiKey, privateKey }: z.output<typeof credentials>,
  { at, method, path }: SignedCall,
): Readonly<Record<string, string>> {
  return {
    'X-PM-Access-Key': apiKey,
    'X-PM-Timestamp': String(at),
    'X-PM-Signature': privateKey.sign(`${at}${method}${path}`).toString('base64'),
  }
}

/**
 * Returns the headers that open a socket.
 * @param path the complete path
 * @param now epoch ms
 * @throws AUTHENTICATION_ERROR naming the missing or unusable credential
 */
export function signOpening(secrets: Secrets, path: string, now: number): Readonly<Record<string, string>> {
  return headersOf(read({ secrets }), { at: Math.round(now), method: 'GET', path })
}
