import { messageOf } from '../../api/envelope/errors.js'
import type { Order, UserTrade } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import type { Random } from '../../effects/random.js'
import type { Logger } from '../../observe/logger.js'
import type { OpenSocket, SocketEvents } from '../../transport/socket.js'
import type { OwnKind, OwnRows, ReadOwnRows } from '../../venue-kit/contract/account-rows.js'
import type { StreamHandshake } from '../../venue-kit/contract/stream-source.js'
import type { Venue, VenueContext } from '../../venue-kit/contract/venue.js'
import { listLeftOut } from '../../venue-kit/payload/response-notes.js'
import type { SharedStream } from '../connection/shared-stream.js'
import type { StreamCounts } from '../connection/stream-counters.js'
import type { StreamLoad } from '../connection/stream-load.js'
import { createTimers } from '../connection/timers.js'
import type { PollJob } from '../watch/polling.js'
import { type AccountSocket, openAccountSocket } from './account-socket.js'
import { createOrderTracker } from './order-tracker.js'
import { createPositionTracker } from './position-tracker.js'
import {
  type AccountUpdates,
  LISTED_LATE_MS,
  type ListedFacts,
  type ShownOrder,
  type Tracker,
} from './tracker.js'
import { createTradeTracker } from './trade-tracker.js'

/** After this time without updates, polling replaces a user channel until it works again. */
const HELP_AFTER_MS = 5_000
/** Delay before reading a list that a frame reports as changed, so that several frames cost only one reading. */
const CHANGED_MS = 1_000
/** Delay before the next reading while a venue is down. By then its polling has slowed down. */
const AGAIN_MS = 30_000

export interface AccountWatchDeps {
  readonly venue: Venue
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly counts: StreamCounts
  /** @param kind whose list is read; absent for the connection's own work */
  run<Result>(work: (ctx: VenueContext) => Promise<Result>, kind?: OwnKind): Promise<Result>
  open(host: string, handshake: StreamHandshake, events: SocketEvents): OpenSocket
  /** Polls a job at the venue's pace. @returns a function that stops it */
  poll(job: PollJob): () => void
  /** Called with every order in a list or frame. @returns the order as its caller requested it */
  show(order: Order, listed?: ListedFacts): ShownOrder
  /** Called with every row that reverses a trade that orders still count as filled. */
  noteReversal(trade: UserTrade): void
  /** Called with every new trade of a venue that nets positions. @returns the trade as its order was requested */
  showTrade(trade: UserTrade): UserTrade
  /** Returns the time from which lists are requested, epoch ms. It is no later than this machine's and the venues' clocks. */
  accountNow(): number
  /** Whether the venue recently refused the account on its user channel. */
  isSocketRefused(): boolean
  onSocketRefused(): void
}

/** Watches one account, through the venue's user channel if it has one, otherwise by polling its lists. */
export interface AccountWatch {
  /**
   * Starts to watch one kind. Resolves after the first reading of its lists, which proves the credentials.
   * @throws the error of that reading
   */
  begin<Row>(kind: OwnKind, feed: SharedStream<AccountUpdates<Row>>): Promise<void>
  isStreamed(kind: OwnKind): boolean
  current(kind: OwnKind): readonly unknown[]
  end(kind: OwnKind): void
  readonly isIdle: boolean
  /** Number of sockets, streamed kinds and polled kinds. */
  readonly load: StreamLoad
}

/** One watched kind. */
interface Part {
  readonly kind: OwnKind
  readonly tracker: Tracker<unknown>
  readonly feed: SharedStream<AccountUpdates<unknown>>
  stopPolling: (() => void) | undefined
  /** A reading that started at or after this time is sufficient, by the monotonic clock. */
  enoughFrom: number
  /** The last reading's omissions, which are reported once. */
  leftOut: string
  /** The last time since which the venue may list rows late, by the monotonic clock. */
  lateSince: number
}

