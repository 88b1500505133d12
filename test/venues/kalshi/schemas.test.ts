import { expect, test } from 'vitest'
import type * as z from 'zod'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import {
  batchCandlesReply,
  booksReply,
  candlesReply,
  eventsReply,
  marketsReply,
  seriesListReply,
  tradesReply,
} from '../../../src/venues/kalshi/schemas.js'
import { expectDriftAt } from '../../support/expect.js'

test.each<[string, z.ZodType, object]>([
  ['markets', marketsReply, {}],
  ['events', eventsReply, {}],
  ['series', seriesListReply, {}],
  ['orderbooks', booksReply, {}],
  ['trades', tradesReply, {}],
  ['candlesticks', candlesReply, { ticker: 'KXA' }],
  ['markets', batchCandlesReply, {}],
])('%s that are null are none; a list that is missing is a change of shape', async (name, schema, around) => {
  expect(readPayload(schema, { ...around, [name]: null }, 'x')).toMatchObject({ [name]: [] })
  await expectDriftAt(() => readPayload(schema, around, 'x'), name)
})
