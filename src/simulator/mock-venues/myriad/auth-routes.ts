import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import {
  apiKeyOf,
  callerOf,
  channelTokenOf,
  findWalletToRenew,
  requireSession,
  sessionOf,
  signedIn,
  signInMessageOf,
} from './accounts.js'
import { createApiError, createBadParams, createUnauthorized } from './errors.js'
import { bnb } from './networks.js'

/** Routes of sign-in and API keys (README.md, "Accounts"). */
export const authRoutes: readonly Route[] = [
  route('GET', '/auth/nonce', (call) => toJsonReply(signInMessageOf(addressIn(call), call))),
  route('POST', '/auth/login', login),
  route('POST', '/auth/refresh', renew),
  route('POST', '/auth/api-keys', createKey),
  route('POST', '/auth/centrifugo/subscription-token', createChannelToken),
]

function addressIn({ query }: MockCall): string {
  const address = query.text('address') ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw createBadParams('address must be an Ethereum address')
  return address.toLowerCase()
}

function login(call: MockCall): Reply {
  const [message, signature] = [
    bodyMemberOf(call.request, 'message'),
    bodyMemberOf(call.request, 'signature'),
  ]
  if (typeof message !== 'string' || typeof signature !== 'string')
    throw createBadParams('message and signature are required')
  return toJsonReply(sessionOf(signedIn(call, message, signature), call.now))
}

function renew({ request, now }: MockCall): Reply {
  const token = requireOrRefuse(bodyTextOf(request, 'refreshToken'), () =>
    createBadParams('refreshToken is required'),
  )
  const wallet = requireOrRefuse(findWalletToRenew(token, now), () =>
    createUnauthorized('Invalid or expired refresh token'),
  )
  return toJsonReply(sessionOf(wallet, now))
}

/** Creates a key in a session; its secret is returned only once. */
function createKey(call: MockCall): Reply {
  const wallet = requireSession(call)
  const label = requireOrRefuse(bodyTextOf(call.request, 'label'), () => createBadParams('label is required'))
  return toJsonReply({ ...apiKeyOf(wallet, label, call.now), label })
}

/** Creates a token, only for channels of the caller's orders and positions. */
function createChannelToken(call: MockCall): Reply {
  const wallet = callerOf(call)
  const channel = bodyTextOf(call.request, 'channel') ?? ''
  if (!/^(orders|positions):\d{1,9}:0x[0-9a-f]{40}$/.test(channel))
    throw createBadParams('channel is not private')
  const [, network, owner] = channel.split(':')
  if (network !== String(bnb.id) || owner !== wallet) throw createApiError(403, 'Forbidden')
  return toJsonReply({ token: channelTokenOf(wallet, channel, call.now) })
}
