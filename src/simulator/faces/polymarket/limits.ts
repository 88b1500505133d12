import type { FaceWindow } from '../../face.js'
import { json } from '../../reply.js'

/** At the venue calls are delayed first: here none may come that would be. */
const refusal = () => json({ error: 'Too Many Requests' }, 429)

function per10s(calls: number, ...paths: readonly string[]): FaceWindow {
  return { calls, windowMs: 10_000, refusal, ...(paths.length === 0 ? {} : { paths }) }
}

/** What the venue counts in sliding windows of 10 s; those of the newer data routes were measured. */
export const gammaWindows: readonly FaceWindow[] = [
  per10s(4_000),
  per10s(500, '/events'),
  per10s(300, '/markets'),
  per10s(900, '/events', '/markets'),
  per10s(350, '/public-search'),
]

export const clobWindows: readonly FaceWindow[] = [
  per10s(9_000),
  per10s(1_500, '/book'),
  per10s(500, '/books'),
  // The route for many has no number of its own.
  per10s(1_000, '/prices-history', '/batch-prices-history'),
  per10s(500, '/data/orders'),
  per10s(500, '/data/trades'),
  per10s(200, '/balance-allowance'),
  per10s(100, '/auth'),
  per10s(3_500, '/order'),
  per10s(1_000, '/orders'),
]

export const dataWindows: readonly FaceWindow[] = [
  per10s(1_000),
  per10s(200, '/trades'),
  per10s(150, '/positions'),
  per10s(200, '/v2/trades'),
  per10s(200, '/v2/positions'),
  per10s(200, '/v2/prices-history'),
]
