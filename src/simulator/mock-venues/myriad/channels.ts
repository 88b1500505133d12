import { toIso } from '../../../api/times/instant.js'
import { compareLevels } from '../../mock-kit/book-diff.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { listTradesSince } from '../../mock-kit/trade-feed.js'
import { ONE, toAmountText } from '../../paper-trading/state/amount.js'
import type { PaperAccount, PaperEvent, PaperOrder } from '../../paper-trading/state/types.js'
import { inWholeCents } from '../../world/cents.js'
import type { BookLevel, WorldBook } from '../../world/common/types.js'
import { mayOpenChannel } from './accounts.js'
import { levelsOf, weiOf } from './book-routes.js'
import { fillsIn } from './fills.js'
import { bookOfLeg, findBookByNumber, findListedMarkets } from './lookup.js'
import { type Native, toMarketRow } from './market-row.js'
import { type Leg, type Match, matchOf } from './matches.js'
import { type NativeMarket, stateOf } from './native-market.js'
import { sentIn, statusOf, toWeiText } from './native-order.js'
import { bnb } from './networks.js'
import { exchangeOf } from './paper.js'
import { round8 } from './prices.js'

/** A channel of the socket (README.md, "Socket"), which returns the updates since the last check. */
export interface Channel {
  messages(context: MockContext): readonly Native[]
}

/** The error of a failed subscription, with the codes of such servers. */
export interface ChannelError {
  readonly code: number
  readonly message: string
}

const unknownChannel: ChannelError = { code: 102, message: 'unknown channel' }
const denied: ChannelError = { code: 103, message: 'permission denied' }

/** Opens a channel by its name. @param token of a channel that is not public */
export function openChannel(context: MockContext, name: string, token: string): Channel | ChannelError {
  const [kind = '', network, key = '', wallet] = name.split(':')
  if (network !== String(bnb.id)) return unknownChannel
  if (kind === 'markets' && key === '') return marketsChannel(context.now)
  if (kind === 'trades' && key === '*' && isWallet(wallet)) return walletTrades(context, wallet)
  if (wallet !== undefined) return unknownChannel
  const open = ofWallet[kind]
  if (open !== undefined && isWallet(key))
    return mayOpenChannel(token, name, context.now) ? open(context, key) : denied
  const market = /^\d{1,12}$/.test(key) ? findBookByNumber(context, Number(key)) : undefined
  if (market === undefined || stateOf(market, context.now) !== 'open') return unknownChannel
  return ofMarket[kind]?.(context, market) ?? unknownChannel
}

/** Channels accept wallets only in lower case. */
function isWallet(text: string | undefined): text is string {
  return text !== undefined && /^0x[0-9a-f]{40}$/.test(text)
}

const ofMarket: Readonly<Record<string, (context: MockContext, market: NativeMarket) => Channel>> = {
  orderbook: bookChannel,
  prices: pricesChannel,
  trades: marketTrades,
}

const ofWallet: Readonly<Record<string, (context: MockContext, wallet: string) => Channel>> = {
  orders: (context, wallet) =>
    accountChannel(context, wallet, (event) => ('order' in event ? [orderData(event)] : [])),
  positions: (context, wallet) => accountChannel(context, wallet, positionData),
}

const outcomes = [0, 1] as const

/** Returns changes of the levels of both outcomes, with their new sizes. */
function bookChannel(context: MockContext, market: NativeMarket): Channel {
  const booksAt = (now: MockContext): readonly WorldBook[] =>
    outcomes.map((outcome) => levelsOf(now, market.legs[0], outcome))
  let told = booksAt(context)
  return {
    messages(now) {
      const books = booksAt(now)
      const changes = outcomes.flatMap((outcome) => changesOf(outcome, told[outcome], books[outcome]))
      told = books
      return changes.length === 0 ? [] : [{ ...ids(market), ts: now.now, changes }]
    },
  }
}

