import type { FaceHost, SocketTalk } from '../../face.js'
import { differences } from '../../level-changes.js'
import { refusalOf } from '../../reply.js'
import { objectIn } from '../../said.js'
import { tradesSince } from '../../trade-feed.js'
import type { Listed } from '../../venue-view.js'
import { mixWide, uuidOf } from '../../world/hash.js'
import type { BookLevel } from '../../world/types.js'
import { kalshiError } from './errors.js'
import { dollars, fixed, type Legs, legsOf } from './figures.js'
import { microIso } from './market.js'
import { callerOf } from './signature.js'
import { marketByTicker } from './tickers.js'
import { isAsleep, type Scene, type Variant } from './variant.js'

const PATH = '/trade-api/ws/v2'

/** Error codes with their words (venues/kalshi/README.md, "Streams"). */
const errors = {
  badMessage: [1, 'Unable to process message'],
  channels: [3, 'Channels required'],
  unknownCommand: [5, 'Unknown command'],
  alreadySubscribed: [6, 'Already subscribed'],
  unknownSid: [7, 'Unknown subscription ID'],
  unknownChannel: [8, 'Unknown channel name'],
  unsupported: [13, 'Unsupported action'],
  marketRequired: [14, 'Market Ticker required'],
  marketNotFound: [16, 'Market not found'],
} as const

/** The socket of one environment: books and trades, for who signs. */
export function streamHost(variant: Variant): FaceHost {
  return {
    prefix: '',
    routes: [],
    notFound: () => kalshiError(404, 'not_found'),
    socket: {
      path: PATH,
      tickMs: 100,
      refuse: (request, { now }) => refusalOf(() => callerOf({ request, now })),
      open: (context) => createTalk(() => ({ ...context(), variant })),
    },
  }
}

interface Command {
  readonly id: number
  readonly cmd: string
  readonly params: {
    readonly channels?: readonly string[]
    readonly market_ticker?: string
    readonly market_tickers?: readonly string[]
    readonly sid?: number
    readonly sids?: readonly number[]
    readonly action?: string
    readonly use_yes_price?: boolean
  }
}

interface Subscription {
  readonly sid: number
  readonly channel: 'orderbook_delta' | 'trade'
  readonly markets: Map<string, { readonly listed: Listed; legs: Legs }>
  seq: number
}

