import { getMethodRow, isMethodName, type MethodName, methodNames } from '../api/arguments/methods.js'
import type { Family, HistogramState } from './exposition.js'

/** The class of a request. There are few, since each is a label. */
type RouteClass =
  /** A response that was ready in memory. */
  | 'ready'
  | 'candles'
  | 'books'
  | 'lists'
  | 'router'
  | 'account'
  | 'calls'
  | 'catalog'
  | 'feeds'
  | 'assistants'
  | 'pages'
  | 'daemon'

/** The byte counters of a socket. */
interface CountedSocket {
  readonly bytesRead: number
  readonly bytesWritten: number
  once(event: 'close', listener: () => void): unknown
}

/**
 * Counts requests and responses. It is called for every request, so it only adds; sums are computed when the metrics are
 * read.
 */
export interface Traffic {
  /** Counts a response that was ready in memory. */
  ready(tookMs: number): void
  /**
   * Counts a response, at its end or its start.
   * @param code error code, or undefined on success
   */
  answered(what: Exclude<RouteClass, 'ready'>, tookMs: number, code?: string): void
  /** Counts a response by the value of `X-Pmx-Cache`: `hit`, `partial`, `miss` or `stale`. */
  cached(venue: string, what: RouteClass, how: string): void
  /** Counts a request that a guard rejected. */
  refused(reason: string): void
  /** Counts the bytes of this connection. */
  connected(socket: CountedSocket): void
  families(): readonly Family[]
}

/** Seconds. Ready responses take about ten microseconds, and a slow venue takes some seconds. */
const BOUNDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 25]

interface Histogram extends HistogramState {
  observe(value: number): void
}

export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0).concat(0)
  let sum = 0
  return {
    bounds,
    counts,
    get sum() {
      return sum
    },
    observe(value) {
      sum += value
      let at = 0
      while (at < bounds.length && value > (bounds[at] ?? 0)) at++
      counts[at] = (counts[at] ?? 0) + 1
    },
  }
}

export function createTraffic(): Traffic {
  const ready = createHistogram(BOUNDS)
  const durations = new Map<RouteClass, Histogram>([['ready', ready]])
  const failures = createTally()
  const caches = createTally()
  const refusals = createTally()
  const open = new Set<CountedSocket>()
  let [read, written] = [0, 0]
  let connections = 0

  return {
    ready: (tookMs) => ready.observe(tookMs / 1000),
    answered(what, tookMs, code) {
      let histogram = durations.get(what)
      if (histogram === undefined) {
        histogram = createHistogram(BOUNDS)
        durations.set(what, histogram)
      }
      histogram.observe(tookMs / 1000)
      if (code !== undefined) failures.add(what, code)
    },
    cached: (venue, what, how) => caches.add(venue, what, how),
    refused: (reason) => refusals.add(reason),
    connected(socket) {
      connections++
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        read += socket.bytesRead
        written += socket.bytesWritten
      })
    },
    families() {
      const sockets = [...open]
      const bytes = [
        {
          labels: { direction: 'in' },
          value: sockets.reduce((sum, { bytesRead }) => sum + bytesRead, read),
        },
        {
          labels: { direction: 'out' },
          value: sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, written),
        },
      ]
      return [
        {
          name: 'pmx_request_duration_seconds',
          help: 'Requests by purpose, with the seconds until the response began.',
          type: 'histogram',
          histograms: [...durations].map(([route, histogram]) => ({ labels: { route }, histogram })),
        },
        {
          name: 'pmx_requests_failed_total',
          help: 'Failed requests by error code.',
          type: 'counter',
          samples: failures.samples('route', 'code'),
        },
        {
          name: 'pmx_requests_refused_total',
          help: 'Requests refused by access control.',
          type: 'counter',
          samples: refusals.samples('reason'),
        },
        {
          name: 'pmx_ready_responses_total',
          help: 'Prepared responses that were sent unchanged.',
          type: 'counter',
          samples: [{ value: ready.counts.reduce((sum, count) => sum + count, 0) }],
        },
        {
          name: 'pmx_cache_responses_total',
          help: 'Other responses with candles and lists: from the cache (hit or stale), partly from the cache (partial), or from the venue (miss).',
          type: 'counter',
          samples: caches.samples('venue', 'what', 'result'),
        },
        {
          name: 'pmx_connections_total',
          help: 'Connections since the daemon started.',
          type: 'counter',
          samples: [{ value: connections }],
        },
        {
          name: 'pmx_connections_open',
          help: 'Open connections.',
          type: 'gauge',
          samples: [{ value: open.size }],
        },
        {
          name: 'pmx_bytes_total',
          help: 'Bytes received from clients (in) and sent to them (out).',
          type: 'counter',
          samples: bytes,
        },
      ]
    },
  }
}

/** Counts by text key, of which there are few. */
function createTally() {
  const counts = new Map<string, { readonly keys: readonly string[]; value: number }>()
  return {
    add(...keys: readonly string[]): void {
      const name = keys.join('\n')
      const row = counts.get(name)
      if (row === undefined) counts.set(name, { keys, value: 1 })
      else row.value++
    },
    samples(...names: readonly string[]) {
      return [...counts.values()].map(({ keys, value }) => ({
        labels: Object.fromEntries(names.map((name, at) => [name, keys[at] ?? ''])),
        value,
      }))
    },
  }
}

type Answered = Exclude<RouteClass, 'ready'>

const classes = new Map<MethodName, Answered>(methodNames.map((name) => [name, classOf(name)]))

function classOf(name: MethodName): Answered {
  const { group, returns } = getMethodRow(name)
  if (/Candle/.test(returns)) return 'candles'
  if (returns.includes('OrderBook')) return 'books'
  if (group === 'catalog') return 'lists'
  if (group === 'router') return 'router'
  return group === 'account' || group === 'trading' ? 'account' : 'calls'
}

/** Returns the class of a method. */
export function classifyMethod(name: MethodName): Answered {
  return classes.get(name) ?? 'calls'
}

/** Returns the class of a request by its path: one of a fixed set, regardless of the path. */
export function classifyPath(path: string): Answered {
  const [, first = '', second = '', third = ''] = path.split('/', 4)
  switch (first) {
    case 'api':
      if (second === 'feeds') return 'feeds'
      return isMethodName(third) ? classifyMethod(third) : 'calls'
    case 'v0':
      return 'catalog'
    case 'mcp':
      return 'assistants'
    case 'assets':
    case 'docs':
    case '':
      return 'pages'
    default:
      return 'daemon'
  }
}
