import { PmxError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { Clock } from '../../effects/clock.js'
import type { CoreAnswer } from '../request/api-call.js'

/**
 * How long one candle request continues a read that needs more calls than a single run may make. The official Python SDK (PyPI
 * pmxt 2.54.0) has no timeout of its own for reads. pmxtjs 2.41 has that of `fetch` in Node, 300 s for the headers. If the client
 * disconnects earlier, the wait ends.
 */
export const CANDLES_ALLOWED_MS = 240_000

interface Patience {
  readonly clock: Clock
  /** The client's signal, which aborts when the connection ends. */
  readonly signal: AbortSignal
}

/**
 * Repeats a candle request until it is complete. The candles read by each run are stored, so the next run continues where it
 * stopped.
 * @throws what `run` throws: `unfinished` once another run would begin later than {@link CANDLES_ALLOWED_MS}
 */
export async function repeatUntilComplete(
  run: () => Promise<CoreAnswer>,
  { clock, signal }: Patience,
): Promise<CoreAnswer> {
  const until = clock.monotonic() + CANDLES_ALLOWED_MS
  let before = 0
  /** Failure of the last run, by the kind of its error. */
  let last: unknown
  for (;;) {
    try {
      const answer = await run()
      return before === 0 ? answer : withCallsBefore(answer, before)
    } catch (error) {
      const pauseMs = pauseAfter(error, before > 0, last)
      last = kindOf(error)
      if (pauseMs === undefined || clock.monotonic() + pauseMs >= until) throw error
      before += callsIn(error)
      await clock.sleep(pauseMs, signal)
    }
  }
}

/**
 * Returns the pause before the next run after a failure, ms, or undefined if another run would not help.
 * @param hasBegun whether an earlier run of the request has read some candles
 * @param last how the previous run ended: among many calls one may time out, but a venue that does not respond times out
 * again
 */
function pauseAfter(error: unknown, hasBegun: boolean, last: unknown): number | undefined {
  if (!(error instanceof PmxError)) return undefined
  const kind = kindOf(error)
  const continuing = hasBegun && (kind === 'local_budget' || (kind === 'timeout' && last !== 'timeout'))
  return kind === 'unfinished' || continuing ? (error.retryAfter ?? 1) * 1_000 : undefined
}

function kindOf(error: unknown): unknown {
  return error instanceof PmxError ? error.detail?.['kind'] : undefined
}

function callsIn(error: unknown): number {
  const calls = error instanceof PmxError ? error.detail?.['venueCalls'] : undefined
  return typeof calls === 'number' ? calls : 0
}

function withCallsBefore(answer: CoreAnswer, before: number): CoreAnswer {
  const name = pmxHeaders.upstreamRequests
  const sent = Number(answer.headers[name] ?? 0) + before
  return { ...answer, headers: { ...answer.headers, [name]: String(sent) } }
}