function createTalk(context: () => Scene): SocketTalk {
  const subscriptions = new Map<number, Subscription>()
  let lastSid = 0
  let toldTo = context().now

  const fail = (id: number | undefined, [code, msg]: readonly [number, string]): string[] => [
    JSON.stringify({ ...(id === undefined ? {} : { id }), type: 'error', msg: { code, msg } }),
  ]
  const numbered = (subscription: Subscription, type: string, rest: object): string =>
    JSON.stringify({ type, sid: subscription.sid, seq: ++subscription.seq, ...rest })

  function found(tickers: readonly string[], now: Scene): readonly (readonly [string, Listed])[] | undefined {
    const rows = tickers.map((ticker) => [ticker, marketByTicker(now, ticker)] as const)
    const known = rows.flatMap(([ticker, listed]) =>
      listed === undefined ? [] : [[ticker, listed] as const],
    )
    return known.length < rows.length ? undefined : known
  }

  function add(
    subscription: Subscription,
    rows: readonly (readonly [string, Listed])[],
    now: Scene,
  ): string[] {
    return rows.flatMap(([ticker, listed]) => {
      const legs = legsOf(now, listed.market)
      subscription.markets.set(ticker, { listed, legs })
      return subscription.channel === 'orderbook_delta' ? [snapshot(subscription, ticker, listed, legs)] : []
    })
  }

  function snapshot(
    subscription: Subscription,
    ticker: string,
    { market }: Listed,
    { yes, no }: Legs,
  ): string {
    const rows = (leg: readonly BookLevel[]) =>
      leg.toReversed().map(({ price, size }) => [dollars(price), fixed(size)])
    return numbered(subscription, 'orderbook_snapshot', {
      msg: {
        market_ticker: ticker,
        market_id: uuidOf(market.seed),
        // A side without orders is left out.
        ...(yes.length === 0 ? {} : { yes_dollars_fp: rows(yes) }),
        ...(no.length === 0 ? {} : { no_dollars_fp: rows(no) }),
      },
    })
  }

  function subscribe({ id, params }: Command, now: Scene): string[] {
    const { channels = [] } = params
    if (channels.length === 0) return fail(id, errors.channels)
    const tickers = tickersOf(params)
    return channels.flatMap((channel) => {
      if (channel !== 'orderbook_delta' && channel !== 'trade') return fail(id, errors.unknownChannel)
      if ([...subscriptions.values()].some((one) => one.channel === channel))
        return fail(id, errors.alreadySubscribed)
      if (channel === 'orderbook_delta' && tickers.length === 0) return fail(id, errors.marketRequired)
      const rows = found(tickers, now)
      if (rows === undefined) return fail(id, errors.marketNotFound)
      const subscription: Subscription = { sid: ++lastSid, channel, markets: new Map(), seq: 0 }
      subscriptions.set(subscription.sid, subscription)
      return [
        JSON.stringify({ id, type: 'subscribed', msg: { channel, sid: subscription.sid } }),
        ...add(subscription, rows, now),
      ]
    })
  }

  function update({ id, params }: Command, now: Scene): string[] {
    const subscription = subscriptions.get(params.sid ?? params.sids?.[0] ?? 0)
    if (subscription === undefined) return fail(id, errors.unknownSid)
    const tickers = tickersOf(params)
    const rows = found(tickers, now)
    if (rows === undefined) return fail(id, errors.marketNotFound)
    const frames: string[] = []
    if (params.action === 'add_markets' || params.action === 'get_snapshot') {
      frames.push(...add(subscription, rows, now))
      if (params.action === 'get_snapshot') return frames
    } else if (params.action === 'delete_markets')
      for (const ticker of tickers) subscription.markets.delete(ticker)
    else return fail(id, errors.unsupported)
    const msg = { market_tickers: [...subscription.markets.keys()].sort() }
    return [...frames, numbered(subscription, 'ok', { id, msg })]
  }

  function unsubscribe({ id, params }: Command): string[] {
    return (params.sids ?? []).flatMap((sid) => {
      const subscription = subscriptions.get(sid)
      if (subscription === undefined) return fail(id, errors.unknownSid)
      subscriptions.delete(sid)
      return [numbered(subscription, 'unsubscribed', { id })]
    })
  }

  function deltas(subscription: Subscription, now: Scene): string[] {
    return [...subscription.markets].flatMap(([ticker, told]) => {
      const legs = legsOf(now, told.listed.market)
      const frames = (['yes', 'no'] as const).flatMap((side) => {
        const before = new Map(told.legs[side].map(({ price, size }) => [dollars(price), size]))
        return differences(told.legs[side], legs[side]).map(({ price, size }) =>
          numbered(subscription, 'orderbook_delta', {
            msg: {
              market_ticker: ticker,
              market_id: uuidOf(told.listed.market.seed),
              price_dollars: dollars(price),
              delta_fp: fixed(size - (before.get(dollars(price)) ?? 0)),
              side,
              ts: microIso(now.now, 0),
              ts_ms: now.now,
            },
          }),
        )
      })
      told.legs = legs
      return frames
    })
  }

  function trades(subscription: Subscription, now: Scene): string[] {
    const tickers = new Map(
      [...subscription.markets].map(([ticker, { listed }]) => [listed.market.key, ticker]),
    )
    const markets = [...subscription.markets.values()]
      .map(({ listed }) => listed.market)
      .filter((market) => !isAsleep(now, market))
    return tradesSince(now, markets, toldTo).map(({ market, trade }) =>
      JSON.stringify({
        type: 'trade',
        sid: subscription.sid,
        msg: {
          trade_id: uuidOf(mixWide(market.seed, trade.sequence)),
          market_ticker: tickers.get(market.key),
          yes_price_dollars: dollars(trade.price),
          no_price_dollars: dollars(1 - trade.price),
          count_fp: fixed(trade.size),
          taker_side: trade.takerSide,
          is_block_trade: false,
          ts: Math.floor(trade.at / 1000),
          ts_ms: trade.at,
        },
      }),
    )
  }

  return {
    hear(frame) {
      const now = context()
      const command = parsed(frame)
      if (command === undefined) return fail(undefined, errors.badMessage)
      if (command.cmd === 'subscribe') return subscribe(command, now)
      if (command.cmd === 'update_subscription') return update(command, now)
      if (command.cmd === 'unsubscribe') return unsubscribe(command)
      return fail(command.id, errors.unknownCommand)
    },
    tick() {
      const now = context()
      const frames = [...subscriptions.values()].flatMap((subscription) =>
        subscription.channel === 'trade' ? trades(subscription, now) : deltas(subscription, now),
      )
      toldTo = now.now
      return frames
    },
  }
}

function tickersOf({ market_ticker, market_tickers }: Command['params']): readonly string[] {
  return market_tickers ?? (market_ticker === undefined ? [] : [market_ticker])
}

function parsed(frame: string): Command | undefined {
  const { id, cmd, params }: Partial<Record<string, unknown>> = objectIn(frame) ?? {}
  if (typeof id !== 'number' || typeof cmd !== 'string') return undefined
  return { id, cmd, params: Object(params ?? {}) as Command['params'] }
}
