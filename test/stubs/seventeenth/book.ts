import { toIso } from '../../../src/api/times/instant.js'
import { pathOf } from '../../../src/transport/call-types.js'
import type { BookSource } from '../../../src/venue-kit/contract/venue.js'
import { requestRequired } from '../../../src/venue-kit/requests/request-list.js'
import type { Facts } from './outcomes.js'
import { bookReply } from './wire.js'

/** Each outcome has a book of its own. */
export const bookSource: BookSource<Facts> = {
  async fetch(outcome, _depth, ctx) {
    const { outcomeId } = await outcome.located()
    const { at, bids, asks } = await requestRequired(ctx, bookReply, {
      path: pathOf`/books/${outcomeId}`,
      what: 'GET /books/{token}',
    })
    const toLevel = ([price, size]: readonly [number, number]) => ({ price, size })
    return { bids: bids.map(toLevel), asks: asks.map(toLevel), timestamp: at, datetime: toIso(at) }
  },
}
