import { MAX_TIMEOUT_MS, methodOf } from '../../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../../api/envelope/errors.js'
import { venueNames } from '../../../api/envelope/venue-ids.js'
import type { CancelAllAfter } from '../../../api/models/models.js'
import { createDryRunError } from '../../../orders/trading-limits.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import { paginate } from '../../../venue-kit/contract/paging.js'
import type { CancelAfter } from '../../../venue-kit/contract/trading.js'
import type { Job } from '../../request/api-call.js'
import { createNotSupportedError } from '../../request/not-supported-error.js'
import type { OpenContext } from '../../request/request-context.js'
import { listSentLately } from '../accounts/recently-sent.js'
import { type Heartbeat, SWEEP_MS } from '../context/heartbeats.js'
import type { OrderContext } from '../context/order-context.js'
import { isEarlierCallLikely, toOrderOutcome } from '../place/unknown-outcome.js'

/**
 * Makes the venue cancel all open orders of the account when the timeout has passed without another call. 0 turns this off. If
 * the venue only supports heartbeats, the daemon sends them until the timeout has passed. They stop when the daemon stops, so the
 * venue then cancels the orders earlier, but never later.
 * @throws NETWORK_ERROR, `state: 'unknown'`, if it is not known whether the venue accepted it
 */
export async function cancelAllOrdersAfter(
  timeoutMs: number,
  job: Job,
  room: OrderContext,
): Promise<CancelAllAfter> {
  const { venue, ctx } = job
  const { rails, clock } = room
  const source = venue.orders
  const cancelAfter = source?.cancelAfter
  if (source === undefined || cancelAfter === undefined)
    throw createNotSupportedError(methodOf.cancelAllAfter, venue.id)
  source.checkCredentials(ctx)
  const min = cancelAfter.kind === 'timer' ? cancelAfter.minMs : cancelAfter.silenceMs
  const isWithin = timeoutMs === 0 || (timeoutMs >= min && timeoutMs <= MAX_TIMEOUT_MS)
  if (!Number.isInteger(timeoutMs) || !isWithin)
    throw createValidationError(
      'timeoutMs',
      `timeoutMs must be 0 or a whole number of ms from ${min} to ${MAX_TIMEOUT_MS} on ${venueNames[venue.id]}; got ${timeoutMs}`,
    )
  if (rails.dryRun) throw createDryRunError({ [methodOf.cancelAllAfter]: timeoutMs })
  if (cancelAfter.kind === 'heartbeat') {
    const cancelsAt = Math.round(clock.now()) + timeoutMs
    await holdByHeartbeats(timeoutMs, cancelAfter, job, room)
    return timeoutMs === 0 ? { timeoutMs, heldBy: 'daemon' } : { timeoutMs, heldBy: 'daemon', cancelsAt }
  }
  const cancelsAt = await setTimer(timeoutMs, cancelAfter, job, room)
  return { timeoutMs, heldBy: 'venue', ...(cancelsAt === undefined ? {} : { cancelsAt }) }
}

/** Clocks that differ by less than this are treated as equal. */
const SAME_MS = 2_000

const UNTIMED = 'the venue did not return its time, so the timeout uses the clock of this machine'

/**
 * The venue uses its own clock, so the time comes from venue responses, whether this machine's clock is fast or slow. The first
 * response may be the one that shows the difference, even if it refuses a time that has passed for the venue. In that case the
 * time is set once more. If no venue has returned its time, the caller is warned.
 * @returns epoch ms, or undefined if the timeout is turned off
 */
async function setTimer(
  timeoutMs: number,
  timer: Extract<CancelAfter, { kind: 'timer' }>,
  { ctx }: Job,
  { ledger, clock }: OrderContext,
): Promise<number | undefined> {
  let isSet = false
  try {
    if (timeoutMs === 0) {
      await timer.set(undefined, ctx)
      return undefined
    }
    const begunAt = clock.monotonic()
    const wanted = (): number =>
      Math.round((ledger.venueNow() ?? clock.now()) - (clock.monotonic() - begunAt)) + timeoutMs
    const isOff = (at: number): boolean => Math.abs(at - wanted()) >= SAME_MS
    const first = wanted()
    isSet = await timer.set(first, ctx).then(
      () => true,
      (thrown: unknown) => {
        if (toOrderOutcome(thrown, true).state !== 'refused' || !isOff(first)) throw thrown
        // A first copy of a call that the venue had before may be set.
        return isEarlierCallLikely(thrown)
      },
    )
    if (ledger.venueNow() === undefined) warn(UNTIMED, { ctx })
    if (!isOff(first)) return first
    const second = wanted()
    await timer.set(second, ctx)
    return second
  } catch (thrown) {
    throw unsureOf(thrown, timeoutMs, timer, isSet)
  }
}

