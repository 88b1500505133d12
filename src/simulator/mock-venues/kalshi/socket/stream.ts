import { objectIn } from '../../../http/parse-frame.js'
import { refusalOf } from '../../../http/reply.js'
import type { MockHost, MockRequest, SocketTalk } from '../../../mock-kit/mock-venue.js'
import { uuidOf } from '../../../world/common/hash.js'
import { keyIdOf, keyOf } from '../account/signature.js'
import { toErrorReply } from '../errors.js'
import { listAllMarkets, marketTickerOf } from '../tickers.js'
import type { Scene, Variant } from '../variant.js'
import { createBookChannel } from './book.js'
import { type Channel, type Frame, type Params, textsIn } from './channel.js'
import { createLifecycleChannel } from './lifecycle.js'
import { createTickerChannel, createTradeChannel } from './market-channels.js'
import { createOwnChannel, type Opener, type OwnChannel } from './own-channels.js'

/** The socket of one environment, for signed requests (README.md: "Socket"; AsyncAPI 2.0.0). */

const PATH = '/trade-api/ws/v2'

export function createStreamHost(variant: Variant): MockHost {
  return {
    prefix: '',
    routes: [],
    notFound: () => toErrorReply(404, 'not_found'),
    socket: {
      path: PATH,
      tickMs: 100,
      refuse: (request, context) => refusalOf(() => keyOf({ ...context, request, variant })),
      open: (context, request) => createTalk(() => ({ ...context(), variant }), request),
    },
  }
}

type Fault = readonly [code: number, msg: string]

/** Errors of the specification; the venue no longer sends 6, 16 and 17. */
const faults = {
  badMessage: [1, 'Unable to process message'],
  params: [2, 'Params required'],
  channels: [3, 'Channels required'],
  sids: [4, 'Subscription IDs required'],
  unknownCommand: [5, 'Unknown command'],
  unknownSid: [7, 'Unknown subscription ID'],
  unknownChannel: [8, 'Unknown channel name'],
  authentication: [9, 'Authentication required'],
  oneSid: [12, 'Exactly one subscription ID is required'],
  unsupported: [13, 'Unsupported action'],
  marketRequired: [14, 'Market Ticker required'],
  actionRequired: [15, 'Action required'],
} as const satisfies Readonly<Record<string, Fault>>

/** Returns the error for what the simulation does not implement; its code is not the venue's. */
function notPlayed(what: string): Fault {
  return [501, `not implemented by the mock venue: ${what}`]
}

const channelsNotPlayed = [
  'multivariate_market_lifecycle',
  'communications',
  'cfbenchmarks_value',
  'cfbenchmarks_value_5hz',
  'pyth_value',
]
const ownChannels: readonly string[] = ['fill', 'user_orders', 'market_positions', 'order_group_updates']

interface Subscription {
  readonly sid: number
  readonly name: string
  readonly channel: Channel
  /** Whether acknowledgments of changes omit the list of markets. */
  readonly isShort: boolean
  seq: number
  lookedAt: number
}

interface Command {
  readonly id: number
  readonly cmd: string
  readonly params: Params | undefined
}

