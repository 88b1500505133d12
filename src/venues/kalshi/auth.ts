import * as z from 'zod'
import { rsaKeyOf } from '../../signing/rsa-pss.js'
import type { VenueReply, VenueRequest } from '../../transport/call.js'
import { credentialReader } from '../../venue-kit/credentials.js'
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
        secretHeaders: {
          'KALSHI-ACCESS-KEY': apiKey,
          'KALSHI-ACCESS-TIMESTAMP': at,
          // The body is not signed.
          'KALSHI-ACCESS-SIGNATURE': privateKey.sign(`${at}${method}${PREFIX}${path}`),
        },
      })
    },
  }
}
