import type { Credentials } from './models.js'

/** Members of a request's `credentials` that hold text. */
export type CredentialName = Exclude<keyof Credentials, 'signatureType' | 'baseUrl'>

export const credentialNames = [
  'apiKey',
  'apiSecret',
  'passphrase',
  'apiToken',
  'privateKey',
  'funderAddress',
  'walletAddress',
] as const satisfies readonly CredentialName[]

/** Environment variables of a venue's credentials; the first that is not empty wins (README.md, "Who may ask"). */
export type CredentialVariables = Partial<Readonly<Record<CredentialName, readonly string[]>>>
