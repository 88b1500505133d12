import { Worker } from 'node:worker_threads'
import type { CatalogThread } from '../../catalog/sync/sync-client.js'
import type { FromThread } from '../../catalog/sync/sync-messages.js'

/** Starts the thread that writes the catalog file. */
export function startCatalogThread(file: string): CatalogThread {
  const worker = new Worker(new URL('./catalog-worker.js', import.meta.url), {
    workerData: file,
    name: 'pmx-local catalog',
  })
  let onEnd: (why: Error) => void = () => {}
  worker.once('error', (error) => onEnd(error))
  worker.once('exit', (code) => onEnd(new Error(`it exited with code ${code}`)))
  return {
    postMessage: (message, transfer = []) => worker.postMessage(message, transfer),
    on: (_event, listener) => {
      // The thread sends only messages of its own half of the protocol.
      worker.on('message', (message: FromThread) => listener(message))
    },
    onEnd(listener) {
      onEnd = listener
    },
    async end() {
      onEnd = () => {}
      await worker.terminate()
    },
  }
}
