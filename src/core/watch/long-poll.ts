import { type ArgsOf, methodOf } from '../../api/arguments/methods.js'
import { PmxError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { OrderBook, Trade } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import { createAbort } from '../../policy/abort.js'
import type { OwnWatchMethod } from '../capabilities/account-watch-kinds.js'
import { cacheScopeOf, type Job } from '../request/api-call.js'
import type { StartWatch, Watching, WatchMethod, WatchUpdate } from './subscriptions.js'

/**
 * Maximum duration of a long poll, after which it returns the current data: shortly before clients, and the deadline of the
 * call, time out.
 */
export const LONG_POLL_MS = 24_000
/** A subscription ends when it is not requested for this long. */
const IDLE_MS = 60_000
/** Maximum number of subscriptions by long polls in all. */
const MAX_POLLS = 5_000
/** Maximum number of trades that are stored for a caller between two calls. The newest ones remain. */
const MAX_TRADES = 1_000

interface Answer<Data> {
  readonly data: Data
  readonly headers: Readonly<Record<string, string>>
}

/** A subscription that one caller requests repeatedly. */
interface Poll {
  readonly method: WatchMethod
  watching: Watching | undefined
  /** Trades, or updates of an account. */
  rows: unknown[]
  /** Events since the last response that could not be parsed. */
  readonly missed: Set<string>
  /** Number of older rows that were dropped since the last response. */
  dropped: number
  /** Symbols with updates that the caller does not have yet. */
  readonly fresh: Set<string>
  failure: PmxError | undefined
  /** Ends the waits of the current calls. Later calls wait on a new one. */
  wake: ReturnType<typeof createAbort>
  waiting: number
  cancelIdle: (() => void) | undefined
}

/**
 * Creates long polls. A caller is identified by its `User-Agent`. A repeated request from the same caller continues where
 * the last one ended, with the newest book rather than every book in between.
 */
export function createLongPolls(clock: Clock, startWatch: StartWatch) {
  const polls = new Map<string, Poll>()

  function drop(key: string, poll: Poll): void {
    poll.cancelIdle?.()
    poll.watching?.stop()
    if (polls.get(key) === poll) polls.delete(key)
  }

  async function pollOf<M extends WatchMethod>(
    method: M,
    args: ArgsOf<M>,
    job: Job,
  ): Promise<[string, Poll]> {
    const key = `${callerOf(job)} ${method} ${JSON.stringify(args)}`
    const known = polls.get(key)
    if (known !== undefined) return [key, known]
    if (polls.size >= MAX_POLLS)
      throw new PmxError('RATE_LIMIT_EXCEEDED', 'Too many watch calls are open. Unwatch some topics.')
    const poll: Poll = {
      method,
      watching: undefined,
      rows: [],
      missed: new Set(),
      dropped: 0,
      fresh: new Set(),
      failure: undefined,
      wake: createAbort(),
      waiting: 0,
      cancelIdle: undefined,
    }
    const rouse = (): void => {
      const { wake } = poll
      poll.wake = createAbort()
      wake.abort(AWOKEN)
    }
    const take = (news: WatchUpdate): void => {
      if (news.kind !== 'book') {
        const all = [...poll.rows, ...(news.kind === 'trades' ? news.trades : news.rows)]
        poll.rows = all.slice(-MAX_TRADES)
        poll.dropped += all.length - poll.rows.length
      }
      if (news.kind !== 'book' && news.missed !== undefined) poll.missed.add(news.missed)
      poll.fresh.add(news.symbol)
    }
    const watching = await startWatch(method, args, job, {
      update(news) {
        take(news)
        rouse()
      },
      ended(error) {
        poll.failure = error
        polls.delete(key)
        rouse()
      },
    })
    // A subscription that ended before it was stored would fail every later call, and would never be restarted.
    if (poll.failure !== undefined) {
      watching.stop()
      throw poll.failure
    }
    // Another call of the same caller may have come first meanwhile.
    const other = polls.get(key)
    if (other !== undefined) {
      watching.stop()
      return [key, other]
    }
    poll.watching = watching
    for (const news of watching.current()) take(news)
    polls.set(key, poll)
    return [key, poll]
  }

  /**
   * Waits until `isEnough` returns true, or as long as a call may wait.
   * @throws the error that ended the subscription
   */
  async function wait(poll: Poll, job: Job, begunAt: number, isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      if (poll.failure !== undefined) throw poll.failure
      const leftMs = begunAt + LONG_POLL_MS - clock.monotonic()
      if (leftMs <= 0) return
      await pause(poll, job.ctx.signal, leftMs)
    }
  }

  const waitForRows = (poll: Poll, job: Job, begunAt: number): Promise<void> =>
    wait(poll, job, begunAt, () => poll.rows.length > 0 || poll.missed.size > 0)

  function pause({ wake }: Poll, signal: AbortSignal, ms: number): Promise<void> {
    const either = createAbort()
    const onEnd = (): void => either.abort(signal.reason)
    const onWake = (): void => either.abort(AWOKEN)
    if (signal.aborted) onEnd()
    signal.addEventListener('abort', onEnd, { once: true })
    wake.signal.addEventListener('abort', onWake, { once: true })
    return clock
      .sleep(ms, either.signal)
      .catch((reason: unknown) => {
        if (reason !== AWOKEN) throw reason
      })
      .finally(() => {
        signal.removeEventListener('abort', onEnd)
        wake.signal.removeEventListener('abort', onWake)
      })
  }

  /** Runs one call, and leaves its subscription open for the next one. */
  async function call<M extends WatchMethod, Data>(
    method: M,
    args: ArgsOf<M>,
    job: Job,
    work: (poll: Poll, begunAt: number) => Promise<Data>,
  ): Promise<Answer<Data>> {
    const begunAt = clock.monotonic()
    const [key, poll] = await pollOf(method, args, job)
    poll.cancelIdle?.()
    poll.waiting++
    try {
      const data = await work(poll, begunAt)
      return {
        data,
        headers: { [pmxHeaders.watch]: poll.watching?.isStreamed === true ? 'streamed' : 'polled' },
      }
    } finally {
      poll.waiting--
      if (poll.waiting === 0) poll.cancelIdle = clock.setTimer(IDLE_MS, () => drop(key, poll))
    }
  }

  return {
    one: (method: 'watchOrderBook', args: ArgsOf<'watchOrderBook'>, job: Job): Promise<Answer<OrderBook>> =>
      call(method, args, job, async (poll, begunAt) => {
        await wait(poll, job, begunAt, () => poll.fresh.size > 0 && believed(poll).size > 0)
        poll.fresh.clear()
        const [news] = believed(poll).values()
        if (news === undefined) throw nothingCame()
        return news.data()
      }),

    many: (
      method: 'watchOrderBooks',
      args: ArgsOf<'watchOrderBooks'>,
      job: Job,
    ): Promise<Answer<Record<string, OrderBook>>> =>
      call(method, args, job, async (poll, begunAt) => {
        const symbols = poll.watching?.symbols ?? []
        await wait(poll, job, begunAt, () => poll.fresh.size > 0 && believed(poll).size >= symbols.length)
        poll.fresh.clear()
        const books = believed(poll)
        if (books.size === 0) throw nothingCame()
        return Object.fromEntries(
          symbols.flatMap((symbol) => {
            const news = books.get(symbol)
            return news === undefined ? [] : [[symbol, news.data()] as const]
          }),
        )
      }),

    trades: (
      method: 'watchTrades',
      args: ArgsOf<'watchTrades'>,
      job: Job,
    ): Promise<Answer<readonly Trade[]>> =>
      call(method, args, job, async (poll, begunAt) => {
        await waitForRows(poll, job, begunAt)
        // The rows of a poll are those of its method.
        return taken(poll, job, 'trades') as Trade[]
      }),

    own: (
      method: OwnWatchMethod,
      args: ArgsOf<OwnWatchMethod>,
      job: Job,
    ): Promise<Answer<readonly unknown[]>> =>
      call(method, args, job, async (poll, begunAt) => {
        await waitForRows(poll, job, begunAt)
        return taken(poll, job, 'changes')
      }),

    /** Ends this caller's subscription to the book of an outcome. */
    stop(outcomeId: string, job: Job): void {
      const beginning = `${callerOf(job)} `
      for (const [key, poll] of [...polls]) {
        const isBook = poll.method === methodOf.watchBook && poll.watching?.symbols[0] === outcomeId
        if (isBook && key.startsWith(beginning)) drop(key, poll)
      }
    },
  }
}

