import type { PushedTrades } from '../../venue-kit/contract/stream-source.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { type CandleStore, seriesNameOf } from '../store/candle-store.js'
import type { LiveCache } from './live-cache.js'

export interface PushedTradesDeps {
  readonly store: Pick<CandleStore, 'known'>
  readonly live: Pick<LiveCache, 'move' | 'unmove'>
  /** Called with the key of a series whose result has changed. */
  onChange(key: string): void
}

/**
 * Updates open candles with pushed trades, if the venue builds its candles from trades. These updates are not stored,
 * because final candles come only from the venue's history.
 */
export function createPushedTrades({ store, live, onChange }: PushedTradesDeps) {
  return ({ id, candles }: Venue, outcomeId: string, told: PushedTrades): void => {
    if (candles?.basis !== 'trade') return
    const known = store.known(id, outcomeId)
    if (known === undefined) return
    const { seriesKey, mirrored } = known.series
    const prints =
      told.kind === 'missed'
        ? []
        : told.trades.map(({ timestamp, price }) => ({
            timestamp,
            price: mirrored ? complementPrice(price) : price,
          }))
    for (const { stepMs } of candles.steps) {
      const key = seriesNameOf({ venue: id, seriesKey, stepMs, basis: candles.basis })
      const hasChanged =
        told.kind === 'missed' ? live.unmove(key) : live.move(key, stepMs, prints, told.intactSince)
      if (hasChanged) onChange(key)
    }
  }
}
