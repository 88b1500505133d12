import type { VenueReply, VenueRequest } from '../../transport/call-types.js'
import type { VenueContext } from '../contract/venue-context.js'

/** Sends calls of an account, each signed at the time it is sent. */
export interface SignedHttp {
  /**
   * Checks the credentials without a call.
   * @throws AUTHENTICATION_ERROR naming the missing or unusable credential
   */
  check(ctx: VenueContext): void
  send(request: VenueRequest, ctx: VenueContext): Promise<VenueReply>
}

/** Sends calls of an account under a login, which the venue may end. */
export interface LoggedInHttp extends SignedHttp {
  /** Sends a call that places orders, once; see `LoginSessions.sendOnce`. */
  sendOnce(request: VenueRequest, ctx: VenueContext): Promise<VenueReply>
}

/** The signed parts of a call, where its body is not signed. */
export interface SignedCall {
  /** Epoch ms, an integer. */
  readonly at: number
  readonly method: string
  readonly path: string
}

/**
 * Creates signed calls for venues whose headers sign time, method and path.
 * @param read the credentials of a context, see `createCredentialReader`
 * @param prove the headers that authenticate the call
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
