import { MINUTE_MS } from '../../../api/times/span.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type ListedMarket, narrowToListed } from '../../mock-kit/venue-view.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'
import { bookOf } from './paper.js'

/**
 * Tickers of Gemini (venues/gemini-titan/README.md): the series with the minute of the end, in UTC, and for games the
 * teams. The contracts of a game are in a sub-event, which is returned only inside its parent.
 */

/** Returns a ticker such as `BTC2608212100` or `NFL-2608212330-CAR-JAX`. */
export function eventTickerOf({ series, endsAt, shape, teams }: WorldEvent): string {
  const date = new Date(endsAt).toISOString().replace(/\D/g, '').slice(2, 12)
  if (shape !== 'match') return `${series.ticker}${date}`
  return [series.ticker, date, ...(teams ?? []).map(({ code }) => code)].join('-')
}

/** Returns the ticker of the event that contains the contracts; a game has its moneyline in a sub-event. */
export function holderTickerOf(event: WorldEvent): string {
  return isGame(event) ? `${eventTickerOf(event)}-M` : eventTickerOf(event)
}

export function isGame({ shape }: WorldEvent): boolean {
  return shape === 'match'
}

export function symbolOf(event: WorldEvent, { code }: WorldMarket): string {
  return `GEMI-${holderTickerOf(event)}-${code}`
}

/** Returns the event with a ticker, case-insensitive, of any age, or undefined without one. */
export function findEventByTicker(context: MockContext, asked: string): WorldEvent | undefined {
  const ticker = asked.toUpperCase()
  const match = /^(.+?)-?(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:-.*)?$/.exec(ticker)
  if (match === null) return undefined
  const [, name, ...digits] = match
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = digits.map(Number)
  const endsAt = Date.UTC(2000 + year, month - 1, day, hour, minute)
  const found = context.world.series
    .filter((series) => series.ticker === name)
    .flatMap((series) => context.world.endingIn(series.key, endsAt, endsAt + MINUTE_MS))
    .find((event) => eventTickerOf(event) === ticker)
  return narrowToListed(context, 'gemini-titan', found)
}

/** Returns the contract with a symbol, case-insensitive, of any age, or undefined without one. */
export function findContractBySymbol(context: MockContext, asked: string): ListedMarket | undefined {
  const symbol = asked.toUpperCase()
  const [head, ...parts] = symbol.split('-')
  if (head !== 'GEMI') return undefined
  for (let length = parts.length - 1; length > 0; length--) {
    const event = findEventByTicker(context, parts.slice(0, length).join('-'))
    const market = event?.markets.find((one) => symbolOf(event, one) === symbol)
    if (event !== undefined && market !== undefined) return { event, market }
  }
  return undefined
}

/** Whether the engine has an instrument for a market; it opens one with the first order. */
export function hasInstrument(context: MockContext, market: WorldMarket): boolean {
  if (context.world.lastTrade(market.key, context.now) !== undefined) return true
  const { bids, asks } = bookOf(context, market)
  return bids.length > 0 || asks.length > 0
}

/** Returns a trade id of sixteen digits. */
export function tradeNumberOf({ number }: WorldMarket, sequence: number): number {
  return 1_893_000_000_000_000 + (number % 1_000_000) * 100_000_000 + sequence
}
