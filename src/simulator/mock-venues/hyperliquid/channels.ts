import type { MockContext } from '../../mock-kit/mock-venue.js'
import { listTradesSince } from '../../mock-kit/trade-feed.js'
import type { PaperEvent, PaperOrder } from '../../paper-trading/state/types.js'
import { readBody } from './body.js'
import { bookOfCoin } from './book.js'
import { computeOpenCandle, isInterval } from './candles.js'
import { type Coin, findCoinByName } from './ids.js'
import { fillsOf, orderRow, orderStatusOf } from './orders.js'
import { accountOf } from './paper.js'
import { ctxOf, midsOf } from './prices.js'
import { listNewestTrades, rowOf } from './trade-tape.js'

/** Channels of the socket and their messages (README.md, "Socket"). */

/** A message without its envelope: the channel and the data. */
export type ChannelMessage = readonly [channel: string, data: unknown]

/** One subscription. */
export interface Channel {
  /** The subscription in the acknowledgment, if it has more members than the request. */
  readonly whole?: object
  /** Returns the initial messages. */
  readonly start: (now: MockContext) => readonly ChannelMessage[]
  /** Returns the updates since the last check. */
  readonly tick: (now: MockContext) => readonly ChannelMessage[]
}

type Said = Readonly<Record<string, unknown>>

/** Number of earlier trades in the first message of a subscription. */
const HISTORY = 30
/** Polling interval of channels with many books. */
const LOOK_EVERY_MS = 1_000

/** Known to the venue and its clients, but not implemented. */
const otherTypes = new Set(
  (
    'activeAssetData allDexsAssetCtxs allDexsClearinghouseState assetCtxs clearinghouseState explorerBlock explorerTxs ' +
    'fastAssetCtxs notification openOrders outcomeMetaUpdates spotAssetCtxs spotState twapStates userFundings userHistoricalOrders ' +
    'userNonFundingLedgerUpdates userTwapHistory userTwapSliceFills webData2 webData3'
  ).split(' '),
)

/**
 * Opens the channel of a subscription: 'unplayed' when the simulation does not implement it, or undefined if it is
 * unknown.
 * @throws Refusal for members of another type
 */
export function openChannel(said: Said, now: MockContext): Channel | 'unplayed' | undefined {
  const { type } = said
  if (typeof type !== 'string') return undefined
  if (type === 'allMids') return changing('allMids', (at) => ({ mids: midsOf(at) }), LOOK_EVERY_MS)
  if (Object.hasOwn(ofCoins, type)) return coinChannel(type, said, now)
  if (Object.hasOwn(ofUsers, type)) {
    const body = readBody(said)
    if (body.has('aggregateByTime') && body.flag('aggregateByTime')) return 'unplayed'
    return ofUsers[type]?.(body.user(), now)
  }
  return otherTypes.has(type) ? 'unplayed' : undefined
}

/** Sends the full value whenever it differs from the last sent one; nothing while it is undefined. */
function changing(
  channel: string,
  read: (now: MockContext) => unknown,
  everyMs = 0,
  compared: (data: unknown) => unknown = (data) => data,
): Channel {
  let last = ''
  let lookAt = 0
  const tick = (now: MockContext): readonly ChannelMessage[] => {
    if (now.now < lookAt) return []
    lookAt = now.now + everyMs
    const data = read(now)
    const text = data === null || data === undefined ? '' : JSON.stringify(compared(data))
    if (text === last || text === '') return []
    last = text
    return [[channel, data]]
  }
  return { start: tick, tick }
}

interface Asked {
  readonly name: string
  readonly coin: Coin
  readonly said: Said
}

function coinChannel(type: string, said: Said, now: MockContext): Channel | undefined {
  const { coin: name } = said
  const coin = typeof name === 'string' ? findCoinByName(now, name) : undefined
  return typeof name === 'string' && coin !== undefined
    ? ofCoins[type]?.({ name, coin, said }, now)
    : undefined
}

