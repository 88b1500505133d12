import type { PmxError } from '../../api/envelope/errors.js'
import { toIso } from '../../api/times/instant.js'
import type { StreamTrade } from '../../venue-kit/contract/stream-source.js'
import type { WatchTarget } from '../books/watch-target.js'
import { type KnownTrades, type TradeUpdate, tradesFromSide } from './trade-updates.js'
import type { WatchContext } from './watch-context.js'

/** Histories are read from slightly earlier, because some trades are late and several may have the same time. */
export const HISTORY_OVERLAP_MS = 120_000
/** A venue needs a moment to apply a subscription, and trades before that may be missing. */
export const SUBSCRIBED_AFTER_MS = 1_000
/**
 * Times of the history readings, ms after the subscription. A history may lag, and a response may be cut. The last reading comes
 * late enough for a five-minute cache to expire, and it decides: the first two are too close to each other to be independent.
 */
const LOOKS_MS = [SUBSCRIBED_AFTER_MS, 30_000, 330_000] as const
const LAST_LOOK = LOOKS_MS.length - 1
/**
 * A history may date a trade later than its match. After the first reading, the socket covers trades from this long after the
 * subscription.
 */
const LATE_MS = 10_000
/** If a trade from the socket is this old and missing from the history, the history lags. */
const OLD_MS = 60_000

/** A local clock may be some minutes slow. If the difference is larger, it is unknown which of the two clocks is wrong. */
const MAX_APART_MS = 10 * 60_000

interface MissedTradesDeps {
  readonly context: Pick<WatchContext, 'clock' | 'venueNow' | 'readers' | 'poll'>
  readonly target: WatchTarget
  /** The reported trades, in prices of the socket's own side. */
  readonly known: KnownTrades
  /** Whether the socket's side is the complement of the target outcome. */
  readonly isMirrored: boolean
  publish(news: TradeUpdate): void
}

/** Reads trades that a socket missed from the venue's history. */
interface MissedTrades {
  /** Start of the possible gap, epoch ms, or undefined without one. */
  readonly since: number | undefined
  /** Records a gap since the newest known trade, or since the start. */
  missed(): void
  /** Records that the socket delivers trades again. */
  subscribed(): void
  close(): void
}

export function createMissedTrades(deps: MissedTradesDeps): MissedTrades {
  const { context, target, known, publish } = deps
  const { clock, readers } = context
  const begunAt = clock.monotonic()
  let isMissing = false
  /** A reading contained all trades, and the last one confirms it. */
  let isConfirming = false
  /** The newest trade that was known before the gap, if any. */
  let lastKnownAt: number | undefined
  /** Cancels the pending or running reading. */
  let stop: (() => void) | undefined

  function halt(): void {
    stop?.()
    stop = undefined
  }

  const venueTime = (moment: number): number => venueTimeOf(context, target, moment)
  const ownTime = (moment: number): number => clock.now() - (clock.monotonic() - moment)
  // The `Date` of a venue may be wrong, and so may the local clock: trades are missing until the later of the two.
  const latestTime = (moment: number): number => Math.max(venueTime(moment), ownTime(moment))
  const begin = (): number => lastKnownAt ?? venueTime(begunAt)
  /** Whether trades may already be missing from before the start. */
  const isBeginUnsure = (): boolean =>
    lastKnownAt === undefined && venueTime(begunAt) - ownTime(begunAt) > MAX_APART_MS

  /** Returns the time of the newest known trade, or a time before the gap if that trade is dated in the future. */
  function knownBefore(moment: number): number | undefined {
    const { newestAt } = known
    const latest = latestTime(moment)
    if (newestAt === undefined || newestAt <= latest) return newestAt
    const begun = Math.min(venueTime(begunAt), ownTime(begunAt))
    return Math.max(begun, latest - HISTORY_OVERLAP_MS)
  }

  /** @param subscription time of the subscription, by the monotonic clock */
  function look(number: number, subscription: number): void {
    const dueAt = subscription + (LOOKS_MS[number] ?? 0)
    stop = clock.setTimer(Math.max(0, dueAt - clock.monotonic()), () => {
      if (target.venue.trades === undefined)
        return over('the venue does not return the history of these trades')
      const read = (): Promise<void> => readOnce(number, subscription)
      // One response may be wrong, also one that is an error. The last reading decides.
      const fail = ({ message }: PmxError): void =>
        number === LAST_LOOK ? over(message) : look(number + 1, subscription)
      stop = context.poll(target, 'trades', read, fail)
    })
  }

  async function readOnce(number: number, subscription: number): Promise<void> {
    const current = stop
    const start = wholeSecond(begin()) - HISTORY_OVERLAP_MS
    const { trades, cut } = await readers.trades(target, start)
    if (stop !== current) return
    halt()
    // The venue time in the response counts for it already.
    const subscribedAt = latestTime(subscription)
    const from = wholeSecond(begin())
    const until = subscribedAt + (number === 0 ? SUBSCRIBED_AFTER_MS : LATE_MS)
    const rows = tradesFromSide<StreamTrade>(trades, deps.isMirrored)
    const found = known
      .missing(rows, start)
      .filter(({ timestamp }) => timestamp >= from && timestamp <= until)
    if (found.length > 0) publish({ trades: known.fresh(found) })
    // Histories are in order: if one contains a trade after the subscription, no earlier one is late.
    const isLate = !rows.some(({ timestamp }) => timestamp >= subscribedAt)
    const isLacking = lastKnownAt !== undefined && !known.isNewestIn(rows, lastKnownAt)
    const isLast = number === LAST_LOOK
    isConfirming = number > 0 && !isLate && !isLacking && cut.length === 0
    if (!isLast) look(number + 1, subscription)
    else if (cut.length > 0) over(cut[0])
    else if (isLacking) over('an earlier trade is missing from the history')
    else over(isLate && hasToldSince(subscribedAt) ? 'the history lags' : unsure())
  }

  function unsure(): string | undefined {
    return isBeginUnsure() ? "the venue's clock and the local clock differ" : undefined
  }

  /** Whether the socket has delivered trades since then that the last reading of the history should contain. */
  function hasToldSince(subscribedAt: number): boolean {
    const { newestAt } = known
    return (
      newestAt !== undefined && newestAt >= subscribedAt && newestAt <= latestTime(clock.monotonic()) - OLD_MS
    )
  }

  function over(reason: string | undefined): void {
    const since = isBeginUnsure() ? ownTime(begunAt) : begin()
    halt()
    isMissing = false
    isConfirming = false
    lastKnownAt = undefined
    if (reason !== undefined)
      publish({ trades: [], missed: `Trades since ${toIso(since)} may be missing: ${reason}` })
  }

  return {
    get since() {
      return isMissing && !isConfirming ? begin() : undefined
    },
    missed() {
      halt()
      if (!isMissing || isConfirming) lastKnownAt = knownBefore(clock.monotonic())
      isMissing = true
      isConfirming = false
    },
    subscribed() {
      if (!isMissing) return
      halt()
      look(0, clock.monotonic())
    },
    close: halt,
  }
}

/** Converts a time on the monotonic clock to the venue's clock, if known. */
export function venueTimeOf(
  desk: Pick<WatchContext, 'clock' | 'venueNow'>,
  { venue }: WatchTarget,
  moment: number,
): number {
  return desk.venueNow(venue.id) - (desk.clock.monotonic() - moment)
}

/** Rounds down, because some venues' histories have whole seconds. */
function wholeSecond(at: number): number {
  return Math.floor(at / 1_000) * 1_000
}
