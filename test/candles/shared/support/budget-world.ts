import type { CandleTier } from '../../../../src/candles/shared/candle-tier.js'
import { createSharedBudgets } from '../../../../src/candles/shared/shared-budgets.js'
import { createSeededRandom } from '../../../../src/effects/random.js'
import type { BucketLimits } from '../../../../src/policy/token-bucket.js'
import { type BudgetSpending, createBudgets } from '../../../../src/transport/budget.js'
import type { HostLimit } from '../../../../src/transport/hosts.js'
import { type FakeClock, fakeClock } from '../../../support/clock.js'
import { memoryHub } from '../../../support/memory-tier.js'

export const kalshi: BucketLimits = { capacity: 5, perSecond: 5 }

interface WorldOptions {
  readonly limit?: BucketLimits & Partial<HostLimit>
  readonly groups?: Readonly<Record<string, HostLimit>>
  readonly isPrivate?: true
  readonly share?: number
  readonly seed?: number
  /** Time that the server takes to answer, ms. */
  readonly delayMs?: (clock: FakeClock) => number
}

/** Daemons that share the limits of a venue through a tier in memory. */
export function budgetWorld({
  limit = kalshi,
  groups,
  isPrivate,
  share = 0.25,
  seed = 1,
  delayMs,
}: WorldOptions = {}) {
  const clock = fakeClock()
  const start = clock.monotonic()
  const hub = memoryHub(clock, async () => {
    const ms = delayMs?.(clock) ?? 0
    if (ms > 0) await clock.sleep(ms)
  })
  const random = createSeededRandom(seed)
  const facts = {
    url: 'https://venue.test',
    limit: { source: 'test', ...limit },
    ...(groups === undefined ? {} : { groups }),
    ...(isPrivate === undefined ? {} : { isPrivate }),
  }
  const all: number[] = []
  const logged: string[] = []

  function open(
    overrides: { readonly take?: CandleTier['takeBudget']; readonly isClockWrong?: () => boolean } = {},
  ) {
    const tier = hub.open()
    const shared = createSharedBudgets({
      take: overrides.take ?? tier.takeBudget ?? expectTier,
      egress: 'office',
      share,
      clock,
      random,
      log: {
        warn: (_: unknown, text: unknown) => void logged.push(String(text)),
        info: (_: unknown, text: unknown) => void logged.push(String(text)),
      },
      isClockWrong: overrides.isClockWrong ?? (() => false),
    })
    const budgets = createBudgets(() => facts, clock, shared.shareLimit)
    const granted: number[] = []
    let refused = 0
    return {
      budgets,
      shared,
      granted,
      kill: () => tier.kill(),
      get refused() {
        return refused
      },
      async spend(spending: Partial<BudgetSpending> = {}): Promise<boolean> {
        const waitMs = await budgets.spend({
          venue: 'kalshi',
          host: 'api',
          group: undefined,
          cost: 1,
          maxWaitMs: 1e9,
          priority: 'interactive',
          signal: new AbortController().signal,
          ...spending,
        })
        if (waitMs > 0) refused++
        else {
          granted.push(clock.monotonic() - start)
          all.push(clock.monotonic() - start)
        }
        return waitMs === 0
      },
    }
  }
  return { clock, hub, open, all, logged }
}

const expectTier: NonNullable<CandleTier['takeBudget']> = () => Promise.reject(new Error('no budgets'))

/** Returns the largest number of grants above the bound of a limit, over every window; 0 where all are within. */
export function findExcess(times: readonly number[], { capacity, perSecond }: BucketLimits): number {
  let worst = 0
  for (const [first, from] of times.entries())
    for (const [last, to] of times.entries()) {
      if (last < first) continue
      const bound = capacity + (perSecond * (to - from)) / 1000
      worst = Math.max(worst, last - first + 1 - bound - 1e-6)
    }
  return worst
}
