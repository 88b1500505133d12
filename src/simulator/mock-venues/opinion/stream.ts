import { objectIn } from '../../http/parse-frame.js'
import { compareLevels } from '../../mock-kit/book-diff.js'
import type { MockContext, MockHost, MockRequest, SocketTalk } from '../../mock-kit/mock-venue.js'
import { listTradesSince } from '../../mock-kit/trade-feed.js'
import { printOf, seenFrom } from '../../mock-kit/yes-no-sides.js'
import type { Side, WorldBook, WorldMarket } from '../../world/common/types.js'
import { bookOf } from './accounts.js'
import { toFailureReply } from './envelope.js'
import { findBinaryByNumber, findCategoricalByNumber, tokenId } from './ids.js'
import { createUserFeed, type UserFeed, userChannels } from './user-channels.js'

/**
 * The socket (README.md, "Socket"): public books, last prices and trades, and the orders and trades of the key's
 * account.
 */
export const streamHost: MockHost = {
  prefix: '',
  routes: [],
  notFound: () => toFailureReply(404, 'Not Found'),
  socket: { path: '/', tickMs: 100, refuse: withoutKey, open: createTalk },
}

function keyIn({ search }: MockRequest): string {
  return new URLSearchParams(search).get('apikey') ?? ''
}

/** Returns the status for a request without a key, which is a guess. */
function withoutKey(request: MockRequest): number | undefined {
  return keyIn(request) === '' ? 401 : undefined
}

const sides = { yes: 1, no: 2 } as const
const channels = ['market.depth.diff', 'market.last.price', 'market.last.trade', ...userChannels] as const
type Channel = (typeof channels)[number]

/** One in this many trades is sent as a sale. */
const SOLD_ONE_IN = 4

/** The markets of a subscription, with the last sent books. */
interface Subscription {
  readonly channel: Channel
  /** The parent market whose children were subscribed together; frames then name it, too. */
  readonly root: { readonly rootMarketId?: number }
  readonly markets: ReadonlyMap<string, { readonly market: WorldMarket; book: WorldBook }>
  /** Events of the account in these markets. */
  readonly feed?: UserFeed | undefined
}

function createTalk(context: () => MockContext, request: MockRequest): SocketTalk {
  const key = keyIn(request)
  /** By the command that created them. */
  const subscriptions = new Map<string, Subscription>()
  /** Time up to which trades have been sent, epoch ms. */
  let toldTo = context().now

  /**
   * Returns markets by the number of a market without children; books also by that of a parent, for all of its
   * children.
   */
  function marketsOf(now: MockContext, channel: Channel, command: Readonly<Record<string, unknown>>) {
    const { marketId, rootMarketId } = command
    if (typeof marketId === 'number' && rootMarketId === undefined) {
      const listed = findBinaryByNumber(now, marketId)
      return listed && [listed.market]
    }
    if (typeof rootMarketId !== 'number' || marketId !== undefined || channel === 'market.depth.diff')
      return undefined
    return findCategoricalByNumber(now, rootMarketId)?.markets
  }

  /** Responses have no `msgType`; their other members are a guess. */
  function heed(frame: string): readonly string[] {
    const command = objectIn(frame)
    const action = command?.['action']
    if (action === 'HEARTBEAT') return [frame]
    if (command === undefined || (action !== 'SUBSCRIBE' && action !== 'UNSUBSCRIBE'))
      return refused('invalid action')
    const channel = channels.find((name) => name === command['channel'])
    if (channel === undefined) return refused('invalid channel')
    const now = context()
    const markets = marketsOf(now, channel, command)
    if (markets === undefined) return refused('invalid market')
    const name = JSON.stringify([channel, command['marketId'], command['rootMarketId']])
    if (action === 'UNSUBSCRIBE') subscriptions.delete(name)
    else
      subscriptions.set(name, {
        channel,
        root: typeof command['rootMarketId'] === 'number' ? { rootMarketId: command['rootMarketId'] } : {},
        markets: new Map(markets.map((market) => [market.key, { market, book: bookOf(now, market) }])),
        feed: userChannels
          .filter((name) => name === channel)
          .map((name) => createUserFeed(now, key, name, markets))
          .at(0),
      })
    return [frame]
  }

  function changesOf(now: MockContext, { markets }: Subscription): readonly object[] {
    return [...markets.values()].flatMap((told) => {
      const { market, book: before } = told
      told.book = bookOf(now, market)
      return (['yes', 'no'] as const).flatMap((side) => {
        const [old, fresh] = [seenFrom(side, before), seenFrom(side, told.book)]
        return (['bids', 'asks'] as const).flatMap((name) =>
          compareLevels(old[name], fresh[name]).map(({ price, size }) => ({
            ...named(now, market, side),
            side: name,
            price: String(price),
            size: String(size),
            timestamp: now.now,
          })),
        )
      })
    })
  }

  function tradesOf(now: MockContext, { channel, markets }: Subscription): readonly object[] {
    const watched = [...markets.values()].map(({ market }) => market)
    return listTradesSince(now, watched, toldTo).map(({ market, trade }) => {
      const { side, action, price } = printOf(market, trade, SOLD_ONE_IN)
      // A member of every data frame, ms (opinion-clob-sdk 0.7.0).
      const last = { ...named(now, market, side), price: String(price), timestamp: trade.at }
      if (channel === 'market.last.price') return last
      const amount = Math.round(price * trade.size * 1e6) / 1e6
      return {
        ...last,
        side: action === 'BUY' ? 'Buy' : 'Sell',
        shares: String(trade.size),
        amount: String(amount),
      }
    })
  }

  function rowsOf(now: MockContext, subscription: Subscription): readonly object[] {
    const { channel, feed } = subscription
    if (feed !== undefined) return feed(now)
    return channel === 'market.depth.diff' ? changesOf(now, subscription) : tradesOf(now, subscription)
  }

  return {
    hear: heed,
    tick() {
      const now = context()
      const frames = [...subscriptions.values()].flatMap((subscription) => {
        const { channel, root } = subscription
        return rowsOf(now, subscription).map((row) => JSON.stringify({ ...row, ...root, msgType: channel }))
      })
      toldTo = now.now
      return frames
    },
  }
}

function refused(msg: string): readonly string[] {
  return [JSON.stringify({ code: 400, msg })]
}

/** Returns the members that name a token in frames. */
function named({ world }: MockContext, market: WorldMarket, side: Side) {
  return { marketId: market.number, tokenId: tokenId(world.seed, market, side), outcomeSide: sides[side] }
}
