import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import type { VenueHttp } from '../../transport/transport.js'
import type { Omissions } from '../payload/response-notes.js'
import type { Secrets } from './account-secrets.js'
import type { Memo } from './memo.js'

/** What every call of a source gets. */
export interface VenueContext {
  readonly http: VenueHttp
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly log: Logger
  /** Bounded memory for slowly changing venue facts such as "this token belongs to that market". */
  readonly memo: Memo
  /** Credentials this call may use; goes into `secretHeaders`, never anywhere else. */
  readonly secrets: Secrets
  /** What had to be left out of the answer: odd rows, and calls that only decorate. */
  readonly omissions: Omissions
  /**
   * The market id of the one market that has this outcome, among those that lists of the venue have shown, however long
   * ago; undefined where none or several had it. Absent where no lists are cached.
   */
  readonly listedMarketOf?: (outcomeId: string) => string | undefined
}
