import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { coreOver } from '../../core/fake-venue.js'
import { appOver } from '../../http/app-world.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { fakeClock } from '../../support/clock.js'

/** The instant at which is asked. */
export const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const DAY = 86_400_000

export type Query = Readonly<Record<string, string>>

/** A venue whose market has been open for two months, which is more minutes than one answer holds. */
export const openWorld = (): CandleWorld => candleWorld({ clock: fakeClock(NOW), listedAt: NOW - 60 * DAY })

/** The HTTP surface over the core and an engine, for one venue. */
export function surfaceOver(venue: Venue) {
  const core = coreOver(venue, { clock: fakeClock(NOW) })
  const { get, post } = appOver({
    run: (method, args, call) =>
      core.answer(method, Object.values(Object(args)), { venue: call.venue, call }),
  })
  const path = `/api/${venue.id}/fetchOHLCV`
  return {
    get: (query: Query) => get(`${path}?${new URLSearchParams(query)}`),
    post: ({ outcomeId, ...params }: Query) => post(path, { args: [outcomeId, params] }),
    getPath: get,
  }
}

/** A failure as it goes out, whole but for the name of the venue. */
export function failure(status: number, code: string, message: string, more: object = {}) {
  return {
    status,
    json: { success: false, error: { code, message, retryable: false, detail: null, ...more } },
  }
}
