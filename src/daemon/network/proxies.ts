import { type SourceId, settingsPathOf } from '../../api/envelope/source-ids.js'
import { type Config, withoutBarePercents } from '../../config/schema.js'
import { isLoopback, type ProxyUse } from '../../transport/proxy.js'

/** The proxies of a configuration and its environment. */
export interface Proxies {
  /**
   * Returns the proxy for an address of a venue or feed: its own, otherwise the common one, otherwise that of the
   * environment. Returns undefined for a direct connection. The loopback is always direct. A host in NO_PROXY is direct
   * unless the venue has its own proxy.
   */
  of(source: SourceId, url: URL): ProxyUse | undefined
  /** All configured proxies, used or not. */
  readonly all: readonly ProxyUse[]
  /** The hosts of NO_PROXY, as written. */
  readonly exempt: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** No proxies: for modes without network calls. */
export const noProxies: Proxies = { of: () => undefined, all: [], exempt: [] }

/**
 * Reads the settings `venues.<id>.proxy`, `feeds.<id>.proxy` and `proxy`, and the common variables HTTPS_PROXY, HTTP_PROXY,
 * ALL_PROXY and NO_PROXY, lower case first (curl.se/docs/manpage.html, "ENVIRONMENT").
 */
export function readProxies(
  config: Pick<Config, 'proxy' | 'venues' | 'feeds'>,
  environment: Environment,
): Proxies {
  const own = new Map<SourceId, ProxyUse>()
  for (const [id, settings] of Object.entries({ ...config.venues, ...config.feeds })) {
    if (settings?.proxy === undefined) continue
    const source = id as SourceId
    own.set(source, { address: settings.proxy, setting: `${settingsPathOf(source)}.proxy` })
  }
  const general = config.proxy === undefined ? undefined : { address: config.proxy, setting: 'proxy' }
  const any = fromVariable(environment, 'all_proxy')
  const ofProtocol: Readonly<Record<string, ProxyUse | undefined>> = {
    'https:': fromVariable(environment, 'https_proxy') ?? any,
    'http:': fromVariable(environment, 'http_proxy') ?? any,
  }
  const exempt = (variable(environment, 'no_proxy')?.value ?? '')
    .split(/[\s,]+/)
    .filter((name) => name !== '')
  const set = [...own.values(), general, ...Object.values(ofProtocol)].filter((use) => use !== undefined)
  return {
    of(source, url) {
      if (isLoopback(url.hostname)) return undefined
      const chosen = own.get(source)
      if (chosen !== undefined) return chosen
      if (exempt.some((name) => covers(name, url))) return undefined
      return general ?? ofProtocol[url.protocol]
    },
    all: [...new Map(set.map((use) => [use.setting, use])).values()],
    exempt,
  }
}

function fromVariable(environment: Environment, name: string): ProxyUse | undefined {
  const found = variable(environment, name)
  if (found === undefined) return undefined
  // Other programs accept a bare host and port for an http proxy.
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(found.value) ? found.value : `http://${found.value}`
  return { address: withoutBarePercents(address), setting: found.name }
}

function variable(environment: Environment, name: string): { name: string; value: string } | undefined {
  for (const spelling of [name, name.toUpperCase()]) {
    const value = environment[spelling]?.trim()
    if (value !== undefined && value !== '') return { name: spelling, value }
  }
  return undefined
}

/**
 * Whether an entry of NO_PROXY matches a URL. `*` matches everything. A name matches itself and its subdomains, with or
 * without a leading dot. A port narrows the match.
 */
function covers(entry: string, url: URL): boolean {
  if (entry === '*') return true
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
  if (name === '' || (port !== undefined && port !== portOf(url))) return false
  const bare = name.replace(/^\*?\./, '')
  return url.hostname === bare || url.hostname.endsWith(`.${bare}`)
}

function portOf(url: URL): string {
  return url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
}
