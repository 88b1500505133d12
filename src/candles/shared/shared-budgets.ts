import { messageOf } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Random } from '../../effects/random.js'
import type { Logger } from '../../observe/logger.js'
import { leaveOnAbort, startDeadline } from '../../policy/abort.js'
import type { ShareLimit } from '../../transport/budget.js'
import { createTierBreaker } from './outages/tier-breaker.js'
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
  /** The last bucket of which tokens were requested. A request of no token shows whether the tier responds. */
  let last: readonly [name: string, terms: BudgetTerms] | undefined
  const breaker = createTierBreaker({
    clock,
    probe: async (signal) => last && take(...last, 0, signal),
  })
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
    const report = breaker.admit()
    if (report === undefined) return undefined
    const bucket = `${egress} ${name}`
    last = [bucket, { ratePerSecond: terms.ratePerSecond, burst: terms.burst }]
    const deadline = startDeadline(clock, CALL_MS)
    try {
      const call = take(bucket, terms, requested, deadline.signal)
      const grant = await leaveOnAbort(call, deadline.signal)
      report('success')
      isConnected = true
      granted += grant.granted
      noteState(undefined)
      return grant
    } catch (error) {
      if (!deadline.signal.aborted) report('refused')
      else if (isConnected) report('slow')
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
