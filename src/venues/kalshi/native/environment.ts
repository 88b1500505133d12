import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Hosts } from '../../../transport/hosts.js'

/** What distinguishes the production exchange from its demo: one API, two places. */
export interface KalshiEnvironment {
  readonly id: VenueId
  readonly hosts: Hosts
  /** Origin of the pages that links point to. */
  readonly site: string
  /** See `Venue`. */
  readonly isSandbox?: true
}
