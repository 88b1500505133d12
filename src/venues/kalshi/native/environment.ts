import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Hosts } from '../../../transport/hosts.js'

/** The differences between the production exchange and its demo, which have the same API. */
export interface KalshiEnvironment {
  readonly id: VenueId
  readonly hosts: Hosts
  /** Origin of the pages that links point to. */
  readonly site: string
  /** See `Venue`. */
  readonly isSandbox?: true
}
