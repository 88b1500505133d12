import * as z from 'zod'
import { type RsaKey, rsaKeyOf } from '../../signing/rsa-pss.js'
import type { VenueReply, VenueRequest } from '../../transport/call.js'
import { credentialReader } from '../../venue-kit/credentials.js'
import { requireSecret, type Secrets } from '../../venue-kit/secrets.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import type { KalshiEnvironment } from './native/environment.js'

/** What is signed holds the path as the venue knows it, wherever the host is (README.md, "Accounts and orders"). */
const PREFIX = '/trade-api/v2'

/** Sends calls of an account, each signed by the clock of its moment. */
export interface SignedHttp {
  /** @throws AUTHENTICATION_ERROR naming what is missing or unusable; asks nobody */
  check(ctx: VenueContext): void
  send(request: VenueRequest, ctx: VenueContext): Promise<VenueReply>
}

export function createSignedHttp({ id, site }: KalshiEnvironment): SignedHttp {
  const credentials = z.object({
    apiKey: z.string(),
    privateKey: z.string().transform((pem) => rsaKeyOf(pem)),
  })
  const read = credentialReader(
    id,
    credentials,
    `Make an API key at ${site}/account/profile: apiKey is its id, privateKey the PEM file that came with it.`,
  )
  return {
    check: (ctx) => void read(ctx),
    send(request, ctx) {
      const { apiKey, privateKey } = read(ctx)
      const { method = request.body === undefined ? 'GET' : 'POST', path } = request
      const at = String(Math.round(ctx.clock.now()))
      return ctx.http.send({
        ...request,
        secretHeaders: headersOf(apiKey, privateKey, at, `${method}${PREFIX}${path}`),
      })
    },
  }
}

/** The body is not signed. */
function headersOf(apiKey: string, key: RsaKey, at: string, what: string): Readonly<Record<string, string>> {
  return {
    'KALSHI-ACCESS-KEY': apiKey,
    'KALSHI-ACCESS-TIMESTAMP': at,
    'KALSHI-ACCESS-SIGNATURE': key.sign(`${at}${what}`),
  }
}

/**
 * The headers with which a socket is opened.
 * @param path whole @param now epoch ms
 * @throws AUTHENTICATION_ERROR naming what is missing or unusable
 */
export function signedOpening(
  { id }: Pick<KalshiEnvironment, 'id'>,
  secrets: Secrets,
  path: string,
  now: number,
): Readonly<Record<string, string>> {
  const apiKey = requireSecret(secrets, 'apiKey', id, 'send credentials.apiKey, the id of an API key')
  const pem = requireSecret(secrets, 'privateKey', id, 'send credentials.privateKey, the PEM of the key')
  return headersOf(apiKey, rsaKeyOf(pem), String(Math.round(now)), `GET${path}`)
}
