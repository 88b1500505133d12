import { createLru } from '../../policy/lru.js'
import { createMeter, createWindowMeter, type Meter } from '../http/rate-limiter.js'
import type { Reply } from '../http/reply.js'
import type { MockHost, MockLimit, MockQuota, MockRequest } from './mock-venue.js'

/** A limit of a host, with its usage. */
export interface MeteredLimit {
  /** Returns the reply to a call over the limit. */
  readonly refusal: (request: MockRequest, now: number) => Reply
  /** Counts a call if the limit applies to it; false for a call over the limit. */
  admits(request: MockRequest, now: number): boolean
  /** Returns what is left to the caller of a request, or undefined for a limit that is not shown. */
  state?(request: MockRequest, now: number): ShownState | undefined
}

interface ShownState {
  readonly remaining: number
  readonly headers: Readonly<Record<string, string>>
}

/** Maximum number of callers that a limit tracks; the least recently used one starts with a full limit again. */
const MAX_CALLERS = 1_000

/** Returns the unused limits of a host. */
export function limitsOf({
  limit = [],
  windows = [],
  quotas = [],
  prefix,
}: MockHost): readonly MeteredLimit[] {
  const buckets = [limit].flat().map(bucketOf)
  const counts = windows.map(({ paths, method, refusal, ...limits }): MeteredLimit => {
    const meter = createWindowMeter(limits)
    const isOver = (request: MockRequest) =>
      (method === undefined || method === request.method) &&
      (paths?.some((one) => isBelow(request.path, prefix + one)) ?? true)
    return { refusal, admits: (request, now) => !isOver(request) || meter.spend(now) }
  })
  return [...buckets, ...counts, ...quotas.map(quotaOf)]
}

function bucketOf({
  refusal,
  charge = () => ({ caller: '', tokens: 1 }),
  ...limits
}: MockLimit): MeteredLimit {
  const meters = createLru<Meter>(MAX_CALLERS)
  return {
    refusal,
    admits(request, now) {
      const due = charge(request)
      if (due === undefined) return true
      const meter = meters.get(due.caller) ?? createMeter(limits)
      meters.set(due.caller, meter)
      return meter.spend(now, due.tokens)
    },
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function quotaOf({ calls, windowMs, caller, headers, refusal }: MockQuota): MeteredLimit {
  const windows = createLru<{ readonly from: number; readonly spent: number }>(MAX_CALLERS)
  const windowAt = (name: string, now: number) => {
    const known = windows.get(name)
    return known !== undefined && now >= known.from && now < known.from + windowMs
      ? known
      : { from: now, spent: 0 }
  }
  const stateOf = (name: string, now: number) => {
    const { from, spent } = windowAt(name, now)
    const endsAt = from + windowMs
    return { limit: calls, remaining: calls - spent, resetMs: endsAt - now, endsAt }
  }
  return {
    refusal: (request, now) => refusal(stateOf(caller(request) ?? '', now)),
    admits(request, now) {
      const name = caller(request)
      if (name === undefined) return true
      const { from, spent } = windowAt(name, now)
      if (spent >= calls) return false
      windows.set(name, { from, spent: spent + 1 })
      return true
    },
    state(request, now) {
      const name = caller(request)
      if (name === undefined) return undefined
      const state = stateOf(name, now)
      return { remaining: state.remaining, headers: headers(state) }
    },
  }
}

/** Returns the headers of the limit with the fewest calls left for the caller, or undefined if none is shown. */
export function limitHeadersFor(
  limits: readonly MeteredLimit[],
  request: MockRequest,
  now: number,
): Readonly<Record<string, string>> | undefined {
  const states = limits.flatMap((limit) => limit.state?.(request, now) ?? [])
  const [first, ...others] = states
  return others.reduce((least, one) => (one.remaining < (least?.remaining ?? 0) ? one : least), first)
    ?.headers
}
