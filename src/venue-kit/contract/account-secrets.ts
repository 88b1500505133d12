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

/** Credentials that a call may use, and whether the daemon holds some that this caller may not. */
export interface Secrets {
  readonly values: Partial<Readonly<Record<CredentialName, string>>>
  /** The daemon holds credentials but the request did not carry its access token. */
  readonly withheld: boolean
  /** They are the daemon's own. */
  readonly isHeld?: true
  /** Names that the caller sent without a value. */
  readonly empty?: readonly CredentialName[]
  /** Whose account they are ({@link accountNameOf}), where the venue knows it by an address that several names lead to. */
  readonly account?: string
}

export const noSecrets: Secrets = { values: {}, withheld: false }

/**
 * Names who may see what was read with these credentials, for the keys of whatever is kept: '' is everybody. Tells
 * holders apart without keeping their secrets.
 */
export function holderOf({ values }: Secrets): string {
  if (Object.keys(values).length === 0) return ''
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

/**
 * A credential that a call cannot do without.
 * @param howToSet how a user gives it, as an ending of "<venue> needs a token: ..."
 * @throws AUTHENTICATION_ERROR when there is none
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

/** For who was refused although the daemon could. */
export function describeRefusedCredentials({ withheld }: Secrets): string {
  return withheld
    ? ' The daemon holds one, but uses it only for requests that carry its access token (x-pmxt-access-token).'
    : ''
}

/** Of an address or a key of 32 bytes, which wallets take with or without `0x` and in either case: the one spelling of it. */
function spelledOnce(value: string): string {
  const text = value.trim()
  const [, digits] = /^(?:0x)?([0-9a-f]{40}|[0-9a-f]{64})$/i.exec(text) ?? []
  if (digits !== undefined) return `0x${digits.toLowerCase()}`
  return /^0x[0-9a-f]+$/i.test(text) ? text.toLowerCase() : text
}

/** What is known of a venue that tells its accounts apart. */
interface AccountsOf {
  readonly id: VenueId
  readonly orders?: { readonly accountBy?: readonly CredentialName[] } | undefined
}

const names = ['walletAddress', 'funderAddress', 'apiKey'] as const satisfies readonly CredentialName[]

/**
 * Whose account these credentials are, for the journal of orders: the same for the same account, and of no use to
 * anybody else. Where the venue knows accounts by an address, it is that one, once it was found out (`Secrets.account`).
 * Else it is made of the names that say whose account it is (OrderSource, `accountBy`), or of all names that are no
 * secret, and of a secret only where there is no name. However addresses and keys are spelled, they are the same.
 */
export function accountOf({ id, orders }: AccountsOf, { values, account }: Secrets): string {
  return account ?? accountBy(id, values, orders?.accountBy)
}

/** The account of an address, as the venue knows it. */
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

/** An account as an earlier version named it, and the credentials that it was named by then. */
export interface EarlierAccount {
  readonly account: string
  readonly values: Secrets['values']
}

/**
 * The accounts that earlier versions may have written for these credentials: those versions made one of each set of names
 * that came with a call.
 * @param address of the account, where it is known: it may have been named, too
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

/** Credentials of a caller for a venue's socket: his own, or what stands in for them where nothing is real. */
export function socketSecretsOf(venue: VenueId, secrets: Secrets, paper: DaemonCredentials): Secrets {
  const free = paper[venue]
  if (Object.keys(secrets.values).length > 0 || free === undefined) return secrets
  return { values: free, withheld: false }
}

/**
 * What a request may use: its own credentials, or else the daemon's, but those only when the request proved with the
 * access token that it comes from the daemon's owner.
 * @param lent what everybody may use who has none, where nothing is real
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
    // A key of digits may be sent as a number.
    const text = String(value)
    if (text.trim() === '') empty.push(name)
    else values[name] = text
  }
  return { values, empty }
}
