import { PmxError } from '../api/errors.js'
import type { CandleEngine } from './engine.js'

/** Each loss takes what it lost out of the ledger, so the next try asks the venue. */
const MOST_TRIES = 3

/**
 * An engine over a store that can lose what its ledger vouched for (a damaged page, a failing disk): an answer put
 * together meanwhile would pass for a market without trades, so it is put together again.
 * @param losses how often the store has lost something
 */
export function createSteadyEngine(engine: CandleEngine, losses: () => number): CandleEngine {
  async function steadily<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const before = losses()
      const answer = await ask()
      if (losses() === before) return answer
    }
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      'Stored candles could not be read. Try again; GET /health?verbose tells how the candle store is.',
      { retryable: true },
    )
  }
  return {
    ...engine,
    candles: (...question) => steadily(() => engine.candles(...question)),
    candlesJson: (...question) => steadily(() => engine.candlesJson(...question)),
  }
}
