import type { Credentials } from '../models/models.js'

/** Members of a request's `credentials` that the daemon uses. */
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

/** Whether a member identifies the account. A wallet type or an empty text does not. */
export function isOfAccount(name: CredentialName, value: string | number | undefined): boolean {
  return name !== 'signatureType' && value !== undefined && String(value).trim() !== ''
}

/** Credentials by name. */
export type CredentialTexts = Partial<Readonly<Record<CredentialName, string>>>

/** Environment variables of a venue's credentials; the first that is not empty wins (api/README.md, "Access control"). */
export type CredentialVariables = Partial<Readonly<Record<CredentialName, readonly string[]>>>
