import { createHash } from 'node:crypto'
import {
  type CredentialName,
  type CredentialTexts,
  credentialNames,
  isOfAccount,
} from '../../api/arguments/credentials.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Credentials } from '../../api/models/models.js'

/** The credentials that a call may use, and whether the daemon has credentials that this caller may not use. */
export interface Secrets {
  readonly values: Partial<Readonly<Record<CredentialName, string>>>
  /** Whether the daemon has credentials, but the request did not carry its access token. */
  readonly withheld: boolean
  /** Whether the credentials are the daemon's. */
  readonly isHeld?: true
  /** Names of credentials that the caller sent without a value. */
  readonly empty?: readonly CredentialName[]
  /**
   * The account of the credentials ({@link accountNameOf}), if the venue identifies it by an address that several names
   * lead to.
   */
  readonly account?: string
}

export const noSecrets: Secrets = { values: {}, withheld: false }

/**
 * Returns an identifier of the credentials' holder for cache keys, or '' for public data. It distinguishes holders without
 * storing their secrets.
 */
export function holderOf({ values }: Secrets): string {
  if (Object.keys(values).length === 0) return ''
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

/**
 * Returns a credential that a call requires.
 * @param howToSet how a user sets it, as an ending of "<venue> needs a token: ..."
 * @throws AUTHENTICATION_ERROR when it is missing
 */
export function requireSecret(
  secrets: Secrets,
  name: CredentialName,
  venue: VenueId,
  howToSet: string,
): string {
  const value = secrets.values[name]
  if (value !== undefined) return value
  throw new PmxError(
    'AUTHENTICATION_ERROR',
    `${venue} needs ${name}: ${howToSet}.${describeRefusedCredentials(secrets)}`,
    {
      exchange: venue,
    },
  )
}

/** Creates a hint for a refused caller if the daemon has credentials that the caller may not use. */
export function describeRefusedCredentials({ withheld }: Secrets): string {
  return withheld
    ? ' The daemon holds one, but uses it only for requests that carry its access token (x-pmxt-access-token).'
    : ''
}

/** Returns the canonical spelling of an address or a 32-byte key. Wallets accept both with or without `0x` and in either case. */
function spelledOnce(value: string): string {
  const text = value.trim()
  const [, digits] = /^(?:0x)?([0-9a-f]{40}|[0-9a-f]{64})$/i.exec(text) ?? []
  if (digits !== undefined) return `0x${digits.toLowerCase()}`
  return /^0x[0-9a-f]+$/i.test(text) ? text.toLowerCase() : text
}

/** Facts of a venue that identify its accounts. */
interface AccountsOf {
  readonly id: VenueId
  readonly orders?: { readonly accountBy?: readonly CredentialName[] } | undefined
}

const names = ['walletAddress', 'funderAddress', 'apiKey'] as const satisfies readonly CredentialName[]

/**
 * Returns the account of these credentials for the order journal. The value is the same for the same account and is of no use to
 * other parties. If the venue identifies accounts by an address, it is that address once known (`Secrets.account`). Otherwise
 * it is derived from the names that identify the account (OrderSource, `accountBy`), or from all names that are not secret. A
 * secret is used only if there is no such name. The spelling of addresses and keys makes no difference.
 */
export function accountOf({ id, orders }: AccountsOf, { values, account }: Secrets): string {
  return account ?? accountBy(id, values, orders?.accountBy)
}

/** Returns the account name of an address in the venue's spelling. */
export function accountNameOf(venue: VenueId, address: string): string {
  return digestOf(`${venue} account=${spelledOnce(address)}`)
}

function accountBy(
  venue: VenueId,
  values: Secrets['values'],
  parts: readonly CredentialName[] = names,
): string {
  const named = parts.flatMap((part) =>
    values[part] === undefined ? [] : [`${part}=${spelledOnce(values[part])}`],
  )
  const known = named.length > 0 ? named.join(' ') : spelledOnce(values.privateKey ?? values.apiToken ?? '')
  return digestOf(`${venue} ${known}`)
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** An account as named by an earlier version, and the credentials from which that name was derived. */
export interface EarlierAccount {
  readonly account: string
  readonly values: Secrets['values']
}

/**
 * Lists the accounts that earlier versions may have written for these credentials. Those versions derived one account
 * from each set of names in a call.
 * @param address of the account, if it is known: earlier versions may have used it, too
 */
export function listEarlierAccounts(
  { id, orders }: AccountsOf,
  { values }: Secrets,
  address?: string,
): readonly EarlierAccount[] {
  let sets: readonly Secrets['values'][] = [values]
  for (const name of names) {
    const given = [undefined, values[name], address]
    sets = sets.flatMap((set) => {
      const { [name]: _named, ...rest } = set
      return [...new Set(given)].map((value) => (value === undefined ? rest : { ...rest, [name]: value }))
    })
  }
  const found = new Map<string, EarlierAccount>()
  for (const set of sets)
    for (const parts of [names, orders?.accountBy]) {
      const account = accountBy(id, set, parts)
      found.set(account, { account, values: set })
    }
  return [...found.values()]
}

/** Credentials that the daemon itself holds, from its configuration or environment. */
export type DaemonCredentials = Readonly<Partial<Record<VenueId, CredentialTexts>>>

/**
 * Returns the credentials of a caller for a venue's socket: the caller's own, or the paper credentials if nothing is
 * real.
 */
export function socketSecretsOf(venue: VenueId, secrets: Secrets, paper: DaemonCredentials): Secrets {
  const free = paper[venue]
  if (Object.keys(secrets.values).length > 0 || free === undefined) return secrets
  return { values: free, withheld: false }
}

/**
 * Returns the credentials that a request may use: its own, otherwise the daemon's. The daemon's credentials require the
 * access token in the request.
 * @param lent credentials for all callers that have none, if nothing is real
 */
export function secretsFor(
  venue: VenueId,
  given: Credentials | undefined,
  trusted: boolean,
  held: DaemonCredentials,
  lent?: CredentialTexts,
): Secrets {
  const { values, empty } = textsOf(given)
  if (credentialNames.some((name) => isOfAccount(name, values[name])))
    return { values, withheld: false, ...(empty.length === 0 ? {} : { empty }) }
  if (lent !== undefined) return { values: lent, withheld: false }
  const daemons = held[venue] ?? {}
  if (Object.keys(daemons).length === 0) return { values: {}, withheld: false }
  return trusted ? { values: daemons, withheld: false, isHeld: true } : { values: {}, withheld: true }
}

function textsOf(given: Credentials | undefined) {
  const values: Partial<Record<CredentialName, string>> = {}
  const empty: CredentialName[] = []
  for (const name of credentialNames) {
    const value = given?.[name]
    if (value === undefined) continue
    // A key that consists of digits may be sent as a number.
    const text = String(value)
    if (text.trim() === '') empty.push(name)
    else values[name] = text
  }
  return { values, empty }
}
