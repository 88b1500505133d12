import type { CredentialName, CredentialVariables } from '../../api/arguments/credentials.js'

/**
 * Whether volumes counted in this are dollars: such coins as are worth one (USDT), and contracts, each of which pays a dollar
 * and is counted as one, as venues that count contracts show them. Others have no rate here, and are not compared.
 */
export function isInDollars(volumes: Declared['volumes']): boolean {
  return volumes === 'usd' || volumes === 'usdt' || volumes === 'contracts'
}

/** Names that must be known of a venue before it is loaded, which happens when it is first asked. */
export interface Declared {
  /** Environment variables that the daemon reads for it, named as the SDKs' server names them. */
  readonly credentials: CredentialVariables
  /**
   * Environment variables with addresses of its hosts, by host name, where it has no host of its own and every user may
   * have another: the first that is not empty wins, and the configuration over all of them.
   */
  readonly hosts?: Readonly<Record<string, readonly string[]>>
  /**
   * Environment variables that upstream's server reads (PyPI pmxt 2.54.0, its bundled server) and the daemon does not, because they move
   * what is sent, orders and keys among it, to another host or network: the name of the host that the configuration
   * sets instead, or false where there is none.
   */
  readonly unread?: Readonly<Record<string, string | false>>
  /** Credentials without which it shows nothing. */
  readonly needs?: readonly CredentialName[]
  /** Things that need a credential of their own where the rest is open to everybody. */
  readonly needsFor?: Partial<Readonly<Record<'candles' | 'trades' | 'book', CredentialName>>>
  /** What volumes of its markets are counted in, as their `volumeUnit` says; absent where it tells no volumes. */
  readonly volumes?: 'usd' | 'usdt' | 'GBP' | 'SOL' | 'contracts' | 'unknown'
  /**
   * Query parameters and members of JSON bodies that its adapter sends and whose values are public, besides the names
   * that all venues share (cassette/format/allowed-headers.ts): ids, filters, windows. Never keys, signatures, tokens of access, orders.
   */
  readonly recordable: readonly string[]
}