const ofCoins: Readonly<Record<string, (asked: Asked, now: MockContext) => Channel | undefined>> = {
  l2Book({ name, coin, said }, now) {
    const body = readBody(said)
    const figures = { figures: body.optionalInteger('nSigFigs'), mantissa: body.optionalInteger('mantissa') }
    const read = (at: MockContext) => bookOfCoin(at, { name, coin, ...figures })
    // Rejects invalid rounding immediately.
    read(now)
    const whole = {
      ...said,
      nSigFigs: said['nSigFigs'] ?? null,
      mantissa: said['mantissa'] ?? null,
      fast: said['fast'] ?? false,
    }
    return { whole, ...changing('l2Book', read, 0, levelsOf) }
  },
  bbo: ({ name, coin }) =>
    changing(
      'bbo',
      (now) => {
        const book = bookOfCoin(now, { name, coin, figures: undefined, mantissa: undefined })
        if (book === null) return null
        const [bids, asks] = book.levels
        return { coin: name, time: now.now, bbo: [bids?.[0] ?? null, asks?.[0] ?? null] }
      },
      0,
      (data) => Reflect.get(Object(data), 'bbo'),
    ),
  trades({ name, coin }, { now }) {
    const { market } = coin.outcome
    let toldTo = now
    return {
      start(at) {
        const past = listNewestTrades(at, { name, coin }, HISTORY).toReversed()
        return past.length === 0 ? [] : [['trades', past]]
      },
      tick(at) {
        const rows =
          market === undefined
            ? []
            : listTradesSince(at, [market], toldTo).map(({ trade }) => rowOf(name, coin.side, market, trade))
        toldTo = at.now
        return rows.length === 0 ? [] : [['trades', rows]]
      },
    }
  },
  candle({ name, coin, said }) {
    const { interval } = said
    if (typeof interval !== 'string' || !isInterval(interval)) return undefined
    return changing('candle', (now) => computeOpenCandle(now, { name, coin, interval }))
  },
  activeAssetCtx: ({ name, coin }) =>
    changing(
      'activeSpotAssetCtx',
      (now) => ({ coin: name, ctx: ctxOf(now, coin.outcome, coin.side) }),
      LOOK_EVERY_MS,
    ),
}

function levelsOf(book: unknown): unknown {
  return Reflect.get(Object(book), 'levels')
}

const ofUsers: Readonly<Record<string, (user: string, now: MockContext) => Channel>> = {
  userFills(user, now) {
    const news = fillNews(user, now)
    return {
      start(at) {
        const fills = fillsOf(at, accountOf(at, user)).toReversed()
        return [['userFills', { isSnapshot: true, user, fills }]]
      },
      tick(at) {
        const fills = news(at)
        return fills.length === 0 ? [] : [['userFills', { user, fills }]]
      },
    }
  },
  userEvents(user, now) {
    const news = fillNews(user, now)
    return {
      start: () => [],
      tick(at) {
        const fills = news(at)
        return fills.length === 0 ? [] : [['user', { fills }]]
      },
    }
  },
  orderUpdates(user, now) {
    const news = eventNews(user, now)
    return {
      start: () => [],
      tick(at) {
        const rows = news(at).flatMap((event) => ('order' in event ? [updateOf(at, event.order)] : []))
        return rows.length === 0 ? [] : [['orderUpdates', rows]]
      },
    }
  },
}

/** Returns events of an account since the last check. */
function eventNews(user: string, now: MockContext): (at: MockContext) => readonly PaperEvent[] {
  let seen = accountOf(now, user).events().at(-1)?.sequence ?? 0
  return (at) => {
    const events = accountOf(at, user).events(seen)
    seen = events.at(-1)?.sequence ?? seen
    return events
  }
}

/** Returns fills and settlements since the last check, oldest first. */
function fillNews(user: string, now: MockContext) {
  const news = eventNews(user, now)
  return (at: MockContext) => {
    const count = news(at).filter(
      (event) => event.kind === 'filled' || (event.kind === 'settled' && event.settlement.size > 0n),
    ).length
    return count === 0 ? [] : fillsOf(at, accountOf(at, user)).slice(0, count).toReversed()
  }
}

function updateOf(context: MockContext, order: PaperOrder) {
  const { coin, side, limitPx, sz, oid, timestamp, origSz, cloid } = orderRow(context, order)
  return {
    order: { coin, side, limitPx, sz, oid, timestamp, origSz, cloid },
    status: orderStatusOf(order),
    statusTimestamp: order.updatedAt,
  }
}
