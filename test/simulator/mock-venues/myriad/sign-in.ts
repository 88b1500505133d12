import { signPersonal } from '../../../../src/signing/personal.js'
import type { PrivateKey } from '../../../../src/signing/private-key.js'
import { textAt } from '../../support/json.js'

/** Calls the API of the venue, and returns the body of the response. */
type Ask = (method: string, target: string, body?: unknown) => unknown

/** The tokens of a session that a wallet signs in for. */
export function signIn(ask: Ask, key: PrivateKey): { readonly access: string; readonly refresh: string } {
  const message = textAt(ask('GET', `/auth/nonce?address=${key.address}`), 'message')
  const session = ask('POST', '/auth/login', { message, signature: signPersonal(key, message) })
  return { access: textAt(session, 'accessToken'), refresh: textAt(session, 'refreshToken') }
}