function changesOf(outcome: 0 | 1, before: WorldBook = NONE, now: WorldBook = NONE): readonly Native[] {
  const rows = (side: 'bid' | 'ask', levels: readonly BookLevel[]): Native[] =>
    levels.map(({ price, size }) => ({ outcome, side, price: priceWei(outcome, price), amount: weiOf(size) }))
  return [
    ...rows('bid', compareLevels(before.bids, now.bids)),
    ...rows('ask', compareLevels(before.asks, now.asks)),
  ]
}

const NONE: WorldBook = { bids: [], asks: [] }

/**
 * Renders a price. That of the second outcome is one minus that of the first, computed in doubles: 0.33 is
 * 329999999999999936, as a client observed (README.md, "Socket").
 */
function priceWei(outcome: unknown, price: number): string {
  return outcome === 1 ? String(BigInt((1 - round8(1 - price)) * 1e18)) : weiOf(price)
}

function ids({ id }: NativeMarket) {
  return { networkId: bnb.id, marketId: id }
}

/** Returns last and best prices of both outcomes, sent on each change. */
function pricesChannel(context: MockContext, market: NativeMarket): Channel {
  let told = JSON.stringify(pricesOf(context, market))
  return {
    messages(now) {
      const prices = pricesOf(now, market)
      const text = JSON.stringify(prices)
      if (text === told) return []
      told = text
      return [{ ...ids(market), ts: now.now, outcomes: prices }]
    },
  }
}

function pricesOf(context: MockContext, market: NativeMarket): readonly Native[] {
  return toMarketRow(context, market).outcomes.map(({ id, price, bestBid, bestAsk }) => ({
    outcome: id,
    last: priceOrNull(id, price),
    bestBid: priceOrNull(id, bestBid),
    bestAsk: priceOrNull(id, bestAsk),
  }))
}

function priceOrNull(outcome: unknown, price: unknown): string | null {
  return typeof price === 'number' ? priceWei(outcome, price) : null
}

/** Returns every match of a market. */
function marketTrades(context: MockContext, market: NativeMarket): Channel {
  let told = context.now
  return {
    messages(now) {
      const matches = matchesSince(now, market, told)
      told = now.now
      return matches.map((match) => matchData(market, match))
    },
  }
}

function matchesSince(context: MockContext, market: NativeMarket, after: number): readonly Match[] {
  const world = inWholeCents(context.world)
  const fills = fillsIn(context, market.legs[0])
  return listTradesSince({ world, now: context.now }, market.legs, after).map(({ market: leg, trade }) =>
    matchOf(market, leg, trade, fills),
  )
}

/** Renders a match in plain decimals, as one client has recorded; another reads 1e-18 (README.md, "Socket"). */
function matchData(market: NativeMarket, { at, txHash, taker, makers }: Match): Native {
  const common = ({ trader, orderHash, outcome, side }: Leg) => ({ trader, orderHash, outcome, side })
  return {
    ...ids(market),
    ts: at,
    txHash,
    taker: {
      ...common(taker),
      averagePrice: toAmountText(taker.price),
      totalAmount: toAmountText(taker.size),
      totalFees: { total: toAmountText(taker.fee) },
    },
    makers: makers.map((maker) => ({
      ...common(maker),
      price: toAmountText(maker.price),
      amount: toAmountText(maker.size),
      fees: { total: toAmountText(maker.fee) },
    })),
  }
}

/** Returns the events of a wallet's account, from now on. */
function accountEvents(context: MockContext, wallet: string) {
  const accountIn = (now: MockContext): PaperAccount | undefined => exchangeOf(now).known(wallet, now.now)
  let told = accountIn(context)?.events().at(-1)?.sequence ?? 0
  return (now: MockContext): { readonly account?: PaperAccount; readonly events: readonly PaperEvent[] } => {
    const account = accountIn(now)
    if (account === undefined) return { events: [] }
    const events = account.events(told)
    told = events.at(-1)?.sequence ?? told
    return { account, events }
  }
}

