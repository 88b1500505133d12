import { PmxError } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import { startDeadline } from '../../policy/abort.js'
import type { Urgency } from '../../policy/urgency.js'
import type { VenueRequest } from '../../transport/call.js'
import type { Transport } from '../../transport/transport.js'
import { addUnknownWords } from '../../venue-kit/payload/native-enums.js'
import { deserializeError, serializeError } from './serialized-error.js'
import type { FromThread, JobName, Jobs, Port, SingleRows, ToThread } from './sync-messages.js'

/** A thread that does the catalog's work, as it is seen from here. */
export interface CatalogThread extends Port<ToThread, FromThread> {
  /** Calls once, when it has ended, by itself or not. */
  onEnd(listener: (why: Error) => void): void
  /** Ends it, in the middle of whatever it does: what was not committed is undone. */
  end(): Promise<void>
}

interface SyncerDeps {
  readonly startThread: () => CatalogThread
  readonly transport: Pick<Transport, 'bind'>
  readonly clock: Clock
  readonly log: Logger
}

/** How a reading of a list goes. */
export interface ListSync {
  readonly result: Promise<Jobs['walk']['done']>
  /** Rows read so far, in this run. */
  readonly rows: number
  /** Calls of the venue so far. */
  readonly sent: number
  /** What its last call failed with; undefined while none has failed since the last answer. */
  trouble(): PmxError | undefined
}

/** The catalog's work, done by a thread that is there while there is some. */
export interface Syncer {
  /** @throws in `result`: what the venue's failure means, or a `CatalogFault` of the file */
  read(asked: Jobs['walk']['asked'], urgency: Urgency, signal: AbortSignal): ListSync
  columns(asked: Jobs['columns']['asked']): Promise<Jobs['columns']['done']>
  /** Makes what was read the list's generation. */
  publish(asked: Jobs['publish']['asked']): Promise<void>
  /** Forgets what was read: it is not published before another reading agrees. */
  drop(asked: Jobs['drop']['asked']): Promise<void>
  prune(before: number): Promise<void>
  /** Keeps rows that were read by themselves. */
  keepSingles(rows: SingleRows): Promise<void>
  /** Ends the thread and what it does, so that the file is nobody's. */
  stop(why: Error): Promise<void>
}

/** A whole venue may take this long to read; what came until then is kept, and the next reading goes on from there. */
const READ_ALLOWED_MS = 600_000
/** A thread holds tens of megabytes: one without work is ended. */
const IDLE_MS = 1_000

type Answer = Pick<Extract<ToThread, { kind: 'answer' }>, 'reply' | 'toldAt'>

interface Job {
  readonly send: (request: VenueRequest) => Promise<Answer>
  readonly onRows: (rows: number) => void
  readonly resolve: (result: Jobs[JobName]['done']) => void
  readonly reject: (error: Error) => void
}

export function createSyncer({ startThread, transport, clock, log }: SyncerDeps): Syncer {
  const jobs = new Map<number, Job>()
  let thread: CatalogThread | undefined
  let numbers = 0
  let cancelIdle: (() => void) | undefined

  function threadNow(): CatalogThread {
    cancelIdle?.()
    if (thread !== undefined) return thread
    const started = startThread()
    thread = started
    started.on('message', (message) => take(started, message))
    started.onEnd((why) => {
      if (thread !== started) return
      thread = undefined
      failAll(new PmxError('CATALOG_UNAVAILABLE', `The thread that reads lists has ended: ${why.message}`))
    })
    return started
  }

  function failAll(why: Error): void {
    const failed = [...jobs.values()]
    jobs.clear()
    for (const job of failed) job.reject(why)
  }

  function take(from: CatalogThread, message: FromThread): void {
    if (from !== thread) return
    if (message.kind === 'log') {
      log[message.level](message.fields, message.message)
      return
    }
    if (message.kind === 'words') {
      addUnknownWords(message.words)
      return
    }
    const job = jobs.get(message.job)
    if (message.kind === 'ask') answer(from, job, message)
    else if (message.kind === 'progress') job?.onRows(message.rows)
    else if (message.kind === 'done') job?.resolve(message.result)
    else job?.reject(deserializeError(message.error))
  }

  function answer(
    to: CatalogThread,
    job: Job | undefined,
    { question, request }: Extract<FromThread, { kind: 'ask' }>,
  ): void {
    job?.send(request).then(
      (told) => {
        if (to === thread) to.postMessage({ kind: 'answer', question, ...told }, ownBuffer(told.reply.bytes))
      },
      (error: unknown) => {
        if (to === thread) to.postMessage({ kind: 'failure', question, error: serializeError(error) })
      },
    )
  }

  /** Runs a job; the promise is settled once the thread says so, or has ended. */
  async function run<Name extends JobName>(
    name: Name,
    asked: Jobs[Name]['asked'],
    { send, onRows }: Pick<Job, 'send' | 'onRows'>,
    signal?: AbortSignal,
  ): Promise<Jobs[Name]['done']> {
    signal?.throwIfAborted()
    const at = threadNow()
    const job = numbers++
    const stop = (): void => at.postMessage({ kind: 'stop', job })
    signal?.addEventListener('abort', stop, { once: true })
    try {
      return await new Promise<Jobs[Name]['done']>((resolve, reject) => {
        // The thread answers a job with what belongs to its name.
        jobs.set(job, { send, onRows, reject, resolve: (result) => resolve(result as Jobs[Name]['done']) })
        at.postMessage({ kind: 'start', job, name, asked } as ToThread)
      })
    } finally {
      signal?.removeEventListener('abort', stop)
      jobs.delete(job)
      if (jobs.size === 0) cancelIdle = clock.setTimer(IDLE_MS, endIdle)
    }
  }

  function endIdle(): void {
    const idle = jobs.size === 0 ? thread : undefined
    if (idle === undefined) return
    thread = undefined
    void idle.end()
  }

  return {
    read(asked, urgency, signal) {
      const deadline = startDeadline(clock, READ_ALLOWED_MS, signal)
      const http = transport.bind(asked.venue, deadline, urgency)
      let rows = 0
      const result = run(
        'walk',
        asked,
        {
          onRows: (read) => {
            rows = read
          },
          async send(request) {
            const reply = await http.send({ ...request, unread: true })
            const { toldAt } = http
            return { reply, ...(toldAt === undefined ? {} : { toldAt }) }
          },
        },
        deadline.signal,
      ).finally(() => deadline.release())
      return {
        result,
        get rows() {
          return rows
        },
        get sent() {
          return http.sent
        },
        trouble: () => http.trouble,
      }
    },
    columns: (asked) => run('columns', asked, asksNobody),
    async publish(asked) {
      await run('publish', asked, asksNobody)
    },
    async drop(asked) {
      await run('drop', asked, asksNobody)
    },
    async prune(before) {
      await run('prune', { before }, asksNobody)
    },
    async keepSingles(rows) {
      await run('singles', rows, asksNobody)
    },
    async stop(why) {
      const ended = thread
      thread = undefined
      cancelIdle?.()
      await ended?.end()
      failAll(why)
    },
  }
}

/** Jobs that no venue is asked for. */
const asksNobody: Pick<Job, 'send' | 'onRows'> = {
  send: () => Promise.reject(new Error('this job of the catalog asks no venue')),
  onRows: () => {},
}

/** What the answer's bytes lie in, where nothing else does: small ones lie in a pool that others use. */
function ownBuffer(bytes: Uint8Array | undefined): ArrayBuffer[] {
  if (bytes === undefined) return []
  const { buffer, byteLength } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