export function createAccountWatch(deps: AccountWatchDeps): AccountWatch {
  const { venue, clock, log, counts } = deps
  const { account = {}, ownStream } = venue
  const parts = new Map<OwnKind, Part>()
  const timers = createTimers<'help' | OwnKind | `${'again' | 'late'} ${OwnKind}`>(clock)
  let socket: AccountSocket | undefined
  let standsSince: number | undefined
  let chain: Promise<void> = Promise.resolve()

  function trackerOf(kind: OwnKind): Tracker<unknown> {
    const noteReversal = account.ordersKeepReversed === true ? deps.noteReversal : () => undefined
    const showTrade =
      account.fillsAreNetted === true ? deps.showTrade : <Row extends UserTrade>(row: Row): UserTrade => row
    const times = { now: deps.accountNow, monotonic: () => clock.monotonic() }
    const own = { account, noteReversal, showTrade, clock: times }
    if (kind === 'orders') {
      const { show } = deps
      return createOrderTracker({ ...own, show, listedUntil: venue.orders?.listedUntil }) as Tracker<unknown>
    }
    return (kind === 'trades' ? createTradeTracker(own) : createPositionTracker(own)) as Tracker<unknown>
  }

  function isStreamed(kind: OwnKind): boolean {
    return ownStream?.brings.includes(kind) === true && !deps.isSocketRefused()
  }

  function publish({ feed }: Part, { rows, missed }: AccountUpdates<unknown>): void {
    if (rows.length === 0 && missed === undefined) return
    feed.publish(missed === undefined ? { rows } : { rows, missed })
  }

  /** @returns whether the lists were read completely */
  async function read(part: Part, isFirst: boolean): Promise<boolean> {
    counts.polls++
    const { reading, leftOut } = await deps.run(async (ctx) => {
      const reading = await part.tracker.read(ctx)
      return { reading, leftOut: listLeftOut(ctx.omissions).join('; ') }
    }, part.kind)
    const { isPartial, ...news } = reading
    const isNew = leftOut !== part.leftOut && leftOut !== ''
    // Omissions of the first reading are reported with the next one.
    part.leftOut = isFirst ? '' : leftOut
    const missed = isNew ? `some ${part.kind} could not be read: ${leftOut}` : news.missed
    if (!isFirst && parts.get(part.kind) === part)
      publish(part, missed === undefined ? news : { ...news, missed })
    return isPartial !== true
  }

  function stopPolling(part: Part): void {
    part.stopPolling?.()
    part.stopPolling = undefined
  }

  /** Reads the lists, once if the channel delivers later updates, otherwise repeatedly. */
  function poll(part: Part): void {
    part.enoughFrom = clock.monotonic()
    part.stopPolling ??= deps.poll({
      async poll() {
        const begunAt = clock.monotonic()
        const isWhole = await read(part, false)
        const follows = standsSince !== undefined && isStreamed(part.kind)
        if (isWhole && follows && begunAt >= part.enoughFrom) stopPolling(part)
      },
      fail(error) {
        part.stopPolling = undefined
        if (error.retryable) return pollAgain(part)
        const follows = standsSince !== undefined && isStreamed(part.kind)
        if (!follows || error.code === 'AUTHENTICATION_ERROR') part.feed.end(error)
        else publish(part, { rows: [], missed: `missed changes cannot be read: ${error.message}` })
      },
    })
  }

  /** Reads the updates that frames missed: now, and once more after the venue's listing delay. */
  function catchUp(part: Part): void {
    part.lateSince = clock.monotonic()
    poll(part)
    if (!timers.has(`late ${part.kind}`)) readLate(part)
  }

  function readLate(part: Part): void {
    const setAt = clock.monotonic()
    timers.set(`late ${part.kind}`, LISTED_LATE_MS, () => {
      if (parts.get(part.kind) !== part) return
      poll(part)
      if (part.lateSince > setAt) readLate(part)
    })
  }

  /** Retries later, because the venue is at fault and not the account. */
  function pollAgain(part: Part): void {
    timers.set(`again ${part.kind}`, AGAIN_MS, () => {
      if (parts.get(part.kind) === part) poll(part)
    })
  }

  function streamedParts(): readonly Part[] {
    return [...parts.values()].filter(({ kind }) => isStreamed(kind))
  }

  function awaitHelp(): void {
    if (timers.has('help')) return
    timers.set('help', HELP_AFTER_MS, () => {
      for (const part of streamedParts()) poll(part)
    })
  }

  function connect(): void {
    if (ownStream === undefined || socket !== undefined || deps.isSocketRefused()) return
    socket = openAccountSocket({
      ...deps,
      source: ownStream,
      open: (handshake, events) => deps.open(ownStream.host, handshake, events),
      onStand() {
        timers.stop('help')
        standsSince = clock.monotonic()
        for (const part of streamedParts()) catchUp(part)
      },
      onRows: take,
      onLost() {
        standsSince = undefined
        awaitHelp()
      },
      onRefused(reason) {
        log.warn(
          { venue: venue.id, reason },
          'a venue refuses to open a user channel, so the account is polled',
        )
        const left = streamedParts()
        deps.onSocketRefused()
        disconnect()
        for (const part of left) poll(part)
      },
    })
    awaitHelp()
  }

  function disconnect(): void {
    timers.stop('help')
    standsSince = undefined
    const ended = socket
    socket = undefined
    ended?.close()
  }

  /** Processes frames in order, even if one of them needs a venue call. */
  function take(readRows: ReadOwnRows): void {
    chain = chain
      .then(async () => spread(await deps.run(async (ctx) => readRows(ctx))))
      .catch((error: unknown) => {
        counts.gaps++
        log.debug({ venue: venue.id, reason: messageOf(error) }, 'a user channel frame cannot be read')
        for (const part of streamedParts()) readSoon(part.kind)
      })
  }

  function spread({ orders = [], trades = [], positions = [], changed = [] }: OwnRows): void {
    // The journal follows the orders, whichever kinds are watched.
    if (!parts.has('orders')) for (const order of orders) deps.show(order)
    hear('orders', orders)
    hear('trades', trades)
    hear('positions', positions)
    for (const kind of changed) readSoon(kind)
  }

  function hear(kind: OwnKind, rows: readonly unknown[]): void {
    const part = parts.get(kind)
    if (part === undefined || rows.length === 0) return
    const news = part.tracker.apply(rows)
    if (kind === 'trades') counts.trades += news.length
    publish(part, { rows: news })
  }

  function readSoon(kind: OwnKind): void {
    if (!parts.has(kind) || timers.has(kind)) return
    timers.set(kind, CHANGED_MS, () => {
      const part = parts.get(kind)
      if (part !== undefined) catchUp(part)
    })
  }

  function end(kind: OwnKind): void {
    const part = parts.get(kind)
    if (part === undefined) return
    parts.delete(kind)
    timers.stop(kind, `again ${kind}`, `late ${kind}`)
    stopPolling(part)
    if (streamedParts().length === 0) disconnect()
  }

  return {
    async begin(kind, feed) {
      const part: Part = {
        kind,
        tracker: trackerOf(kind),
        feed: feed as SharedStream<AccountUpdates<unknown>>,
        stopPolling: undefined,
        enoughFrom: 0,
        leftOut: '',
        lateSince: 0,
      }
      parts.set(kind, part)
      try {
        await read(part, true)
      } catch (error) {
        if (parts.get(kind) === part) end(kind)
        throw error
      }
      if (parts.get(kind) !== part) return
      if (!isStreamed(kind)) poll(part)
      else if (standsSince === undefined) connect()
    },
    isStreamed,
    current: (kind) => parts.get(kind)?.tracker.current ?? [],
    end,
    get isIdle() {
      return parts.size === 0
    },
    get load() {
      const topics = streamedParts().length
      return { sockets: socket === undefined ? 0 : 1, topics, polled: parts.size - topics }
    },
  }
}
