import { PmxError } from '../../../src/api/envelope/errors.js'
import type { Order, Position, UserTrade } from '../../../src/api/models/models.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { createOwnStreams, type OwnStreams } from '../../../src/streams/account/own-streams.js'
import type { AccountUpdates, ListedFacts, ShownOrder } from '../../../src/streams/account/tracker.js'
import { createStreamCounters } from '../../../src/streams/connection/stream-counters.js'
import type { OwnKind } from '../../../src/venue-kit/contract/account-rows.js'
import type { OwnMessage, OwnStreamSource } from '../../../src/venue-kit/contract/account-stream.js'
import type { Paging } from '../../../src/venue-kit/contract/paging.js'
import type { AccountSource } from '../../../src/venue-kit/contract/trading.js'
import type { Venue, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { createOmissions, type Omissions } from '../../../src/venue-kit/payload/response-notes.js'
import { fakeClock, settle } from '../../support/clock.js'
import { fakeSockets } from './fake-wire.js'

/** For tests in which no account is watched. */
export const noOwnStreams: OwnStreams = {
  watch: () => Promise.reject(new Error('no account is watched here')),
  status: () => ({}),
  close: () => undefined,
}

export function orderOf(id: string, more: Partial<Order> = {}): Order {
  return {
    id,
    marketId: 'm',
    outcomeId: 'm-yes',
    side: 'buy',
    type: 'limit',
    price: 0.4,
    amount: 10,
    status: 'open',
    filled: 0,
    remaining: 10,
    timestamp: Date.UTC(2026, 10, 21, 11),
    ...more,
  }
}

export const filledOf = (id: string): Order => orderOf(id, { status: 'filled', filled: 10, remaining: 0 })

export function tradeOf(id: string, timestamp: number, more: Partial<UserTrade> = {}): UserTrade {
  return { id, timestamp, price: 0.4, amount: 10, side: 'buy', outcomeId: 'm-yes', marketId: 'm', ...more }
}

/** What the lists of one account hold; a test changes it. */
export interface Lists {
  open: Order[]
  ended: Map<string, Order>
  trades: UserTrade[]
  positions: Position[]
  /** What the venue left out of each list, as its adapter notes it. */
  leaveOut?: ((omissions: Omissions) => void) | undefined
  /** Thrown by every list. */
  failure?: PmxError | undefined
  calls: string[]
}

function onePage<Row extends { readonly id: string }>(what: string, read: () => readonly Row[]): Paging<Row> {
  return { kind: 'cursor', what, idOf: ({ id }) => id, fetch: async () => ({ rows: read() }) }
}

export const refusedKey = new PmxError('AUTHENTICATION_ERROR', 'The venue refuses the key.', {
  detail: { upstreamStatus: 401 },
})

/** Frames of the user channel of tests: JSON of the rows, or a word. */
function read(frame: string): readonly OwnMessage[] {
  if (frame === 'ready') return [{ kind: 'ready' }]
  if (frame === 'odd') throw new Error('what is that')
  if (frame === 'unreadable') return [{ kind: 'own', read: () => Promise.reject(new Error('what is that')) }]
  return [{ kind: 'own', read: () => JSON.parse(frame) }]
}

export interface AccountOptions {
  readonly brings?: readonly OwnKind[]
  readonly isUnacknowledged?: true
  /** Sources that the venue does not have. */
  readonly without?: readonly (keyof AccountSource)[]
  /** The venue has a trade for each order, of all that it was filled with. */
  readonly fillsAreSums?: true
  readonly fillsAreNetted?: true
  /** What the journal makes of an order; the order itself without it. */
  readonly showAs?: (order: Order, listed: ListedFacts | undefined) => ShownOrder
  /** Orders are shown with trades that were reversed. */
  readonly ordersKeepReversed?: true
  /** Until when the lists are complete, as the venue tells it. */
  readonly listedUntil?: () => number
}

/** Accounts of a venue of tests, watched with a clock that moves only when told. Accounts differ by their `apiKey`. */
export function ownAccounts(options: AccountOptions = {}) {
  const {
    brings,
    isUnacknowledged,
    without = [],
    fillsAreSums,
    fillsAreNetted,
    showAs,
    listedUntil,
    ordersKeepReversed,
  } = options
  const clock = fakeClock()
  const wire = fakeSockets()
  const accounts = new Map<string, Lists>()
  const shown: string[] = []
  /** The venue has said what the time is. */
  let isTold = false
  const counters = createStreamCounters()

  function listsOf(apiKey: string): Lists {
    const lists = accounts.get(apiKey) ?? { open: [], ended: new Map(), trades: [], positions: [], calls: [] }
    accounts.set(apiKey, lists)
    return lists
  }
  function asked(what: string, { secrets, omissions }: VenueContext): Lists {
    const lists = listsOf(secrets.values.apiKey ?? '')
    lists.calls.push(what)
    isTold = true
    if (lists.failure !== undefined) throw lists.failure
    lists.leaveOut?.(omissions)
    return lists
  }
  /** Histories begin where they are asked to. */
  const since = <Row extends { readonly timestamp: number }>(
    rows: readonly Row[],
    from = 0,
  ): readonly Row[] => rows.filter(({ timestamp }) => timestamp >= from)
  const all: AccountSource = {
    openOrders: (_query, ctx) => onePage('open orders', () => asked('open', ctx).open),
    order: async (id, ctx) => asked(`order ${id}`, ctx).ended.get(id),
    fills: ({ withReversals, since: from }, ctx) =>
      onePage('fills', () =>
        since(asked('fills', ctx).trades, fillsAreSums === true ? 0 : from).filter(
          ({ metadata }) =>
            withReversals === true || ordersKeepReversed === true || metadata?.['reverses'] === undefined,
        ),
      ),
    positions: async (ctx) => asked('positions', ctx).positions,
    ...(fillsAreSums === undefined ? {} : { fillsAreSums }),
    ...(fillsAreNetted === undefined ? {} : { fillsAreNetted }),
    ...(ordersKeepReversed === undefined ? {} : { ordersKeepReversed }),
  }
  const account = Object.fromEntries(
    Object.entries(all).filter(([name]) => !without.some((one) => one === name)),
  )
  const ownStream: OwnStreamSource | undefined =
    brings === undefined
      ? undefined
      : {
          host: 'stream',
          brings,
          ...(isUnacknowledged === undefined ? {} : { isUnacknowledged }),
          pulse: { ping: 'none', deadAfterMs: 3_600_000 },
          open: async ({ secrets }) => ({
            handshake: { path: '' },
            protocol: { begin: () => [`own of ${secrets.values.apiKey}`], read },
          }),
        }
  const venue = {
    id: 'kalshi',
    account,
    ...(listedUntil === undefined
      ? {}
      : { orders: { listedUntil: async (ctx: VenueContext) => asked('until', ctx) && listedUntil() } }),
    ...(ownStream === undefined ? {} : { ownStream }),
  } as unknown as Venue

  const own = createOwnStreams({
    clock,
    random: () => 0.5,
    log: silentLogger,
    counters,
    run: async (target, _kind, work) =>
      work({
        secrets: target.secrets,
        omissions: createOmissions(silentLogger, () => undefined),
      } as unknown as VenueContext),
    open(_venue, _host, _handshake, events) {
      const { opened } = openedNow(wire, events)
      return opened
    },
    ratePerSecond: () => 10,
    showTrade: (target, trade) => ({ ...trade, metadata: { ...trade.metadata, shownTo: target.account } }),
    noteReversal: (target, { id }) => void shown.push(`${target.account} ${id} reversed`),
    accountNow: () => (isTold ? Math.min(clock.now(), clock.trueNow()) : clock.now()),
    show(target, order, listed) {
      shown.push(`${target.account} ${order.id} ${order.status}`)
      return showAs?.(order, listed) ?? { order }
    },
  })

  /** @param secret differs where only the secret of the key does */
  async function watch(kind: OwnKind, apiKey = 'a', secret = 'secret') {
    const secrets = { values: { apiKey, apiSecret: secret }, withheld: false }
    const news: AccountUpdates<unknown>[] = []
    const ended: string[] = []
    const watched = await own.watch({ venue, secrets, account: `account ${apiKey}` }, kind, {
      next: (one: AccountUpdates<unknown>) => void news.push(one),
      ended: ({ message }) => void ended.push(message),
    })
    return { watched, news, ended, rows: () => news.splice(0).flatMap(({ rows }) => rows) }
  }

  return {
    clock,
    wire,
    own,
    watch,
    listsOf,
    shown,
    counters,
    /** The venue lets the last socket in, and acknowledges. */
    async stand(): Promise<void> {
      await settle()
      wire.last.events.opened()
      await settle()
      if (isUnacknowledged === undefined) wire.last.events.text('ready')
      await settle()
    },
    async frame(rows: object | string): Promise<void> {
      wire.last.events.text(typeof rows === 'string' ? rows : JSON.stringify(rows))
      await settle()
    },
  }
}

/** The sockets of tests open by a promise, which has its socket at once. */
function openedNow(
  wire: ReturnType<typeof fakeSockets>,
  events: Parameters<ReturnType<typeof fakeSockets>['open']>[0],
) {
  void wire.open(events)
  const played = wire.last
  return {
    opened: {
      send: (message: string) => void played.sent.push(message),
      ping: () => void played.pings++,
      cut(reason: string) {
        if (played.isCut) return
        played.isCut = true
        events.closed({ code: 1006, reason })
      },
    },
  }
}
