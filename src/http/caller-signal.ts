import { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { createAbort } from '../policy/abort.js'
import { linkSignals } from '../policy/deadline.js'

/** What the listener hands to the routes beside the request; tests that call the routes by themselves have none. */
export interface RouteEnv {
  readonly outgoing?: unknown
}

/**
 * A signal that aborts when the caller hangs up before he has his answer, or with `stopping`. `release` when he has it.
 */
export function callerSignal(
  { env, req }: Context,
  stopping: AbortSignal,
): { readonly signal: AbortSignal; release(): void } {
  const { outgoing } = (env ?? {}) as RouteEnv
  // The request's own signal is one of the platform's, and costs more than all else that a call begins.
  if (!(outgoing instanceof ServerResponse)) return linkSignals([req.raw.signal, stopping])
  const { signal, abort } = createAbort()
  const onStop = (): void => abort(stopping.reason)
  const onClose = (): void => {
    if (!outgoing.writableFinished) abort(new Error('the caller hung up'))
  }
  if (stopping.aborted) onStop()
  else stopping.addEventListener('abort', onStop, { once: true })
  if (outgoing.destroyed) onClose()
  else outgoing.on('close', onClose)
  return {
    signal,
    release() {
      stopping.removeEventListener('abort', onStop)
      outgoing.off('close', onClose)
    },
  }
}
