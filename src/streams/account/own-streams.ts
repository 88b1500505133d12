import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Order, Position, UserTrade } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import type { Random } from '../../effects/random.js'
import type { Logger } from '../../observe/logger.js'
import type { OpenSocket, SocketEvents } from '../../transport/socket.js'
import type { OwnKind } from '../../venue-kit/contract/account-rows.js'
import { holderOf, type Secrets } from '../../venue-kit/contract/account-secrets.js'
import type { StreamHandshake } from '../../venue-kit/contract/stream-source.js'
import type { Venue, VenueContext } from '../../venue-kit/contract/venue.js'
import type { FeedListener } from '../connection/shared-stream.js'
import type { StreamCounters } from '../connection/stream-counters.js'
import { addLoads, type StreamLoad } from '../connection/stream-load.js'
import { createEntries, type TopicEntry } from '../connection/topic-entries.js'
import { createPoller, type Poller } from '../watch/polling.js'
import { type AccountWatch, createAccountWatch } from './account-watch.js'
import { createRefusals } from './refusals.js'
import type { AccountUpdates, ListedFacts, ShownOrder } from './tracker.js'

/** Maximum number of watched accounts. Most need a socket each. */
const MAX_ACCOUNTS = 200
/** Minimum interval between two readings of an account's list, ms. */
const POLL_EVERY_MS = 2_000
/** Share of the polling budget, which is half of a venue's calls (polling.ts). Each reading takes two calls. */
const SHARE = 1 / 4

/** The watched account and its credentials. */
export interface OwnTarget {
  readonly venue: Venue
  readonly secrets: Secrets
  /** `accountOf` the credentials, which names the account in the journal. */
  readonly account: string
}

interface OwnRowOf {
  readonly orders: Order
  readonly trades: UserTrade
  readonly positions: Position
}

interface WatchedOwn<Row> {
  /** Whether the venue's user channel delivers it. Otherwise it is polled. */
  readonly isStreamed: boolean
  /** The current rows. Empty for orders and trades. */
  readonly current: readonly Row[]
  stop(): void
}

export interface OwnStreams {
  /**
   * Watches one kind of account data. All callers with the same credentials share it, and no others.
   * @throws the error of the first reading of its lists
   */
  watch<Kind extends OwnKind>(
    target: OwnTarget,
    kind: Kind,
    listener: FeedListener<AccountUpdates<OwnRowOf[Kind]>>,
  ): Promise<WatchedOwn<OwnRowOf[Kind]>>
  /** Returns the load per venue. */
  status(): Readonly<Record<string, StreamLoad>>
  close(): void
}

export interface OwnStreamsDeps {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly counters: StreamCounters
  /** Runs an account's work in its own context, as background work. */
  run<Result>(
    target: OwnTarget,
    kind: OwnKind | undefined,
    work: (ctx: VenueContext) => Promise<Result>,
  ): Promise<Result>
  open(venue: VenueId, host: string, handshake: StreamHandshake, events: SocketEvents): OpenSocket
  /** Returns the calls per second that the venue's limits allow. */
  ratePerSecond(venue: VenueId): number
  /** Called with every order in a list or frame. @returns the order as its caller requested it */
  show(target: OwnTarget, order: Order, listed?: ListedFacts): ShownOrder
  /** Called with every row that reverses a trade, if orders still count the trade as filled. */
  noteReversal(target: OwnTarget, trade: UserTrade): void
  /** Called with every new trade of a venue that nets positions. @returns the trade as its order was requested */
  showTrade(target: OwnTarget, trade: UserTrade): UserTrade
  /** Returns the time from which lists are requested: no later than this machine's and the venues' clocks, epoch ms. */
  accountNow(): number
}

interface OwnEntry<Row> extends TopicEntry<AccountUpdates<Row>> {
  readonly watch: AccountWatch
  /** Resolves after the first reading. */
  readonly begun: Promise<void>
}

