import type { PmxError } from '../../api/envelope/errors.js'
import { toIso } from '../../api/times/instant.js'
import type { StreamTrade } from '../../venue-kit/contract/stream-source.js'
import type { WatchTarget } from '../books/watch-target.js'
import { type KnownTrades, type TradeUpdate, tradesFromSide } from './trade-updates.js'
import type { WatchContext } from './watch-context.js'

/** Histories are read from a little before on: some trades come late, and several at the same instant. */
export const HISTORY_OVERLAP_MS = 120_000
/** A venue takes a moment to do what a subscription says: trades before may be missing. */
export const SUBSCRIBED_AFTER_MS = 1_000
/**
 * When the history is read, ms after the subscription, until it shows what was made after it: a history may lag, and the last time outlasts a
 * cache of five minutes.
 */
const LOOKS_MS = [SUBSCRIBED_AFTER_MS, 30_000, 330_000] as const
/** A history may date a trade later than it was made. After the first look the socket has brought what is of so long after the subscription. */
const LATE_MS = 10_000
/** A trade that the socket brought so long ago and that the history does not have yet says that the history lags. */
const OLD_MS = 60_000

interface MissedTradesDeps {
  readonly desk: Pick<WatchContext, 'clock' | 'venueNow' | 'readers' | 'poll'>
  readonly target: WatchTarget
  /** The trades of the tape that were told, in prices of its own side. */
  readonly known: KnownTrades
  /** The tape shows the other side of the target's outcome. */
  readonly isMirrored: boolean
  publish(news: TradeUpdate): void
}

/** Reads what a socket did not bring from the venue's history. */
interface MissedTrades {
  /** From when on trades may be missing, epoch ms; undefined while none is. */
  readonly since: number | undefined
  /** Some are missing since the newest known one, or since the watching began. */
  missed(): void
  /** The socket brings them again from now on. */
  subscribed(): void
  close(): void
}

export function createMissedTrades(deps: MissedTradesDeps): MissedTrades {
  const { desk, target, known, publish } = deps
  const { clock, readers } = desk
  const begunAt = clock.monotonic()
  let isMissing = false
  /** The newest trade that was known before; undefined where there was none. */
  let lastKnownAt: number | undefined
  /** Stops the look that is coming or going on. */
  let stop: (() => void) | undefined

  function halt(): void {
    stop?.()
    stop = undefined
  }

  const venueTime = (moment: number): number => venueTimeOf(desk, target, moment)
  const begin = (): number => lastKnownAt ?? venueTime(begunAt)

  /** @param subscription when it was subscribed, by the monotonic clock */
  function look(number: number, subscription: number): void {
    const dueAt = subscription + (LOOKS_MS[number] ?? 0)
    stop = clock.setTimer(Math.max(0, dueAt - clock.monotonic()), () => {
      if (target.venue.trades === undefined) return over('the venue has no history of them')
      const read = (): Promise<void> => readOnce(number, subscription)
      stop = desk.poll(target, 'trades', read, (error: PmxError) => over(error.message))
    })
  }

  async function readOnce(number: number, subscription: number): Promise<void> {
    const current = stop
    const start = wholeSecond(begin()) - HISTORY_OVERLAP_MS
    const { trades, cut } = await readers.trades(target, start)
    if (stop !== current) return
    halt()
    // What the answer told of the venue's time counts for it already.
    const subscribedAt = venueTime(subscription)
    const from = wholeSecond(begin())
    const until = subscribedAt + (number === 0 ? SUBSCRIBED_AFTER_MS : LATE_MS)
    const rows = tradesFromSide<StreamTrade>(trades, deps.isMirrored)
    const found = known
      .missing(rows, start)
      .filter(({ timestamp }) => timestamp >= from && timestamp <= until)
    if (found.length > 0) publish({ trades: known.fresh(found) })
    // What is not older than the subscription comes last: where it is there, nothing before lags.
    const hasCaughtUp = number > 0 && rows.some(({ timestamp }) => timestamp >= subscribedAt)
    const isLast = number === LOOKS_MS.length - 1
    if (!isLast && (!hasCaughtUp || cut.length > 0)) look(number + 1, subscription)
    else over(cut[0] ?? (hasCaughtUp || !hasToldSince(subscribedAt) ? undefined : 'the history lags'))
  }

  /** The socket brought trades that the history does not have at the last look: it is older than they are. */
  function hasToldSince(subscribedAt: number): boolean {
    const { newestAt } = known
    return (
      newestAt !== undefined && newestAt >= subscribedAt && newestAt <= venueTime(clock.monotonic()) - OLD_MS
    )
  }

  function over(reason: string | undefined): void {
    const since = begin()
    halt()
    isMissing = false
    lastKnownAt = undefined
    if (reason !== undefined)
      publish({ trades: [], missed: `Trades since ${toIso(since)} may be missing: ${reason}` })
  }

  return {
    get since() {
      return isMissing ? begin() : undefined
    },
    missed() {
      halt()
      if (!isMissing) lastKnownAt = known.newestAt
      isMissing = true
    },
    subscribed() {
      if (!isMissing) return
      halt()
      look(0, clock.monotonic())
    },
    close: halt,
  }
}

/** A moment of the monotonic clock by the clock of the venue, as far as that is known by now. */
export function venueTimeOf(
  desk: Pick<WatchContext, 'clock' | 'venueNow'>,
  { venue }: WatchTarget,
  moment: number,
): number {
  return desk.venueNow(venue.id) - (desk.clock.monotonic() - moment)
}

/** Histories of some venues count in whole seconds. */
function wholeSecond(at: number): number {
  return Math.floor(at / 1_000) * 1_000
}
