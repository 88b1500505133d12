import type { Clock } from '../../effects/clock.js'
import { applyFaults, createFaults, type FaultRule } from '../../simulator/faults/faults.js'
import type { Reply } from '../../simulator/http/reply.js'
import type { Wire, WireOptions, WireReply } from '../../transport/call.js'
import { WireError } from '../../transport/errors.js'

export interface OverlayOptions {
  readonly rules: readonly FaultRule[]
  /** The same seed hits the same calls. */
  readonly seed: number
  /** Delays are real, also where the recording's clock stands still. */
  readonly clock: Pick<Clock, 'sleep'>
}

/** Faults with which the venue would not have looked at the question: no recorded answer is used up by them. */
const unanswered: readonly FaultRule['kind'][] = [
  'rate-limit',
  'server-error',
  'html-wall',
  'cut-body',
  'stall',
  'reset',
]

const nothing: Reply = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }

/** A wire on which chosen calls go wrong as they do on the network; every other call passes as it is. */
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
        throw new WireError('reset', `${url.host} closed the connection (a fault on purpose).`)
      // A connection that ends within an answer is a reset to the live wire as well.
      if (ending === 'cut')
        throw new WireError('reset', `${url.host} cut its answer off (a fault on purpose).`)
      const { status, headers, body } = reply
      const received = told?.receivedAt === undefined ? {} : { receivedAt: told.receivedAt }
      return { status, headers, text: body, ...received }
    },
    close: () => inner.close(),
  }
}

/** Silence longer than a try may last ends it as it would end on the network. */
async function waitFor(
  delayMs: number,
  url: URL,
  clock: Pick<Clock, 'sleep'>,
  { timeoutMs, signal }: WireOptions,
): Promise<void> {
  if (delayMs > 0) await clock.sleep(Math.min(delayMs, timeoutMs), signal)
  if (delayMs > timeoutMs)
    throw new WireError('timeout', `${url.host} did not answer in time (a fault on purpose).`)
}

function toReply({ status, headers, text }: WireReply): Reply {
  return { status, headers, body: text }
}
