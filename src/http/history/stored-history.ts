import type { Span } from '../../api/times/span.js'
import type { ChangePage, ChangePlace } from '../../candles/maintenance/changed-candles.js'
import type { SharedPart, SharedSeries } from '../../candles/shared/candle-tier.js'

/** The stored candles of the daemon, for readers that follow them and for other daemons. */
export interface StoredHistory {
  /**
   * Returns what changed after a place, or undefined without a file.
   * @param most number of candles
   * @param isOwner the caller may see venues whose data is only for the owner of the daemon
   */
  changes(after: ChangePlace, most: number, isOwner: boolean): Promise<ChangePage | undefined>
  /** Returns the final candles of a span of a series that other daemons may have; nothing of a private venue. */
  part(series: SharedSeries, span: Span): Promise<SharedPart>
}
