/** A proxy through which an address is reached. */
export interface ProxyUse {
  /** An http or https address, with credentials where the proxy wants them. */
  readonly address: string
  /** Where it was set, for messages: `venues.kalshi.proxy`, `proxy`, or the name of a variable. */
  readonly setting: string
}

/** The proxy for an address; undefined for those that are reached directly. */
export type ProxyChoice = (url: URL) => ProxyUse | undefined

/** Whether a host name, as a URL spells it, is this machine: such an address never goes through a proxy. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
