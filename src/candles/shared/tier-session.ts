import { messageOf } from '../../api/envelope/errors.js'
import { MINUTE_MS } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS, type Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import { createAbort, leaveOnAbort, startDeadline } from '../../policy/abort.js'
import { repeatRounds } from '../../policy/rounds.js'
import { type CandleTier, InvalidSharedData } from './candle-tier.js'
import { createTierBreaker, type TierBreaker } from './outages/tier-breaker.js'
import type { SharedBudgetsStatus } from './shared-budgets.js'

/** A tier's counters since the start. */
interface TierCounts {
  /** Candles downloaded from it. */
  taken: number
  /** Requested spans for which it had nothing new. */
  missed: number
  /** Candles uploaded to it. */
  given: number
  /** Buckets that this daemon leased. */
  claimed: number
  /** Buckets that another daemon was fetching. */
  waited: number
  /** Calls that failed or took too long, except those that only test whether it responds again. */
  failed: number
  /** Parts that were dropped because they were invalid, and calls that met invalid data. */
  dropped: number
  /** Spans that other daemons withdrew. */
  retracted: number
}

export interface TierStatus extends Readonly<TierCounts> {
  readonly name: string
  /** `down`: the last calls failed. It is tried again by itself, a server that restarts within seconds. */
  readonly state: 'ok' | 'down'
  /** Whether this daemon uploads. A daemon whose clock differs only downloads. */
  readonly clock: 'unknown' | 'right' | 'wrong'
  /** The tier's time minus this daemon's time, ms. Absent before the first comparison. */
  readonly clockOffsetMs?: number
  /** Why the tier refuses this daemon's uploads. Absent if it accepts them. */
  readonly refusal?: string
  /** Spans that are waiting to be uploaded. */
  readonly outbox: number
  /** The rate limits that daemons share through it. Absent if that is off. */
  readonly budgets?: SharedBudgetsStatus
}

/** A tier with its breakers, clock and counters. None of its calls fails, because an outage must not fail a request. */
export interface TierSession {
  readonly tier: CandleTier
  readonly counts: TierCounts
  readonly status: Omit<TierStatus, 'outbox'>
  /** Calls the tier. Returns undefined if the call failed, took too long or is not tried now. */
  read<Value>(
    ms: number,
    call: (signal: AbortSignal) => Promise<Value>,
  ): Promise<{ readonly value: Value } | undefined>
  /** Stops reading for some time, ms, so that a request that waited for the tier in vain does not wait again. */
  rest(ms: number): void
  /** Counts data that was dropped because it is invalid, and reports the first. */
  noteInvalid(problem: string): void
  /** Changes something in the tier. A tier that refuses changes is still read. @returns whether it worked */
  write(ms: number, call: (signal: AbortSignal) => Promise<unknown>): Promise<boolean>
  /** Changes something in the tier, and returns the result as `read` does. */
  change<Value>(
    ms: number,
    call: (signal: AbortSignal) => Promise<Value>,
  ): Promise<{ readonly value: Value } | undefined>
  /** Whether this daemon may give: its clock agrees with the clocks of the tier and of a venue. */
  mayGive(ms: number): Promise<boolean>
  /**
   * Whether this daemon may claim what it will call a venue for. As for giving, but no venue needs to have confirmed the clock yet:
   * the first call does.
   */
  mayClaim(ms: number): Promise<boolean>
  /** Returns the time of the tier, epoch ms, by the last comparison. */
  now(): number
  /** Calls a function whenever the tier responds again after an outage. */
  onReturn(listener: () => void): void
  close(): Promise<void>
}

interface SessionDeps {
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Whether a venue confirms our clock; absent: always. */
  readonly isClockConfirmed?: (() => boolean) | undefined
  /** Whether a venue's time disagrees with our clock; absent: never. */
  readonly isClockDenied?: (() => boolean) | undefined
}

/** Time of a comparison of the clocks in the background, ms. */
const COMPARISON_MS = 2_000
/** A call with less time shows nothing about the tier, ms. */
const FAIR_MS = 100

