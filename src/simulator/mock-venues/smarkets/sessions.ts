import { createHmac } from 'node:crypto'
import type { CredentialTexts } from '../../../api/arguments/credentials.js'
import { toIso } from '../../../api/times/instant.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import { bodyTextOf } from '../../mock-kit/body.js'
import { type MockCall, type MockRequest, type Route, route } from '../../mock-kit/mock-venue.js'
import { createInvalidField, toErrorReply } from './errors.js'

/** Login routes (venues/smarkets/README.md, "Accounts and orders"). */
export const sessionRoutes: readonly Route[] = [
  route('POST', '/v3/sessions/', login),
  route('DELETE', '/v3/sessions/', (call) => {
    if (ownerIn(call.request, call.now) === undefined)
      throw new Refusal(toErrorReply(401, 'INVALID_CREDENTIALS', 'no such session'))
    return toJsonReply({ success: true })
  }),
]

const EMAIL = 'paper@smarkets.example'
const PASSWORD = 'paper-password'

export function getPaperCredentials(): CredentialTexts {
  return { apiKey: EMAIL, privateKey: PASSWORD }
}

/** Lifetime of a session. The venue's sessions are renewed by each call; here they are not stored, so they end. */
const LIFE_MS = 30 * MINUTE_MS

/** Logs in. Any e-mail with any password opens an account; the lent one has a fixed account. */
function login({ request, now }: MockCall): Reply {
  const [username, password] = [bodyTextOf(request, 'username'), bodyTextOf(request, 'password')]
  if (username === undefined) throw createInvalidField('username', 'required')
  if (password === undefined) throw createInvalidField('password', 'required')
  if (username === EMAIL && password !== PASSWORD)
    throw new Refusal(toErrorReply(401, 'INVALID_CREDENTIALS', 'wrong e-mail or password'))
  const stop = now + LIFE_MS
  const claim = `${codeOf(`${username} ${password}`)}.${stop}`
  const token = `${claim}.${codeOf(claim)}`
  return toJsonReply({ token, stop: toIso(stop).slice(0, -1), factor: 'complete', verify: false }, 201)
}

function codeOf(text: string): string {
  return createHmac('sha256', 'sessions of the demo').update(text).digest('base64url')
}

/** Returns the owner of a request's session token, or undefined if it is missing, expired or invalid. */
export function ownerIn({ headers }: MockRequest, now = 0): string | undefined {
  const token = /^Session-Token (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? ''
  const [owner = '', stop = '', code] = token.split('.')
  return code === codeOf(`${owner}.${stop}`) && now < Number(stop) ? owner : undefined
}

/** Returns the owner of a call's session. @throws 401 */
export function ownerOf({ request, now }: Pick<MockCall, 'request' | 'now'>): string {
  const owner = ownerIn(request, now)
  if (owner === undefined) throw new Refusal(toErrorReply(401, 'AUTH_REQUIRED', 'a session is needed'))
  return owner
}
