import type { Credentials } from './models.js'

/** Members of a request's `credentials` that are read. */
export type CredentialName = Exclude<keyof Credentials, 'baseUrl'>

export const credentialNames = [
  'apiKey',
  'apiSecret',
  'passphrase',
  'apiToken',
  'privateKey',
  'funderAddress',
  'walletAddress',
  'signatureType',
] as const satisfies readonly CredentialName[]

/** Credentials by name. */
export type CredentialTexts = Partial<Readonly<Record<CredentialName, string>>>

/** Environment variables of a venue's credentials; the first that is not empty wins (README.md, "Who may ask"). */
export type CredentialVariables = Partial<Readonly<Record<CredentialName, readonly string[]>>>
