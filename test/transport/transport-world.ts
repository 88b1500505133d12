import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import { startDeadline } from '../../src/policy/abort.js'
import type { Priority } from '../../src/policy/urgency.js'
import type { VenueCall, VenueReply, VenueRequest, Wire, WireReply } from '../../src/transport/call-types.js'
import type { ErrorRule } from '../../src/transport/errors.js'
import type { HostFacts } from '../../src/transport/hosts.js'
import { createTransport } from '../../src/transport/transport.js'
import { type FakeClock, fakeClock } from '../support/clock.js'

/** A call that may be repeated and shared. */
export const read: VenueRequest = { host: 'api', path: '/markets' }
/** A call that may not. */
export const write: VenueRequest = { host: 'api', path: '/orders', body: { size: 1 } }

/** What the wire does with a call; `hang` waits until the caller leaves. */
export type Answer = WireReply | Error | 'hang'

/** A JSON answer. */
export function answer(
  status: number,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): WireReply {
  return { status, text: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
}

interface SetUp {
  readonly answers?: readonly Answer[]
  readonly limit?: Partial<HostFacts['limit']>
  /** More facts of the host `api`. */
  readonly host?: Partial<HostFacts>
  readonly rule?: ErrorRule
  readonly outlook?: string
  readonly clock?: FakeClock
  readonly breakerClock?: FakeClock
  onTime?(at: number): void
}

/** A transport over a wire that gives the answers in turn, the last one for ever. */
export function setUp({
  answers = [answer(200)],
  limit = {},
  host = {},
  rule,
  outlook,
  clock = fakeClock(),
  breakerClock,
  onTime,
}: SetUp = {}) {
  const calls: { call: VenueCall; at: number }[] = []
  const start = clock.now()
  const wire: Wire = {
    send(call, _url, { signal }) {
      const next = answers[Math.min(calls.length, answers.length - 1)]
      calls.push({ call, at: clock.now() - start })
      if (next === 'hang' || next === undefined)
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
    },
    async close() {},
  }
  const hosts: Readonly<Record<string, HostFacts>> = {
    api: {
      url: 'https://venue.test',
      limit: { capacity: 1_000, perSecond: 1_000, source: 'test', ...limit },
      ...host,
    },
    other: { url: 'https://other.test', limit: { capacity: 1_000, perSecond: 1_000, source: 'test' } },
  }
  const transport = createTransport({
    wire,
    clock,
    breakerClock,
    random: () => 0.5,
    wiringOf: (venue) => (venue === 'kalshi' ? { hosts, errors: rule, outlook } : undefined),
    maxBytes: 1_000_000,
    attemptTimeoutMs: 10_000,
    onTime,
  })

  function ask(
    request: VenueRequest = read,
    { allowedMs = 25_000, priority = 'interactive', venue = 'kalshi', parent }: AskOptions = {},
  ) {
    const deadline = startDeadline(clock, allowedMs, parent)
    const http = transport.bind(venue, deadline, priority)
    const outcome = http.send(request).then(
      (reply): Outcome => ({ reply }),
      (error: unknown): Outcome => ({ error }),
    )
    return { deadline, http, outcome }
  }
  /** Lets time pass until the call has ended. */
  async function ended(request?: VenueRequest, options?: AskOptions): Promise<Outcome> {
    const { outcome } = ask(request, options)
    let result: Outcome | undefined
    void outcome.then((value) => {
      result = value
    })
    for (let second = 0; second < 400 && result === undefined; second++) await clock.advance(100)
    if (result === undefined) throw new Error('the call never ended')
    return result
  }
  const row = () => transport.counters().get('kalshi')
  return { transport, calls, clock, ask, ended, row }
}

interface AskOptions {
  readonly allowedMs?: number
  readonly priority?: Priority
  readonly venue?: VenueId
  readonly parent?: AbortSignal
}
interface Outcome {
  readonly reply?: VenueReply
  readonly error?: unknown
}
