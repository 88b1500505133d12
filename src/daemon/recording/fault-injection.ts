import type { Clock } from '../../effects/clock.js'
import { applyFaults, createFaults, type FaultRule } from '../../simulator/faults/faults.js'
import type { Reply } from '../../simulator/http/reply.js'
import type { Wire, WireOptions, WireReply } from '../../transport/call-types.js'
import { WireError } from '../../transport/errors.js'

export interface OverlayOptions {
  readonly rules: readonly FaultRule[]
  /** The same seed affects the same calls. */
  readonly seed: number
  /** Delays are real, even where the recording's clock stops. */
  readonly clock: Pick<Clock, 'sleep'>
}

/** Faults that happen before the venue would read the request: they use up no recorded response. */
const unanswered: readonly FaultRule['kind'][] = [
  'rate-limit',
  'server-error',
  'html-wall',
  'cut-body',
  'stall',
  'reset',
]

const nothing: Reply = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }

/** Wraps a transport so that selected calls fail as they do on the network. All other calls pass unchanged. */
export function overlayFaults(inner: Wire, { rules, seed, clock }: OverlayOptions): Wire {
  const faults = createFaults(seed, rules)
  return {
    async send(call, url, options) {
      const target = `${url.pathname}${url.search}`
      const hits = faults.decide({ venue: call.venue, host: call.host, target })
      if (hits.length === 0) return inner.send(call, url, options)
      const isUnanswered = hits.some(({ kind }) => unanswered.includes(kind))
      const told = isUnanswered ? undefined : await inner.send(call, url, options)
      const { reply, delayMs, ending } = applyFaults(
        told === undefined ? nothing : toReply(told),
        hits,
        target,
      )
      await waitFor(ending === 'stall' ? Number.POSITIVE_INFINITY : delayMs, url, clock, options)
      if (ending === 'reset')
        throw new WireError('reset', `${url.host} closed the connection (injected fault).`)
      // A connection that ends within a response is a reset in the live transport as well.
      if (ending === 'cut') throw new WireError('reset', `${url.host} cut off its response (injected fault).`)
      const { status, headers, body } = reply
      const received = told?.receivedAt === undefined ? {} : { receivedAt: told.receivedAt }
      return { status, headers, text: body, ...received }
    },
    close: () => inner.close(),
  }
}

/** Waits for a delay. A delay beyond the timeout of a try ends it, as on the network. */
async function waitFor(
  delayMs: number,
  url: URL,
  clock: Pick<Clock, 'sleep'>,
  { timeoutMs, signal }: WireOptions,
): Promise<void> {
  if (delayMs > 0) await clock.sleep(Math.min(delayMs, timeoutMs), signal)
  if (delayMs > timeoutMs)
    throw new WireError('timeout', `${url.host} did not respond in time (injected fault).`)
}

function toReply({ status, headers, text }: WireReply): Reply {
  return { status, headers, body: text }
}
