import type { Span } from '../../api/times/span.js'
import type { ChangePage, ChangePlace } from '../../candles/maintenance/changed-candles.js'
import type { SharedPart, SharedSeries } from '../../candles/shared/candle-tier.js'

/** The daemon's stored candles, for readers that follow changes and for other daemons. */
export interface StoredHistory {
  /**
   * Returns the changes after a position, or undefined if there is no file.
   * @param most number of candles
   * @param isOwner the caller may see venues whose data is only for the owner of the daemon
   */
  changes(after: ChangePlace, most: number, isOwner: boolean): Promise<ChangePage | undefined>
  /** Returns a series' final candles in a span that other daemons may receive. Candles of private venues are never returned. */
  part(series: SharedSeries, span: Span): Promise<SharedPart>
}