export function createTierSession(
  tier: CandleTier,
  { clock, log, isClockConfirmed, isClockDenied }: SessionDeps,
): TierSession {
  const returned: (() => void)[] = []
  const terms = {
    clock,
    probe,
    onClosed(): void {
      for (const listener of returned) listener()
    },
  }
  const reading = createTierBreaker(terms)
  const writing = createTierBreaker(terms)
  const ended = createAbort()
  const counts: TierCounts = {
    taken: 0,
    missed: 0,
    given: 0,
    claimed: 0,
    waited: 0,
    failed: 0,
    dropped: 0,
    retracted: 0,
  }
  /** The clock of the tier less ours, and ours less the monotonic one when it was compared. */
  let compared: { readonly offsetMs: number; readonly aheadMs: number } | undefined
  let comparing: Promise<void> | undefined
  let isDown = false
  let refusal: string | undefined
  /** Why the tier did not make the last change, although it responded, such as a full disk. */
  let failedChange: string | undefined
  /** Nothing is read before this time, monotonic ms. */
  let readsFrom = Number.NEGATIVE_INFINITY
  /** A comparison of the clocks has ended. Until then the tier may still be connecting, which takes longer than a question may. */
  let isConnected = false

  const aheadMs = (): number => clock.now() - clock.monotonic()

  function noteState(failure: unknown): void {
    noteRefusal()
    const wasDown = isDown
    isDown = failure !== undefined
    if (isDown && !wasDown)
      log.warn({ tier: tier.name, reason: messageOf(failure) }, 'a shared history does not respond')
    if (!isDown && wasDown) log.info({ tier: tier.name }, 'a shared history responds again')
  }

  function noteSuccess(isChange: boolean): void {
    if (isChange) failedChange = undefined
    noteState(undefined)
  }

  /** A tier that refuses or fails a change may still be read. */
  function noteFailure(error: unknown, isChange: boolean): void {
    if (isChange && tier.hasResponded?.(error) === true) {
      failedChange = messageOf(error)
      noteRefusal()
    } else noteState(error)
  }

  function noteRefusal(): void {
    const before = refusal
    refusal = tier.refusal?.() ?? failedChange
    if (before === refusal) return
    if (refusal !== undefined)
      log.warn({ tier: tier.name, reason: refusal }, 'a shared history refuses uploads')
    else log.info({ tier: tier.name }, 'a shared history accepts uploads again')
  }

  function noteInvalid(problem: string): void {
    if (counts.dropped++ === 0)
      log.warn({ tier: tier.name, problem }, 'a shared history returned invalid data')
  }

  /** Whether a tier that has not responded within a time is away. */
  const isFair = (ms: number): boolean => ms >= COMPARISON_MS || (isConnected && ms >= FAIR_MS)

  async function attempt<Value>(
    breaker: TierBreaker,
    ms: number,
    call: (signal: AbortSignal) => Promise<Value>,
  ): Promise<{ readonly value: Value } | undefined> {
    if (ms <= 0 || ended.signal.aborted) return undefined
    const report = breaker.admit()
    if (report === undefined) return undefined
    const deadline = startDeadline(clock, ms, ended.signal)
    try {
      const value = await leaveOnAbort(call(deadline.signal), deadline.signal)
      report('success')
      noteSuccess(breaker === writing)
      return { value }
    } catch (error) {
      if (error instanceof InvalidSharedData) {
        report('success')
        noteInvalid(error.message)
        return undefined
      }
      if (ended.signal.aborted) return undefined
      counts.failed++
      const isSlow = deadline.signal.aborted
      if (isSlow && !isFair(ms)) return undefined
      report(isSlow ? 'slow' : 'refused')
      noteFailure(error, breaker === writing)
      return undefined
    } finally {
      deadline.release()
    }
  }

  const read: TierSession['read'] = async (ms, call) =>
    clock.monotonic() < readsFrom ? undefined : attempt(reading, ms, call)

  async function compare(ms: number): Promise<void> {
    const response = await attempt(reading, ms, readTime)
    isConnected ||= response !== undefined || ms >= COMPARISON_MS
  }

  async function readTime(signal: AbortSignal): Promise<void> {
    const before = clock.now()
    const now = await tier.now(signal)
    compared = { offsetMs: now - (before + clock.now()) / 2, aheadMs: aheadMs() }
  }

  /** Finds out whether the tier responds again. */
  async function probe(signal: AbortSignal): Promise<void> {
    await readTime(signal)
    isConnected = true
    noteState(undefined)
    for (const breaker of [reading, writing]) breaker.noteResponse()
  }

  function clockState(): TierStatus['clock'] | 'unconfirmed' {
    if (compared === undefined) return 'unknown'
    if (Math.abs(aheadMs() - compared.aheadMs) > CLOCK_TOLERANCE_MS) return 'unknown'
    if (Math.abs(compared.offsetMs) > CLOCK_TOLERANCE_MS) return 'wrong'
    if (isClockConfirmed?.() !== false) return 'right'
    return isClockDenied?.() === true ? 'wrong' : 'unconfirmed'
  }

  async function judgeClock(ms: number): Promise<ReturnType<typeof clockState>> {
    if (clockState() === 'unknown') {
      comparing ??= compare(ms).finally(() => {
        comparing = undefined
      })
      await comparing
    }
    noteRefusal()
    return clockState()
  }

  const mayWrite = (): boolean => tier.give !== undefined && tier.refusal?.() === undefined

  const cancelNext = repeatRounds(() => compare(COMPARISON_MS), {
    clock,
    firstMs: 0,
    everyMs: MINUTE_MS,
    signal: ended.signal,
    onError: () => undefined,
  })

  return {
    tier,
    counts,
    get status() {
      const state = clockState()
      return {
        name: tier.name,
        state: isDown ? ('down' as const) : ('ok' as const),
        clock: state === 'unconfirmed' ? ('unknown' as const) : state,
        ...(refusal === undefined ? {} : { refusal }),
        ...(compared === undefined ? {} : { clockOffsetMs: Math.round(compared.offsetMs) }),
        ...counts,
      }
    },
    read,
    noteInvalid,
    rest(ms) {
      readsFrom = clock.monotonic() + ms
    },
    change: (ms, call) => attempt(writing, ms, call),
    write: async (ms, call) => (await attempt(writing, ms, call)) !== undefined,
    mayGive: async (ms) => (await judgeClock(ms)) === 'right' && mayWrite(),
    async mayClaim(ms) {
      const state = await judgeClock(ms)
      return (state === 'right' || state === 'unconfirmed') && mayWrite()
    },
    now: () => clock.now() + (compared?.offsetMs ?? 0),
    onReturn: (listener) => void returned.push(listener),
    async close() {
      cancelNext()
      for (const breaker of [reading, writing]) breaker.close()
      ended.abort(new Error('the daemon stops'))
      await tier.close().catch(() => undefined)
    },
  }
}
