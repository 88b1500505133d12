import {
  createFeedNotSupportedError,
  type FeedArgs,
  type FeedMethodName,
  feedMethodNames,
  isFeedMethodName,
  readFeedArguments,
  watchTicker,
} from '../api/arguments/feed-methods.js'
import { PmxError } from '../api/envelope/errors.js'
import { type FeedId, feedIds, isFeedId } from '../api/envelope/source-ids.js'
import type { Ticker } from '../api/models/feed-models.js'
import { clipText } from '../api/values/shown.js'
import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import { createAbort, DeadlineExceeded, startDeadline } from '../policy/abort.js'
import { createAgingCache } from '../policy/lru.js'
import type { Priority } from '../policy/urgency.js'
import { toPmxError } from '../transport/errors.js'
import type { Transport } from '../transport/transport.js'
import { createMemo, type Memo } from '../venue-kit/contract/memo.js'
import { createOmissions, type Omitted } from '../venue-kit/payload/response-notes.js'
import type { Feed, FeedContext } from './contract/feed.js'

/** A parsed call. */
export interface FeedCall {
  readonly feed: FeedId
  readonly method: FeedMethodName
  readonly args: Readonly<Record<string, unknown>>
  /** Unknown query parameters. */
  readonly ignored: readonly string[]
}

type Question = Omit<FeedCall, 'ignored'>

interface FeedAnswer {
  readonly data: unknown
  /** Number of feed calls made for this response. */
  readonly sent: number
  /** The rows that could not be read. */
  readonly omitted?: Omitted
}

/** The data feeds of the API. */
export interface FeedService {
  /**
   * Parses a call, before any request.
   * @throws NOT_FOUND for an unknown feed or method, NOT_SUPPORTED for a method that this feed does not have, VALIDATION_ERROR
   * for a parameter. None of them names a source.
   */
  read(feed: string, method: string, query: URLSearchParams): Promise<FeedCall>
  /** @throws PmxError naming the feed */
  run(call: FeedCall, signal: AbortSignal): Promise<FeedAnswer>
  /**
   * Fetches a ticker without the cache, at background priority.
   * @throws PmxError naming the feed
   */
  freshTicker(feed: FeedId, symbol: string): Promise<Ticker>
}

export interface FeedServiceDeps {
  readonly transport: Pick<Transport, 'bind'>
  readonly clock: Clock
  readonly log: Logger
  loadFeed(id: FeedId): Promise<Feed>
}

/** Time limit of one call, ms. */
const ALLOWED_MS = 25_000
/** A ticker is cached for this time. */
const TICKER_AGE_MS = 1_000
const TICKERS = 1_000
const MEMO_ENTRIES = 10_000

const BY_SOCKET = `${watchTicker} needs a socket: send {"action":"subscribe","feed","method","args"} to /ws. fetchTicker returns the price once.`

const isTicker = (method: FeedMethodName): boolean => method === 'fetchTicker' || method === 'fetchTickers'

function keyOf({ feed, method, args }: Question): string {
  return `${feed} ${method} ${JSON.stringify(args)}`
}

export function createFeedService({ transport, clock, log, loadFeed }: FeedServiceDeps): FeedService {
  const memos = new Map<FeedId, Memo>()
  const tickers = createAgingCache<object>(TICKERS, clock)

  function memoOf(id: FeedId): Memo {
    const known = memos.get(id)
    if (known !== undefined) return known
    const memo = createMemo(MEMO_ENTRIES, clock)
    memos.set(id, memo)
    return memo
  }

  async function ask(
    { feed: id, method, args }: Question,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<FeedAnswer> {
    const feed = await loadFeed(id)
    const deadline = startDeadline(clock, ALLOWED_MS, signal)
    const http = transport.bind(id, deadline, priority)
    const omissions = createOmissions(log, () => {})
    try {
      const data = await answer(feed, method, args, { http, memo: memoOf(id), omissions })
      omissions.assertFew()
      return { data, sent: http.sent, ...(omissions.isWhole ? {} : { omitted: omissions }) }
    } finally {
      deadline.release()
    }
  }

  /** Calls the feed and caches tickers. */
  async function askNow(question: Question, signal: AbortSignal, priority: Priority): Promise<FeedAnswer> {
    try {
      const answered = await ask(question, signal, priority)
      // Incomplete responses are not cached.
      const isKept = isTicker(question.method) && answered.omitted === undefined
      if (isKept) tickers.set(keyOf(question), Object(answered.data), TICKER_AGE_MS)
      return answered
    } catch (error) {
      if (error instanceof PmxError || error instanceof DeadlineExceeded)
        throw toPmxError(error).at(question.feed)
      throw error
    }
  }

  return {
    async read(feed, method, query) {
      if (!isFeedId(feed)) {
        throw new PmxError('NOT_FOUND', `Unknown feed: ${clipText(feed)}. Available: ${feedIds.join(', ')}`)
      }
      if (method === watchTicker) throw new PmxError('NOT_SUPPORTED', BY_SOCKET)
      if (!isFeedMethodName(method)) {
        const known = feedMethodNames.join(', ')
        throw new PmxError('NOT_FOUND', `Unknown feed method: ${clipText(method)}. Available: ${known}`)
      }
      const { methods } = await loadFeed(feed)
      if (methods[method] === undefined) throw createFeedNotSupportedError(feed, method)
      return { feed, method, ...readFeedArguments(method, query) }
    },

    async run(call, signal) {
      const known = isTicker(call.method) ? tickers.get(keyOf(call)) : undefined
      return known === undefined ? askNow(call, signal, 'interactive') : { data: known, sent: 0 }
    },

    async freshTicker(feed, symbol) {
      const question = { feed, method: 'fetchTicker', args: { symbol } } as const
      const { data } = await askNow(question, createAbort().signal, 'background')
      // The method returns tickers.
      return data as Ticker
    },
  }
}

/** Runs a method. `args` were parsed according to this method's row. */
function answer<M extends FeedMethodName>(
  { id, methods }: Feed,
  method: M,
  args: FeedCall['args'],
  ctx: FeedContext,
): Promise<unknown> {
  const run = methods[method] as ((args: FeedArgs<M>, ctx: FeedContext) => Promise<unknown>) | undefined
  if (run === undefined) throw createFeedNotSupportedError(id, method)
  return run(args as FeedArgs<M>, ctx)
}