function accountChannel(
  context: MockContext,
  wallet: string,
  dataOf: (event: PaperEvent, account: PaperAccount, now: MockContext) => readonly Native[],
): Channel {
  const next = accountEvents(context, wallet)
  return {
    messages(now) {
      const { account, events } = next(now)
      return account === undefined ? [] : events.flatMap((event) => dataOf(event, account, now))
    },
  }
}

/** Returns the matches of a wallet in all markets. */
function walletTrades(context: MockContext, wallet: string): Channel {
  const next = accountEvents(context, wallet)
  return {
    messages(now) {
      const filled = next(now).events.filter((event) => event.kind === 'filled')
      const places = new Map(
        filled.map(({ fill: { market, at } }) => [`${market.key} ${at}`, { market, at }]),
      )
      return [...places.values()].flatMap(({ market: leg, at }) => {
        const market = bookOfLeg(now, leg)
        const matches =
          market === undefined ? [] : matchesSince({ ...now, now: Math.min(now.now, at) }, market, at - 1)
        return matches.flatMap((match) => {
          const isOwn = [match.taker, ...match.makers].some(({ trader }) => trader === wallet)
          return isOwn && market !== undefined ? [matchData(market, match)] : []
        })
      })
    },
  }
}

const words = { placed: 'PLACED', updated: 'PLACED', cancelled: 'CANCELLED' } as const

function orderData({ kind, at, order }: Extract<PaperEvent, { readonly order: PaperOrder }>): Native {
  const sent = sentIn(order)
  const isOver = order.status === 'filled' ? 'FILLED' : 'PARTIALLY_FILLED'
  const type = kind === 'filled' ? isOver : order.ending === 'expired' ? 'EXPIRED' : words[kind]
  return {
    type,
    networkId: bnb.id,
    marketId: Number(sent.marketId),
    outcome: Number(sent.outcomeId),
    orderHash: order.id,
    side: order.action,
    price: String(sent.price),
    amount: String(sent.amount),
    filledAmount: toWeiText(order.filled),
    status: statusOf(order),
    timeInForce: order.native['timeInForce'],
    createdAt: toIso(order.createdAt),
    updatedAt: toIso(at),
  }
}

/** Returns the change of shares, with the current holding. One client reads the latter, another has not observed it. */
function positionData(event: PaperEvent, account: PaperAccount, now: MockContext): readonly Native[] {
  if (event.kind !== 'filled' && event.kind !== 'settled') return []
  const {
    market: leg,
    side,
    moved,
  } = event.kind === 'filled'
    ? {
        market: event.fill.market,
        side: event.fill.order.side,
        moved: event.fill.order.action === 'buy' ? event.fill.size : -event.fill.size,
      }
    : { ...event.settlement, moved: -event.settlement.size }
  const market = bookOfLeg(now, leg)
  if (market === undefined) return []
  const held = account.positions().find((one) => one.market.key === leg.key && one.side === side)
  const size = held?.size ?? 0n
  return [
    {
      ...ids(market),
      outcome: side === 'yes' ? 0 : 1,
      ts: event.at,
      delta: moved < 0n ? toWeiText(moved) : `+${toWeiText(moved)}`,
      balance: toWeiText(size),
      averageEntryPrice: held === undefined || size === 0n ? null : toWeiText((held.cost * ONE) / size),
    },
  ]
}

/** Interval of the venue's checks for opened or resolved markets. */
const LOOK_EVERY_MS = 5_000

/** Returns markets of the order book that open and that resolve. */
function marketsChannel(from: number): Channel {
  let told = from
  return {
    messages(now) {
      if (now.now - told < LOOK_EVERY_MS) return []
      const isNew = (at: number): boolean => at > told && at <= now.now
      const rows = findListedMarkets(now)
        .filter(({ model }) => model === 'ob')
        .flatMap((market): Native[] => [
          ...(isNew(market.opensAt) ? [{ ...ids(market), type: 'created', ts: market.opensAt }] : []),
          ...(isNew(market.resolvesAt) ? [{ ...ids(market), type: 'resolved', ts: market.resolvesAt }] : []),
        ])
      told = now.now
      return rows
    },
  }
}
