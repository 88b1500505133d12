import type { ErrorRule } from './errors.js'
import type { HostFacts } from './hosts.js'
import type { ProxyChoice } from './proxy.js'

/** What the transport must know of a venue: facts of its folder with the configuration laid over them. */
export interface VenueWiring {
  readonly hosts: Readonly<Record<string, HostFacts>>
  readonly proxyFor?: ProxyChoice | undefined
  readonly errors?: ErrorRule | undefined
}
