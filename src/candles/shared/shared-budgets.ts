import { messageOf } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Random } from '../../effects/random.js'
import type { Logger } from '../../observe/logger.js'
import { leaveOnAbort, startDeadline } from '../../policy/abort.js'
import { createBreaker } from '../../policy/circuit-breaker.js'
import type { ShareLimit } from '../../transport/budget.js'
import { type BudgetGrant, type BudgetTerms, createSharedAllowance } from './shared-allowance.js'

/** Takes tokens of a shared bucket. @throws where the tier cannot be reached, or does not permit it */
export type TakeBudget = (
  name: string,
  terms: BudgetTerms,
  requested: number,
  signal: AbortSignal,
) => Promise<BudgetGrant>

export interface SharedBudgetsStatus {
  readonly egress: string
  /** `alone`: the server is unreachable, and this daemon uses its share of each limit. */
  readonly state: 'shared' | 'alone'
  /** Why it is alone. */
  readonly reason?: string
  /** Part of each limit that this daemon uses while it is alone. */
  readonly share: number
  /** Tokens received since the start. */
  readonly granted: number
}

/** The venues' rate limits, shared by daemons at the same address. */
export interface SharedBudgets {
  readonly shareLimit: ShareLimit
  status(): SharedBudgetsStatus
}

export interface SharedBudgetsDeps {
  readonly take: TakeBudget
  /** Name of the address from which the daemons call venues. */
  readonly egress: string
  readonly share: number
  readonly clock: Clock
  readonly random: Random
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Whether this daemon's clock differs from the tier's, so that it does not take part. */
  isClockWrong(): boolean
}

/** Time limit of a call, ms. A caller may wait for it. */
const CALL_MS = 150

export function createSharedBudgets(deps: SharedBudgetsDeps): SharedBudgets {
  const { take, egress, share, clock, random, log, isClockWrong } = deps
  const breaker = createTierBreaker(clock)
  let reason: string | undefined
  let granted = 0
  /** Before that the tier may still be connecting, which takes longer than a call may. */
  let isConnected = false

  function noteState(failure: string | undefined): undefined {
    if (failure !== undefined && reason === undefined)
      log.warn({ egress, share, reason: failure }, 'shared rate limits are not available')
    if (failure === undefined && reason !== undefined)
      log.info({ egress }, 'shared rate limits are available again')
    reason = failure
  }

  /** Returns undefined if the tier does not grant in time. Never rejects. */
  async function request(
    name: string,
    terms: BudgetTerms,
    requested: number,
  ): Promise<BudgetGrant | undefined> {
    if (isClockWrong()) return noteState("this machine's clock is wrong")
    const admission = breaker.admit()
    if (!admission.ok) return undefined
    const deadline = startDeadline(clock, CALL_MS)
    try {
      const call = take(`${egress} ${name}`, terms, requested, deadline.signal)
      const grant = await leaveOnAbort(call, deadline.signal)
      admission.report('success')
      isConnected = true
      granted += grant.granted
      noteState(undefined)
      return grant
    } catch (error) {
      admission.report(isConnected || !deadline.signal.aborted ? 'failure' : 'unknown')
      return noteState(messageOf(error))
    } finally {
      deadline.release()
    }
  }

  return {
    shareLimit: (name, limit) => (onChange) =>
      createSharedAllowance({
        limit,
        share,
        clock,
        random,
        onChange,
        request: (terms, requested) => request(name, terms, requested),
      }),
    status: () => ({
      egress,
      state: reason === undefined ? 'shared' : 'alone',
      ...(reason === undefined ? {} : { reason }),
      share,
      granted,
    }),
  }
}

/** Creates a circuit breaker for calls to a tier. After three consecutive failures, the tier is not called for half a minute. */
export function createTierBreaker(
  clock: Parameters<typeof createBreaker>[0],
): ReturnType<typeof createBreaker> {
  return createBreaker(clock, { consecutive: 3, ratio: 1, window: 20, openMs: 30_000 })
}
