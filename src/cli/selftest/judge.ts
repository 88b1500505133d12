import type { OrderBook, PriceCandle, Trade, UnifiedEvent, UnifiedMarket } from '../../api/models/models.js'

/** A fault in a response, as a sentence, or undefined if there is none. */
type Wrong = string | undefined

/** The earliest valid time. All prediction markets are younger. */
const EARLIEST = Date.UTC(2005, 0, 1)
/** The latest valid end of a market. */
const LATEST = Date.UTC(2200, 0, 1)
/** Tolerated offset of a venue's clock, ms. */
const CLOCK_TOLERANCE_MS = 2 * 60_000
/** Tolerated average deviation of yes + no prices from 1, when both sides are priced separately. */
const MIRROR_TOLERANCE = 0.1

function isPrice(price: number): boolean {
  return price >= 0 && price <= 1
}

function first<Row>(rows: readonly Row[], judge: (row: Row) => Wrong): Wrong {
  for (const row of rows) {
    const wrong = judge(row)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

function repeated(ids: readonly string[]): string | undefined {
  return ids.find((id, index) => ids.indexOf(id) !== index)
}

function wrongMarket({ marketId, title, outcomes, resolutionDate }: UnifiedMarket): Wrong {
  if (marketId === '') return 'a market has no id'
  if (title.trim() === '') return `${marketId} has no title`
  if (outcomes.length === 0) return `${marketId} has no outcomes`
  const twice = repeated(outcomes.map(({ outcomeId }) => outcomeId))
  if (twice !== undefined) return `${marketId} has two outcomes with the id ${twice}`
  const odd = outcomes.find(({ price }) => price !== undefined && !isPrice(price))
  if (odd !== undefined) return `${odd.outcomeId} has an invalid price: ${odd.price}`
  if (resolutionDate === undefined) return undefined
  const ends = Date.parse(resolutionDate)
  return ends > EARLIEST && ends < LATEST
    ? undefined
    : `${marketId} has an implausible end time: ${resolutionDate}`
}

export function judgeMarkets(markets: readonly UnifiedMarket[]): Wrong {
  const twice = repeated(markets.map(({ marketId }) => marketId))
  return twice === undefined ? first(markets, wrongMarket) : `${twice} is listed twice`
}

export function judgeEvents(events: readonly UnifiedEvent[]): Wrong {
  const twice = repeated(events.map(({ id }) => id))
  if (twice !== undefined) return `${twice} is listed twice`
  return first(events, (event) => {
    if (event.id === '') return 'an event has no id'
    if (event.title.trim() === '') return `${event.id} has no title`
    if (event.markets.length === 0) return `${event.id} has no markets`
    return first(event.markets, wrongMarket)
  })
}

/** Returns the first fault in candles. @param now epoch ms */
export function judgeCandles(candles: readonly PriceCandle[], stepMs: number, now: number): Wrong {
  let last = Number.NEGATIVE_INFINITY
  return first(candles, ({ timestamp, open, high, low, close, volume }) => {
    const at = new Date(timestamp).toISOString()
    if (timestamp % stepMs !== 0) return `a candle opens at ${at}, which is not a multiple of the resolution`
    if (timestamp <= last) return `the candle at ${at} is out of order or repeated`
    last = timestamp
    if (timestamp > now + CLOCK_TOLERANCE_MS) return `a candle opens in the future, at ${at}`
    if (timestamp < EARLIEST) return `a candle has an implausible open time: ${at}`
    if (![open, high, low, close].every(isPrice)) return `the candle at ${at} has an invalid price`
    if (low > Math.min(open, close) || high < Math.max(open, close))
      return `the candle at ${at} has a price outside its low and high`
    return volume !== undefined && volume < 0 ? `the candle at ${at} has a negative volume` : undefined
  })
}

/** Checks whether candles of the other side are 1 - p. */
export function findComplementMismatch(yes: readonly PriceCandle[], no: readonly PriceCandle[]): Wrong {
  const closes = new Map(yes.map(({ timestamp, close }) => [timestamp, close]))
  const sums = no.flatMap(({ timestamp, close }) => {
    const other = closes.get(timestamp)
    return other === undefined ? [] : [other + close]
  })
  if (sums.length === 0) return undefined
  const off = sums.reduce((sum, each) => sum + Math.abs(each - 1), 0) / sums.length
  if (off <= MIRROR_TOLERANCE) return undefined
  return `YES and NO add up to ${(sums.reduce((a, b) => a + b, 0) / sums.length).toFixed(2)} on average`
}

export function judgeBook({ bids, asks }: Pick<OrderBook, 'bids' | 'asks'>): Wrong {
  const odd = [...bids, ...asks].find(({ price, size }) => !(price > 0 && price < 1 && size > 0))
  if (odd !== undefined)
    return `invalid level: price ${odd.price}, size ${odd.size} (price must be between 0 and 1, size above 0)`
  if (bids.some(({ price }, index) => index > 0 && price >= (bids[index - 1]?.price ?? 1)))
    return 'bids are not in descending order'
  if (asks.some(({ price }, index) => index > 0 && price <= (asks[index - 1]?.price ?? 0)))
    return 'asks are not in ascending order'
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  const isCrossed = bid !== undefined && ask !== undefined && bid >= ask
  return isCrossed ? `the best bid ${bid} is not below the best ask ${ask}` : undefined
}

/** Returns the first fault in trades. @param now epoch ms */
export function judgeTrades(
  trades: readonly Pick<Trade, 'timestamp' | 'price' | 'amount'>[],
  now: number,
): Wrong {
  return first(trades, ({ timestamp, price, amount }) => {
    if (!isPrice(price)) return `invalid trade price: ${price} (must be between 0 and 1)`
    if (!(amount > 0)) return `invalid trade size: ${amount} (must be above 0)`
    if (timestamp < EARLIEST || timestamp > now + CLOCK_TOLERANCE_MS)
      return `invalid trade time: ${new Date(timestamp).toISOString()}`
    return undefined
  })
}
