/**
 * The forms Kalshi sent before 12 March 2026, rewritten into today's: whole cents instead of `*_dollars`, whole
 * contracts instead of `*_fp`, bare names in candles (README.md; docs.kalshi.com, changelog). The current name always
 * wins; a legacy value of another type is carried over as it is, so that the schema refuses it.
 */

type Members = Readonly<Record<string, unknown>>
type Renames = readonly (readonly [old: string, current: string])[]

const marketCents = [
  ['last_price', 'last_price_dollars'],
  ['previous_price', 'previous_price_dollars'],
  ['yes_bid', 'yes_bid_dollars'],
  ['yes_ask', 'yes_ask_dollars'],
] as const
const marketCounts = [
  ['volume', 'volume_fp'],
  ['volume_24h', 'volume_24h_fp'],
  ['open_interest', 'open_interest_fp'],
] as const
const legCents = [
  ['yes_price', 'yes_price_dollars'],
  ['no_price', 'no_price_dollars'],
] as const
const fixedPrices = [
  ['yes_price_fixed', 'yes_price_dollars'],
  ['no_price_fixed', 'no_price_dollars'],
] as const
const orderCents = [
  ...legCents,
  ['taker_fees', 'taker_fees_dollars'],
  ['maker_fees', 'maker_fees_dollars'],
] as const
const orderCounts = [
  ['initial_count', 'initial_count_fp'],
  ['fill_count', 'fill_count_fp'],
  ['remaining_count', 'remaining_count_fp'],
] as const
const positionCents = [
  ['market_exposure', 'market_exposure_dollars'],
  ['realized_pnl', 'realized_pnl_dollars'],
] as const

/** A market with cents and whole counts under their current names; `tick_size` cents become one price range. */
export function modernMarket(raw: unknown): unknown {
  if (!isMembers(raw)) return raw
  const market = renamed(raw, marketCents, marketCounts)
  adopt(market, 'latest_expiration_time', raw['expiration_time'])
  if (typeof raw['tick_size'] === 'number') {
    adopt(market, 'price_ranges', [{ start: 0, end: 1, step: fromCents(raw['tick_size']) }])
  }
  return market
}

/** A trade with its price in dollars, its count and its taker under their current names. */
export function modernTrade(raw: unknown): unknown {
  if (!isMembers(raw)) return raw
  const trade = { ...raw }
  adopt(trade, 'yes_price_dollars', fromCents(raw['yes_price']))
  adopt(trade, 'count_fp', raw['count'])
  adopt(trade, 'taker_outcome_side', raw['taker_side'])
  return trade
}

/** A candlestick with current names. Bare prices are cents as numbers, dollars as text (the historical tier). */
export function modernCandlestick(raw: unknown): unknown {
  if (!isMembers(raw)) return raw
  const candlestick = { ...raw }
  adopt(candlestick, 'volume_fp', raw['volume'])
  const { price } = raw
  if (!isMembers(price)) return candlestick
  const prices = { ...price }
  for (const name of ['open', 'high', 'low', 'close', 'previous']) {
    adopt(prices, `${name}_dollars`, fromCents(price[name]))
  }
  return { ...candlestick, price: prices }
}

/** An order of an account. */
export function modernOrder(raw: unknown): unknown {
  return isMembers(raw) ? renamed(raw, orderCents, orderCounts) : raw
}

/** A fill of an account; `*_fixed` were its prices in dollars. */
export function modernFill(raw: unknown): unknown {
  return isMembers(raw) ? renamed(renamed(raw, [], fixedPrices), legCents, [['count', 'count_fp']]) : raw
}

/** A position of an account. */
export function modernPosition(raw: unknown): unknown {
  return isMembers(raw) ? renamed(raw, positionCents, [['position', 'position_fp']]) : raw
}

/** The balance of an account. */
export function modernBalance(raw: unknown): unknown {
  return isMembers(raw) ? renamed(raw, [['balance', 'balance_dollars']], []) : raw
}

/** An order book reply with its sides in `orderbook_fp`, in dollars. */
export function modernBook(raw: unknown): unknown {
  if (!isMembers(raw) || isPresent(raw['orderbook_fp']) || !isMembers(raw['orderbook'])) return raw
  const { orderbook } = raw
  const sides: Record<string, unknown> = {}
  for (const side of ['yes', 'no']) {
    const current = orderbook[`${side}_dollars`]
    const sent = isPresent(current) ? current : levelsFromCents(orderbook[side])
    if (sent !== undefined || current !== undefined) sides[`${side}_dollars`] = sent ?? null
  }
  return { ...raw, orderbook_fp: sides }
}

function levelsFromCents(levels: unknown): unknown {
  if (!Array.isArray(levels)) return levels
  return levels.map((level: unknown) =>
    Array.isArray(level) ? [fromCents(level[0]), ...level.slice(1)] : level,
  )
}

function renamed(raw: Members, cents: Renames, counts: Renames): Record<string, unknown> {
  const members = { ...raw }
  for (const [old, current] of cents) adopt(members, current, fromCents(raw[old]))
  for (const [old, current] of counts) adopt(members, current, raw[old])
  return members
}

function adopt(members: Record<string, unknown>, current: string, legacy: unknown): void {
  if (!isPresent(members[current]) && isPresent(legacy)) members[current] = legacy
}

function fromCents(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1e4) / 1e6 : value
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