function createTalk(context: () => Scene, request: MockRequest): SocketTalk {
  const subscriptions = new Map<number, Subscription>()
  const opener = openerOf(context(), request)
  let lastSid = 0

  const sent = (now: Scene, frame: object): string => JSON.stringify({ ...frame, sending_ts_ms: now.now })

  /** @param of the subscription that the error concerns */
  function fail(now: Scene, id: number | undefined, [code, msg]: Fault, of?: Subscription): string[] {
    const about = of && { sid: of.sid, ...(of.channel.isNumbered && { seq: ++of.seq }) }
    return [sent(now, { ...(id === undefined ? {} : { id }), type: 'error', ...about, msg: { code, msg } })]
  }

  function framesOf(now: Scene, subscription: Subscription, frames: readonly Frame[]): string[] {
    const { sid, channel } = subscription
    return frames.map(({ type, id, msg }) =>
      sent(now, {
        type,
        ...(id === undefined ? {} : { id }),
        sid,
        ...(channel.isNumbered && { seq: ++subscription.seq }),
        msg,
      }),
    )
  }

  function subscribe(now: Scene, id: number, params: Params): string[] {
    const names = textsIn(undefined, params.channels)
    if (names.length === 0) return fail(now, id, faults.channels)
    return names.flatMap((name) => {
      const made = openChannel(now, name, params, opener)
      if ('fault' in made) return fail(now, id, made.fault)
      const sid = ++lastSid
      const subscription: Subscription = {
        sid,
        name,
        channel: made.channel,
        isShort: params.skip_ticker_ack === true,
        seq: 0,
        lookedAt: now.now,
      }
      subscriptions.set(sid, subscription)
      const acknowledged = sent(now, { id, type: 'subscribed', msg: { channel: name, sid } })
      return [acknowledged, ...framesOf(now, subscription, made.frames)]
    })
  }

  function update(now: Scene, id: number, params: Params): string[] {
    const sids = params.sids === undefined ? [params.sid] : Array.isArray(params.sids) ? params.sids : []
    const [sid] = sids
    if (sids.length !== 1 || typeof sid !== 'number') return fail(now, id, faults.oneSid)
    const subscription = subscriptions.get(sid)
    if (subscription === undefined) return fail(now, id, faults.unknownSid)
    const { channel, isShort } = subscription
    const { action } = params
    if (action === undefined) return fail(now, id, faults.actionRequired, subscription)
    const tickers = tickersIn(now, params)
    const frames = changed(now, channel, { id, action, tickers, params })
    if (frames === undefined) return fail(now, id, faults.unsupported, subscription)
    if (tickers.length === 0) return fail(now, id, faults.marketRequired, subscription)
    const told = framesOf(now, subscription, frames)
    // A snapshot needs no acknowledgment.
    if (action === 'get_snapshot') return told
    const msg = isShort ? {} : { market_tickers: channel.tickers() ?? [] }
    const number = channel.isNumbered && { seq: ++subscription.seq }
    return [...told, sent(now, { id, sid, ...number, type: 'ok', msg })]
  }

  function unsubscribe(now: Scene, id: number, { sids }: Params): string[] {
    if (!Array.isArray(sids) || sids.length === 0) return fail(now, id, faults.sids)
    return sids.flatMap((sid: unknown) => {
      const subscription = typeof sid === 'number' ? subscriptions.get(sid) : undefined
      if (subscription === undefined) return fail(now, id, faults.unknownSid)
      subscriptions.delete(subscription.sid)
      return [sent(now, { id, sid, seq: ++subscription.seq, type: 'unsubscribed' })]
    })
  }

  function list(now: Scene, id: number): string[] {
    const msg = [...subscriptions.values()].map(({ name, sid }) => ({ channel: name, sid }))
    return [sent(now, { id, type: 'ok', msg })]
  }

  return {
    hear(text) {
      const now = context()
      const command = parsed(text)
      if (command === undefined) return fail(now, undefined, faults.badMessage)
      const { id, cmd, params } = command
      if (cmd === 'list_subscriptions') return list(now, id)
      const work = { subscribe, update_subscription: update, unsubscribe }[cmd]
      if (work === undefined) return fail(now, id, faults.unknownCommand)
      return params === undefined ? fail(now, id, faults.params) : work(now, id, params)
    },
    tick() {
      const now = context()
      return [...subscriptions.values()].flatMap((subscription) => {
        if (now.now - subscription.lookedAt < subscription.channel.everyMs) return []
        subscription.lookedAt = now.now
        return framesOf(now, subscription, subscription.channel.tick(now))
      })
    },
  }
}

/** Returns the frames that a change causes, or undefined if the channel does not support it. */
function changed(
  now: Scene,
  { add, remove, snapshot }: Channel,
  {
    id,
    action,
    tickers,
    params,
  }: {
    readonly id: number
    readonly action: unknown
    readonly tickers: readonly string[]
    readonly params: Params
  },
): readonly Frame[] | undefined {
  if (action === 'add_markets') return add?.(tickers, now, params)
  if (action === 'get_snapshot') return snapshot?.(tickers, now, id)
  if (action !== 'delete_markets' || remove === undefined) return undefined
  remove(tickers)
  return []
}

function openChannel(
  now: Scene,
  name: string,
  params: Params,
  opener: Opener | undefined,
): { readonly channel: Channel; readonly frames: readonly Frame[] } | { readonly fault: Fault } {
  const tickers = tickersIn(now, params)
  if (name === 'orderbook_delta')
    return tickers.length === 0
      ? { fault: faults.marketRequired }
      : createBookChannel(tickers, now, params.use_yes_price === true)
  if (name === 'ticker') return createTickerChannel(tickers, now, params.send_initial_snapshot === true)
  if (name === 'trade') return { channel: createTradeChannel(tickers, now), frames: [] }
  if (name === 'market_lifecycle_v2') return { channel: createLifecycleChannel(now), frames: [] }
  if (isOwn(name) && opener === undefined) return { fault: faults.authentication }
  if (isOwn(name) && opener !== undefined)
    return { channel: createOwnChannel(name, tickers, now, opener), frames: [] }
  return {
    fault: channelsNotPlayed.includes(name) ? notPlayed(`the channel ${name}`) : faults.unknownChannel,
  }
}

function isOwn(name: string): name is OwnChannel {
  return ownChannels.includes(name)
}

/** Returns the named markets, by ticker or by id. An unknown id is used as its own name, for which nothing is sent. */
function tickersIn(now: Scene, params: Params): readonly string[] {
  const ids = textsIn(params.market_id, params.market_ids)
  const tickers = textsIn(params.market_ticker, params.market_tickers)
  if (ids.length === 0) return tickers
  const known = new Map(
    listAllMarkets(now).map(({ event, market }) => [
      uuidOf(market.seed),
      marketTickerOf(now.variant, event, market),
    ]),
  )
  return [...tickers, ...ids.map((id) => known.get(id) ?? id)]
}

/** Returns the member that signed the request; an unsigned request is rejected. */
function openerOf(scene: Scene, request: MockRequest): Opener | undefined {
  if (keyIdOf(request) === undefined) return undefined
  const key = keyOf({ ...scene, request })
  return { id: key.member, only: 'subaccount' in key ? key.subaccount : undefined }
}

function parsed(text: string): Command | undefined {
  const { id, cmd, params }: Partial<Record<string, unknown>> = objectIn(text) ?? {}
  if (typeof id !== 'number' || typeof cmd !== 'string') return undefined
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params)
  return { id, cmd, params: isObject ? params : undefined }
}