/** Takes the rows since the last response, which the caller gets now. */
function taken(poll: Poll, { ctx }: Job, what: string): unknown[] {
  poll.fresh.clear()
  for (const missed of poll.missed) ctx.omissions.noteCut(missed)
  poll.missed.clear()
  const { dropped } = poll
  poll.dropped = 0
  if (dropped > 0)
    ctx.omissions.noteCut(
      `${dropped} older ${what}: between two calls, at most ${MAX_TRADES} are stored for a caller`,
    )
  return poll.rows.splice(0)
}

/** Returns the current books by symbol: a book from before the connection to the venue was lost may be outdated. */
function believed({ watching }: Poll): ReadonlyMap<string, Extract<WatchUpdate, { kind: 'book' }>> {
  const books = (watching?.current() ?? []).flatMap((news) => (news.kind === 'book' ? [news] : []))
  return new Map(books.map((news) => [news.symbol, news]))
}

const AWOKEN = new Error('new data has arrived')

function callerOf({ venue, ctx }: Job): string {
  return `${JSON.stringify(ctx.caller.client)} ${cacheScopeOf(venue, ctx)}`
}

function nothingCame(): PmxError {
  return new PmxError(
    'NETWORK_ERROR',
    `No order book arrived within ${LONG_POLL_MS / 1000} s. Retry, or fetch the order book.`,
    { detail: { kind: 'no_data' } },
  )
}
