import type { ErrorRule } from './errors.js'
import type { HostFacts } from './hosts.js'

/** What the transport must know of a venue: facts of its folder with the configuration laid over them. */
export interface VenueWiring {
  readonly hosts: Readonly<Record<string, HostFacts>>
  readonly proxy?: string | undefined
  readonly errors?: ErrorRule | undefined
}
