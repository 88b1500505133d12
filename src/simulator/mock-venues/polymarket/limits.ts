import { toJsonReply } from '../../http/reply.js'
import type { MockLimitWindow } from '../../mock-kit/mock-venue.js'

/** Rejects a call. The venue delays calls first; the mock venue rejects calls that would be delayed. */
const refusal = () => toJsonReply({ error: 'Too Many Requests' }, 429)

function per10s(calls: number, ...paths: readonly string[]): MockLimitWindow {
  return { calls, windowMs: 10_000, refusal, ...(paths.length === 0 ? {} : { paths }) }
}

function per10sOf(method: string, calls: number, ...paths: readonly string[]): MockLimitWindow {
  return { ...per10s(calls, ...paths), method }
}

/** Limits in sliding windows of 10 s (rate limit page of the venue); windows of ten minutes are not implemented. */
export const gammaWindows: readonly MockLimitWindow[] = [
  per10s(4_000),
  per10s(500, '/events'),
  per10s(300, '/markets'),
  per10s(900, '/events', '/markets'),
  per10s(200, '/tags'),
  per10s(350, '/public-search'),
]

export const clobWindows: readonly MockLimitWindow[] = [
  per10s(9_000),
  ...['/book', '/price', '/midpoint'].map((path) => per10s(1_500, path)),
  ...['/books', '/prices', '/midpoints'].map((path) => per10s(500, path)),
  per10s(200, '/tick-size'),
  // The batch route has no documented limit.
  per10s(1_000, '/prices-history', '/batch-prices-history'),
  per10s(500, '/data/orders'),
  per10s(500, '/data/trades'),
  per10s(125, '/notifications'),
  per10s(200, '/balance-allowance'),
  per10s(50, '/balance-allowance/update'),
  per10s(100, '/auth'),
  per10sOf('POST', 5_000, '/order'),
  per10sOf('DELETE', 5_000, '/order'),
  per10sOf('POST', 2_000, '/orders'),
  per10sOf('DELETE', 2_000, '/orders'),
  per10s(250, '/cancel-all'),
  per10s(1_500, '/cancel-market-orders'),
]

export const dataWindows: readonly MockLimitWindow[] = [
  per10s(1_000),
  per10s(200, '/trades'),
  per10s(150, '/positions'),
  per10s(800, '/v2'),
  // Measured.
  per10s(200, '/v2/trades'),
  per10s(200, '/v2/positions'),
  per10s(200, '/v2/prices-history'),
]
