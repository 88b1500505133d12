import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import type { VenueHttp } from '../../transport/transport.js'
import type { Omissions } from '../payload/response-notes.js'
import type { Secrets } from './account-secrets.js'
import type { Memo } from './memo.js'

/** The context for each call to a source. */
export interface VenueContext {
  readonly http: VenueHttp
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly log: Logger
  /** Bounded cache of slowly changing venue facts such as the market of a token. */
  readonly memo: Memo
  /** Credentials that this call may use. They may only be sent in `secretHeaders`. */
  readonly secrets: Secrets
  /** Parts missing from the result: malformed rows, and failed calls for optional data. */
  readonly omissions: Omissions
  /**
   * Returns the id of the only market with this outcome among all markets that the venue's lists have returned. Returns undefined
   * if none or several had it. Absent if no lists are cached.
   */
  readonly listedMarketOf?: (outcomeId: string) => string | undefined
}
