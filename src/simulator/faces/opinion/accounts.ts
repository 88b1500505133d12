import { createHash } from 'node:crypto'
import type { CredentialTexts } from '../../../api/credentials.js'
import { hashText } from '../../../effects/random.js'
import type { FaceCall, FaceRequest } from '../../face.js'
import { tradingBy } from '../../paper/trading.js'
import type { PaperRules } from '../../paper/types.js'
import { hexOf } from '../../world/hash.js'
import { failure } from './envelope.js'

/**
 * Accounts of the demo (venues/opinion/README.md): any key has one. What its owner logs in with and the wallet that
 * holds his money follow from the key, since nobody tells the demo.
 */
const rules: PaperRules = { venue: 'opinion', netting: 'tokens' }

/** A key of nobody. */
export function paperCredentials(): CredentialTexts {
  const privateKey = createHash('sha256').update('paper money of opinion').digest('hex')
  return { apiKey: 'paper-money-of-opinion', privateKey: `0x${privateKey}` }
}

export function keyOf({ headers }: Pick<FaceRequest, 'headers'>): string {
  return headers['apikey'] ?? ''
}

/** The key of a call. @throws errno 11002 without one */
export function assertKey({ request }: Pick<FaceCall, 'request'>): string {
  const key = keyOf(request)
  if (key === '') throw failure(11002, 'Invalid API key')
  return key
}

function addressFor(key: string, purpose: string): string {
  return `0x${hexOf(hashText(`${purpose} of ${key}`), 20)}`
}

/** Addresses in lower case: what a key's owner logs in with, and the wallet of many signatures with his money. */
export function walletsOf(key: string): { readonly login: string; readonly safe: string } {
  return { login: addressFor(key, 'login'), safe: addressFor(key, 'safe') }
}

export const { bookOf, accountOf } = tradingBy(rules, assertKey)
