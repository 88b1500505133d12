import { type PoolRunnerInitializer, type PoolWorker, ThreadsPoolWorker } from 'vitest/node'

/** What a run leaves behind (listeners, servers of tests that failed) adds up: a new thread now and then. */
const RUNS_OF_A_THREAD = 25

let kept: { readonly thread: ThreadsPoolWorker; runs: number } | undefined

/**
 * A thread that outlives the run it was started for. Each change of the source is a run of its own, and a new thread,
 * which loads everything anew, costs several times what the tests take. One run at a time.
 */
export const lastingWorker: PoolRunnerInitializer = {
  name: 'lasting',
  createPoolWorker(options): PoolWorker {
    type Listener = (value: unknown) => void
    const listeners: [event: string, listener: Listener][] = []
    const thread = kept?.thread ?? new ThreadsPoolWorker(options)
    return {
      name: 'lasting',
      async start() {
        if (kept === undefined) {
          kept = { thread, runs: 0 }
          await thread.start()
        }
        kept.runs++
      },
      on(event, listener) {
        listeners.push([event, listener])
        thread.on(event, listener)
      },
      off: (event, listener) => thread.off(event, listener),
      send(message) {
        if (!('type' in message) || message.type !== 'stop') return thread.send(message)
        // The thread is not told, and who waits for its leave gets it at once.
        for (const [event, listener] of listeners)
          if (event === 'message') listener({ type: 'stopped', __vitest_worker_response__: true })
      },
      deserialize: (data) => data,
      async stop() {
        for (const [event, listener] of listeners) thread.off(event, listener)
        if (kept === undefined || kept.runs < RUNS_OF_A_THREAD) return
        kept = undefined
        await thread.stop()
      },
    }
  },
}