export function createOwnStreams(deps: OwnStreamsDeps): OwnStreams {
  const { clock } = deps
  const entries = createEntries(clock)
  const refusals = createRefusals(clock)
  const accounts = new Map<string, AccountWatch>()
  const pollers = new Map<VenueId, Poller>()

  /** Returns a venue's poller. All its accounts share the venue's calls. */
  function pollerOf(venue: VenueId): Poller {
    const known = pollers.get(venue)
    if (known !== undefined) return known
    const poller = createPoller({
      clock,
      ratePerSecond: () => deps.ratePerSecond(venue) * SHARE,
      jobsACall: 1,
      minIntervalMs: POLL_EVERY_MS,
    })
    pollers.set(venue, poller)
    return poller
  }

  function accountOf(target: OwnTarget, name: string): AccountWatch {
    const known = accounts.get(name)
    if (known !== undefined) return known
    if (accounts.size >= MAX_ACCOUNTS)
      throw new PmxError(
        'RATE_LIMIT_EXCEEDED',
        `${MAX_ACCOUNTS} accounts are already watched. Stop watching some of them.`,
      )
    const { venue } = target
    const watch = createAccountWatch({
      ...deps,
      venue,
      counts: deps.counters.of(venue.id),
      run: (work, kind) => deps.run(target, kind, work),
      open: (host, handshake, events) => deps.open(venue.id, host, handshake, events),
      poll: (job) =>
        pollerOf(venue.id).add({
          poll: () => job.poll(),
          fail(error) {
            refusals.note(name, error)
            job.fail(error)
          },
        }),
      show: (order, listed) => deps.show(target, order, listed),
      noteReversal: (trade) => deps.noteReversal(target, trade),
      showTrade: (trade) => deps.showTrade(target, trade),
      isSocketRefused: () => refusals.isSocketRefused(name),
      onSocketRefused: () => refusals.noteSocket(name),
    })
    accounts.set(name, watch)
    return watch
  }

  function entryOf<Row>(target: OwnTarget, kind: OwnKind, name: string): OwnEntry<Row> {
    return entries.of<AccountUpdates<Row>, OwnEntry<Row>>(`${kind} of ${name}`, (feed) => {
      const watch = accountOf(target, name)
      const begun = watch.begin(kind, feed).then(
        () => refusals.accepted(name),
        (error: unknown) => {
          refusals.note(name, error)
          throw error
        },
      )
      return {
        watch,
        begun,
        close() {
          watch.end(kind)
          if (watch.isIdle && accounts.get(name) === watch) accounts.delete(name)
        },
      }
    })
  }

  return {
    async watch<Kind extends OwnKind>(
      target: OwnTarget,
      kind: Kind,
      listener: FeedListener<AccountUpdates<OwnRowOf[Kind]>>,
    ) {
      // Keys that differ in any part are separate: the name of an account alone proves nothing.
      const name = `${target.venue.id} ${target.account} ${holderOf(target.secrets)}`
      refusals.assertNone(name)
      const entry = entryOf<OwnRowOf[Kind]>(target, kind, name)
      let hasBegun = false
      const stop = entry.feed.listen({
        next: (news) => listener.next(news),
        ended: (error) => (hasBegun ? listener.ended(error) : undefined),
      })
      try {
        await entry.begun
      } catch (error) {
        stop()
        entries.drop(`${kind} of ${name}`, entry)
        throw error
      }
      hasBegun = true
      return {
        get isStreamed() {
          return entry.watch.isStreamed(kind)
        },
        get current() {
          // The tracker of a kind holds rows of this kind.
          return entry.watch.current(kind) as readonly OwnRowOf[Kind][]
        },
        stop,
      }
    },
    status: () =>
      addLoads(...[...accounts].map(([name, { load }]) => ({ [name.split(' ')[0] ?? name]: load }))),
    close() {
      entries.close()
      for (const poller of pollers.values()) poller.close()
      accounts.clear()
    },
  }
}
