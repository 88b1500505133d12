import type { MethodName } from '../../api/arguments/methods.js'
import type { OrderBook, PriceCandle, Trade, UnifiedEvent, UnifiedMarket } from '../../api/models/models.js'
import { HOUR_MS } from '../../api/times/resolution.js'
import {
  findComplementMismatch,
  judgeBook,
  judgeCandles,
  judgeEvents,
  judgeMarkets,
  judgeTrades,
} from './judge.js'

/** The names of the checks, in the order of the table's columns. */
export const checkNames = [
  'markets',
  'events',
  'ids',
  'status',
  'pages',
  'candles',
  'mirror',
  'book',
  'trades',
] as const
export type CheckName = (typeof checkNames)[number]

/** The result of a check. `none`: the venue does not have such data. */
export interface Outcome {
  readonly state: 'ok' | 'none' | 'failed'
  /** The reason, for `failed` and `none`. */
  readonly reason?: string
}

/** A method that failed, with the code of its error. */
export class Failed extends Error {
  override readonly name = 'Failed'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** Calls a method of one venue with positional arguments. @throws Failed */
export type CheckedCall = (method: MethodName, ...args: readonly unknown[]) => Promise<unknown>

const ok: Outcome = { state: 'ok' }
const none = (reason: string): Outcome => ({ state: 'none', reason })
const judged = (wrong: string | undefined): Outcome =>
  wrong === undefined ? ok : { state: 'failed', reason: wrong }

/** Number of list rows to read, which is enough to show an adapter's faults. */
const ROWS = 50
/** Number of markets to try for candles, order books and trades, until one has data. */
const BUSY = 3

/**
 * Runs a venue's checks one after another, without writing, and reports each result.
 * @param now epoch ms
 * @param isLate whether the time is over, so that the remaining checks fail
 */
export async function runChecks(
  ask: CheckedCall,
  now: () => number,
  isLate: () => boolean,
  tell: (name: CheckName, outcome: Outcome) => void,
): Promise<void> {
  const list = async (...asked: Parameters<CheckedCall>) => (await ask(...asked)) as readonly unknown[]
  let markets: readonly UnifiedMarket[] = []
  let events: readonly UnifiedEvent[] = []
  let candles: { readonly of: UnifiedMarket; readonly rows: readonly PriceCandle[] } | undefined

  const checks: Readonly<Record<CheckName, () => Promise<Outcome>>> = {
    async markets() {
      markets = (await list('fetchMarkets', { limit: ROWS })) as readonly UnifiedMarket[]
      return markets.length === 0 ? judged('no open market is listed') : judged(judgeMarkets(markets))
    },
    async events() {
      events = (await list('fetchEvents', { limit: 10 })) as readonly UnifiedEvent[]
      return events.length === 0 ? judged('no open event is listed') : judged(judgeEvents(events))
    },
    async ids() {
      const [market] = markets
      const [event] = events
      const outcomeId = market?.outcomes[0]?.outcomeId
      if (market === undefined || outcomeId === undefined) return none('no market to look up')
      const { marketId } = market
      const byId = (await ask('fetchMarket', { marketId })) as UnifiedMarket
      if (byId.marketId !== marketId)
        return judged(`the lookup of market ${marketId} returned market ${byId.marketId}`)
      const byOutcome = (await ask('fetchMarket', { outcomeId })) as UnifiedMarket
      if (!byOutcome.outcomes.some((outcome) => outcome.outcomeId === outcomeId))
        return judged(
          `the lookup of outcome ${outcomeId} returned market ${byOutcome.marketId}, which does not contain it`,
        )
      if (event === undefined) return ok
      const found = (await ask('fetchEvent', { eventId: event.id })) as UnifiedEvent
      return judged(
        found.id === event.id ? undefined : `the lookup of event ${event.id} returned event ${found.id}`,
      )
    },
    async status() {
      const closed = (await list('fetchMarkets', { status: 'closed', limit: 10 })) as readonly UnifiedMarket[]
      if (closed.length === 0) return none('no closed market is listed')
      const open = new Set(markets.map(({ marketId }) => marketId))
      const both = closed.find(({ marketId }) => open.has(marketId))
      return judged(
        both === undefined ? judgeMarkets(closed) : `${both.marketId} is listed as both open and closed`,
      )
    },
    async pages() {
      const page = async (offset: number) =>
        (await list('fetchMarkets', { limit: 5, offset })) as readonly UnifiedMarket[]
      const [one, two] = [await page(0), await page(5)]
      const seen = new Set(one.map(({ marketId }) => marketId))
      const again = two.find(({ marketId }) => seen.has(marketId))
      return judged(again === undefined ? undefined : `${again.marketId} is on two pages`)
    },
    async candles() {
      let hidden: Failed | undefined
      for (const market of busiest(markets)) {
        const rows = await candlesOf(market.outcomes[0]?.outcomeId).catch((error: unknown) => {
          // A venue may hide the prices of one market and show those of the next.
          if (!(error instanceof Failed) || error.code !== 'PERMISSION_DENIED') throw error
          hidden = error
          return []
        })
        if (rows.length === 0) continue
        candles = { of: market, rows }
        return judged(judgeCandles(rows, HOUR_MS, now()))
      }
      if (hidden !== undefined) throw hidden
      return none('the busiest markets have no candles from the last few days')
    },
    async mirror() {
      const [, other, third] = candles?.of.outcomes ?? []
      if (candles === undefined || other === undefined || third !== undefined)
        return none('no market with two outcomes has candles')
      const rows = await candlesOf(other.outcomeId)
      const wrong = judgeCandles(rows, HOUR_MS, now()) ?? findComplementMismatch(candles.rows, rows)
      return judged(
        rows.length === 0 ? `${other.outcomeId} has no candles, but the other outcome does` : wrong,
      )
    },
    async book() {
      for (const market of busiest(markets)) {
        const book = (await ask('fetchOrderBook', market.outcomes[0]?.outcomeId)) as OrderBook
        if (book.bids.length + book.asks.length > 0) return judged(judgeBook(book))
      }
      return none('the order books of the busiest markets are empty')
    },
    async trades() {
      for (const market of busiest(markets)) {
        const outcomeId = market.outcomes[0]?.outcomeId
        const trades = (await list('fetchTrades', outcomeId, { limit: 20 })) as readonly Trade[]
        if (trades.length > 0) return judged(judgeTrades(trades, now()))
      }
      return none('the busiest markets have no trades')
    },
  }

  async function candlesOf(outcomeId: string | undefined): Promise<readonly PriceCandle[]> {
    return (await list('fetchOHLCV', outcomeId, { resolution: '1h', limit: 48 })) as readonly PriceCandle[]
  }

  for (const name of checkNames) {
    tell(
      name,
      isLate() ? { state: 'failed', reason: 'no time left for this check' } : await ended(checks[name]),
    )
  }
}

/** Runs a check. Unsupported data is not a failure of the venue. */
async function ended(check: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    if (error.code === 'NOT_SUPPORTED') return none('the venue does not support it')
    return { state: 'failed', reason: `${error.code}: ${error.message}` }
  }
}

function busiest(markets: readonly UnifiedMarket[]): readonly UnifiedMarket[] {
  const volumeOf = ({ volume24h, volume }: UnifiedMarket): number => volume24h ?? volume ?? 0
  return [...markets].sort((a, b) => volumeOf(b) - volumeOf(a)).slice(0, BUSY)
}
