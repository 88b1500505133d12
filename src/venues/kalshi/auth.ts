import * as z from 'zod'
import { type PemKey, pemKeyOf } from '../../signing/pem-key.js'
import type { VenueRequest } from '../../transport/call-types.js'
import { requireSecret, type Secrets } from '../../venue-kit/contract/account-secrets.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'
import { createSignedHttp, type SignedHttp } from '../../venue-kit/orders/signed-http.js'
import type { accountGroups } from './hosts.js'
import type { KalshiEnvironment } from './native/environment.js'

/** The signature covers the path as the venue knows it, regardless of the host (README.md, "Accounts and orders"). */
const PREFIX = '/trade-api/v2'

const credentials = z.object({
  apiKey: z.string(),
  privateKey: z.string().transform((pem) => pemKeyOf(pem)),
})

/** Creates signed calls of an account. */
export function createKalshiHttp({ id, site }: KalshiEnvironment): SignedHttp {
  const read = createCredentialReader(
    id,
    credentials,
    `Create an API key at ${site}/account/profile. apiKey is its id, and privateKey is the PEM file that you get with it.`,
  )
  const signed = createSignedHttp(read, ({ apiKey, privateKey }, { at, method, path }) =>
    headersOf(apiKey, privateKey, String(at), `${method}${PREFIX}${path}`),
  )
  return {
    check: signed.check,
    send: (request, ctx) => signed.send({ ...request, group: groupOf(request) }, ctx),
  }
}

/** Returns the rate limit group of a call: accounts have a budget for reads and one for writes (`hosts.ts`). */
function groupOf({ method, body }: VenueRequest): keyof typeof accountGroups {
  return body === undefined && (method ?? 'GET') === 'GET' ? 'accountReads' : 'accountWrites'
}

/**
 * Returns the signed headers. The body is not signed; keys of both kinds sign the same text (README.md, "Accounts and orders").
 */
function headersOf(apiKey: string, key: PemKey, at: string, what: string): Readonly<Record<string, string>> {
  return {
    'KALSHI-ACCESS-KEY': apiKey,
    'KALSHI-ACCESS-TIMESTAMP': at,
    'KALSHI-ACCESS-SIGNATURE': key.sign(`${at}${what}`),
  }
}

/**
 * Returns the headers that open a socket.
 * @param path the complete path
 * @param now epoch ms
 * @throws AUTHENTICATION_ERROR naming the missing or unusable credential
 */
export function signOpening(
  { id }: Pick<KalshiEnvironment, 'id'>,
  secrets: Secrets,
  path: string,
  now: number,
): Readonly<Record<string, string>> {
  const apiKey = requireSecret(secrets, 'apiKey', id, 'send credentials.apiKey, the id of an API key')
  const pem = requireSecret(secrets, 'privateKey', id, 'send credentials.privateKey, the PEM of the key')
  return headersOf(apiKey, pemKeyOf(pem), String(Math.round(now)), `GET${path}`)
}
