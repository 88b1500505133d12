import type { VenueReply, VenueRequest } from '../../transport/call.js'
import type { VenueContext } from '../contract/venue-context.js'

/** Sends calls of an account, each proved by the clock of its moment. */
export interface SignedHttp {
  /** @throws AUTHENTICATION_ERROR naming what is missing or unusable; asks nobody */
  check(ctx: VenueContext): void
  send(request: VenueRequest, ctx: VenueContext): Promise<VenueReply>
}

/** What of a call is signed where its body is not. */
export interface SignedCall {
  /** Epoch ms, whole. */
  readonly at: number
  readonly method: string
  readonly path: string
}

/**
 * Signed calls of venues that want headers over time, method and path.
 * @param read the credentials of a context, see `createCredentialReader`
 * @param prove the headers that prove who calls
 */
export function createSignedHttp<Credentials>(
  read: (ctx: VenueContext) => Credentials,
  prove: (credentials: Credentials, call: SignedCall) => Readonly<Record<string, string>>,
): SignedHttp {
  return {
    check: (ctx) => void read(ctx),
    async send(request, ctx) {
      const credentials = read(ctx)
      const { method = request.body === undefined ? 'GET' : 'POST', path } = request
      const at = Math.round(ctx.clock.now())
      return ctx.http.send({ ...request, secretHeaders: prove(credentials, { at, method, path }) })
    },
  }
}
