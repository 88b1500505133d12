import type { CredentialName, CredentialVariables } from '../../api/arguments/credentials.js'

/**
 * Whether volumes in this unit are dollars. Coins worth one dollar (USDT) count as dollars. So do contracts, because each pays
 * one dollar and venues that count contracts show them as dollars. Other units have no rate here, and are not compared.
 */
export function isInDollars(volumes: Declared['volumes']): boolean {
  return volumes === 'usd' || volumes === 'usdt' || volumes === 'contracts'
}

/** Facts about a venue that are needed before it is loaded. A venue is loaded at its first request. */
export interface Declared {
  /** Environment variables that the daemon reads for the venue, named as the SDKs' server names them. */
  readonly credentials: CredentialVariables
  /**
   * Environment variables with addresses of its hosts, by host name, for a venue whose users have different hosts. The first
   * non-empty variable is used, and the configuration overrides all of them.
   */
  readonly hosts?: Readonly<Record<string, readonly string[]>>
  /**
   * Environment variables that upstream's server reads (PyPI pmxt 2.54.0, its bundled server) and the daemon does not.
   * They would send requests, including orders and keys, to another host or network. The value is the host name to set in
   * the configuration, or false if there is none.
   */
  readonly unread?: Readonly<Record<string, string | false>>
  /** Credentials without which the venue returns no data. */
  readonly needs?: readonly CredentialName[]
  /** Kinds of data that require a credential while the rest is public. */
  readonly needsFor?: Partial<Readonly<Record<'candles' | 'trades' | 'book', CredentialName>>>
  /** The unit of its markets' volumes, as in their `volumeUnit`. Absent if the venue reports no volumes. */
  readonly volumes?: 'usd' | 'usdt' | 'GBP' | 'SOL' | 'contracts' | 'unknown'
  /**
   * Query parameters and members of JSON bodies that the adapter sends and whose values are public: ids, filters, time windows.
   * Names that all venues share are in cassette/format/allowed-headers.ts. Never keys, signatures, access tokens or orders.
   */
  readonly recordable: readonly string[]
}
