import { PmxError } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import { startDeadline } from '../../policy/abort.js'
import type { Urgency } from '../../policy/urgency.js'
import type { VenueRequest } from '../../transport/call-types.js'
import type { Transport } from '../../transport/transport.js'
import { addUnknownWords } from '../../venue-kit/payload/native-enums.js'
import type { ListSource, SharedLists, SharedListTerms } from '../shared/shared-lists.js'
import { CatalogFault, deserializeError, serializeError } from './serialized-error.js'
import type { FromThread, JobName, Jobs, Port, SingleRows, ToThread } from './sync-messages.js'

/** The catalog thread, as seen from the main thread. */
export interface CatalogThread extends Port<ToThread, FromThread> {
  /** Calls the listener once, when the thread has ended for any reason. */
  onEnd(listener: (why: Error) => void): void
  /** Terminates the thread. Uncommitted work is rolled back. */
  end(): Promise<void>
}

interface SyncerDeps {
  readonly startThread: () => CatalogThread
  readonly transport: Pick<Transport, 'bind'>
  readonly clock: Clock
  readonly log: Logger
  /** Lists that several daemons share. Absent if this one reads all by itself. */
  readonly sharedLists?: SharedLists | undefined
}

/** The progress of a list's sync. */
export interface ListSync {
  readonly result: Promise<Jobs['walk']['done']>
  /** Rows read so far, in this run. */
  readonly rows: number
  /** Calls sent to the venue so far. */
  readonly sent: number
  /** Returns the error of the last call, or undefined if no call has failed since the last response. */
  trouble(): PmxError | undefined
}

/** Runs the catalog's work in a thread that exists while there is some. */
export interface Syncer {
  /**
   * Syncs a list, from the venue or from what another daemon read.
   * @throws in `result`: the error of the venue's failure, or a `CatalogFault` of the file
   */
  read(
    asked: Jobs['walk']['asked'],
    urgency: Urgency,
    signal: AbortSignal,
    sharedTerms?: SharedListTerms,
  ): ListSync
  columns(asked: Jobs['columns']['asked']): Promise<Jobs['columns']['done']>
  /** Makes the synced list the current generation. */
  publish(asked: Jobs['publish']['asked']): Promise<void>
  /** Discards the synced list. It is not published before another sync agrees. */
  drop(asked: Jobs['drop']['asked']): Promise<void>
  prune(before: number, isClockRight: boolean): Promise<void>
  /** Stores rows that were fetched individually. */
  keepSingles(rows: SingleRows): Promise<void>
  /** Ends the thread and its jobs, and so closes the file. */
  stop(why: Error): Promise<void>
}

/** Maximum duration of one sync. Pages until then are stored, and the next sync continues from there. */
const READ_ALLOWED_MS = 600_000
/** A thread takes tens of megabytes, so an idle one is ended after this time. */
const IDLE_MS = 1_000

type Answer = Pick<Extract<ToThread, { kind: 'answer' }>, 'reply' | 'venueTime'>

interface Job {
  readonly send: (request: VenueRequest) => Promise<Answer>
  readonly onRows: (rows: number) => void
  readonly resolve: (result: Jobs[JobName]['done']) => void
  readonly reject: (error: Error) => void
}

export function createSyncer({ startThread, transport, clock, log, sharedLists }: SyncerDeps): Syncer {
  const jobs = new Map<number, Job>()
  /** What was read for others too, by sync, until it is published or discarded. */
  const given = new Map<number, Extract<ListSource, { kind: 'given' }>>()
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
      failAll(new PmxError('CATALOG_UNAVAILABLE', `The catalog sync thread has ended: ${why.message}`))
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

  /** Runs a job. The promise settles when the thread reports the result, or has ended. */
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
        // The result of a job has the type that belongs to its name.
        jobs.set(job, { send, onRows, reject, resolve: (result) => resolve(result as Jobs[Name]['done']) })
        at.postMessage({ kind: 'start', job, name, asked } as ToThread)
      })
    } finally {
      signal?.removeEventListener('abort', stop)
      jobs.delete(job)
      if (jobs.size === 0) cancelIdle = clock.setTimer(IDLE_MS, endIdle)
    }
  }

  /** Syncs a list from what another daemon read, if there is that, otherwise from the venue. */
  async function readShared(
    asked: Jobs['walk']['asked'],
    { send, onRows }: Pick<Job, 'send' | 'onRows'>,
    signal: AbortSignal,
    terms: SharedListTerms | undefined,
  ): Promise<Jobs['walk']['done']> {
    const source = terms && (await sharedLists?.open(asked, terms, signal))
    if (source?.kind === 'taken') {
      const { beganAt: takenAt, respond, reject } = source
      const take: Job['send'] = async (request) => (await respond(request)) ?? send(request)
      try {
        return await run('walk', { ...asked, takenAt }, { onRows, send: take }, signal)
      } catch (error) {
        if (signal.aborted || error instanceof CatalogFault) throw error
        reject(error)
      }
    }
    if (source?.kind !== 'given') return run('walk', asked, { onRows, send }, signal)
    const noted: Job['send'] = async (request) => {
      const response = await send(request)
      source.note(request, response)
      return response
    }
    try {
      const done = await run('walk', asked, { onRows, send: noted }, signal)
      // A list without markets may be an outage, which a daemon without an earlier list cannot tell.
      const isEmpty = done.sizes.now.market === 0
      if (done.isContinued || isEmpty) source.drop()
      else given.set(done.walk, source)
      return done
    } catch (error) {
      source.drop()
      throw error
    }
  }

  function endIdle(): void {
    const idle = jobs.size === 0 ? thread : undefined
    if (idle === undefined) return
    thread = undefined
    void idle.end()
  }

  return {
    read(asked, urgency, signal, sharedTerms) {
      const deadline = startDeadline(clock, READ_ALLOWED_MS, signal)
      const http = transport.bind(asked.venue, deadline, urgency)
      let rows = 0
      const onRows = (read: number): void => {
        rows = read
      }
      const send: Job['send'] = async (request) => {
        const reply = await http.send({ ...request, unread: true })
        const { venueTime } = http
        return { reply, ...(venueTime === undefined ? {} : { venueTime }) }
      }
      const result = readShared(asked, { send, onRows }, deadline.signal, sharedTerms).finally(() =>
        deadline.release(),
      )
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
      const forOthers = given.get(asked.walk)
      given.delete(asked.walk)
      try {
        await run('publish', asked, asksNobody)
        forOthers?.publish()
      } catch (error) {
        forOthers?.drop()
        throw error
      }
    },
    async drop(asked) {
      given.get(asked.walk)?.drop()
      given.delete(asked.walk)
      await run('drop', asked, asksNobody)
    },
    async prune(before, isClockRight) {
      await run('prune', { before, isClockRight }, asksNobody)
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
      for (const source of given.values()) source.drop()
      given.clear()
    },
  }
}

/** Jobs that send no call to a venue. */
const asksNobody: Pick<Job, 'send' | 'onRows'> = {
  send: () => Promise.reject(new Error('this catalog job does not call a venue')),
  onRows: () => {},
}

/** Returns the buffer of the response if nothing else is in it. Small responses share a pool. */
function ownBuffer(bytes: Uint8Array | undefined): ArrayBuffer[] {
  if (bytes === undefined) return []
  const { buffer, byteLength } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
