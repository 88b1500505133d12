import type { Reply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import type { PaperAccount } from '../../paper-trading/state/types.js'
import { accountOf } from './paper.js'
import { verifyCall } from './signature.js'

export const PATH = '/v1/prediction-markets'

/** A signed call, with the members of its payload as the body. */
export interface AccountCall extends MockCall {
  readonly account: PaperAccount
  readonly request: MockCall['request'] & { readonly body: Readonly<Record<string, unknown>> }
}

/** Returns a route for signed calls. */
export function createSignedRoute(method: string, path: string, handle: (call: AccountCall) => Reply): Route {
  return route(method, path, (call) => {
    const { owner, body } = verifyCall(call)
    const account = accountOf(call, owner)
    return handle({ ...call, account, request: { ...call.request, body } })
  })
}
