/** The proxy for an address. */
export interface ProxyUse {
  /** An http or https address, with credentials if the proxy needs them. */
  readonly address: string
  /** The setting that names it, for messages: `venues.kalshi.proxy`, `proxy`, or the name of a variable. */
  readonly setting: string
}

/** Returns the proxy for an address, or undefined for a direct connection. */
export type ProxyChoice = (url: URL) => ProxyUse | undefined

/** Whether a host name, as spelled in a URL, is this machine. Such an address never uses a proxy. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