/** A caller that turns off a timeout wants the orders to remain, and may have set it before this daemon started. */
const createNotHeldWarning = (silenceMs: number): string =>
  `this daemon sends no heartbeats for the account: if an earlier run or another process sent one in the last ${(silenceMs + SWEEP_MS) / 1000} s, the venue may cancel all open orders`

function warn(warning: string, { ctx }: Pick<Job, 'ctx'>): void {
  ctx.omissions.include({ rows: 0, cut: [], warnings: [warning] })
}

async function holdByHeartbeats(
  timeoutMs: number,
  cancelAfter: Extract<CancelAfter, { kind: 'heartbeat' }>,
  job: Job,
  room: OrderContext,
): Promise<void> {
  const { heartbeats } = room
  let series: string | undefined
  const pulse = pulseOf(cancelAfter, job, room)
  try {
    series = await seriesOf(cancelAfter, job)
    if (timeoutMs === 0) {
      if (!heartbeats.release(series)) warn(createNotHeldWarning(cancelAfter.silenceMs), job)
    } else await heartbeats.begin(series, timeoutMs, pulse)
  } catch (thrown) {
    const error = unsureOf(thrown, timeoutMs, cancelAfter)
    if (series !== undefined && error !== thrown) heartbeats.doubt(series, pulse)
    throw error
  }
}

/**
 * Handles a lost response: the venue may already be counting, and nothing may stop the countdown.
 * @param isSet it counts to another time than the one that was refused
 */
function unsureOf(thrown: unknown, timeoutMs: number, cancelAfter: CancelAfter, isSet = false): unknown {
  const { state, error } = toOrderOutcome(thrown, true)
  if (state === 'refused' && !isSet && !isEarlierCallLikely(thrown)) return thrown
  const what = timeoutMs === 0 ? 'have ended' : 'have been set'
  const after =
    cancelAfter.kind === 'timer'
      ? ''
      : ` If it was, the venue cancels all open orders after ${cancelAfter.silenceMs / 1000} s without a heartbeat.`
  return new PmxError(
    'NETWORK_ERROR',
    `The timeout may or may not ${what}: ${error.message}${after} Call ${methodOf.cancelAllAfter} again.`,
    { detail: { ...error.detail, state: 'unknown' } },
  )
}

/** Returns the account or key whose heartbeats the venue monitors. */
async function seriesOf(
  { silentKey }: Extract<CancelAfter, { kind: 'heartbeat' }>,
  { venue, ctx }: Job,
): Promise<string> {
  return `${venue.id} ${silentKey === undefined ? accountOf(venue, ctx.secrets) : await silentKey(ctx)}`
}

function pulseOf(
  { everyMs, silenceMs, beat }: Extract<CancelAfter, { kind: 'heartbeat' }>,
  job: Job,
  room: OrderContext,
): Heartbeat {
  const { venue, ctx, reopen } = job
  async function within<Result>(work: (own: OpenContext) => Promise<Result>): Promise<Result> {
    const own = reopen?.('cancel') ?? ctx
    try {
      return await work(own)
    } finally {
      if (own !== ctx) own.release()
    }
  }
  return {
    everyMs,
    silenceMs,
    beat: () => within(beat),
    hasOrders: () =>
      within(async (own) => {
        const { openOrders } = venue.account ?? {}
        if (openOrders === undefined) return true
        for await (const rows of paginate(openOrders({}, own))) if (rows.length > 0) return true
        // A list may lack what was placed a moment ago.
        const young = await listSentLately(undefined, [], { ...job, ctx: own }, room)
        return young.open.length > 0 || young.doubts.length > 0
      }),
  }
}
