import { expect, test } from 'vitest'
import { readId as readLimitless } from '../../../src/venues/limitless/ids.js'
import { readId as readOpinion } from '../../../src/venues/opinion/ids.js'
import { readId as readPolymarket } from '../../../src/venues/polymarket/ids.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { readId as readProbable } from '../../../src/venues/probable/ids.js'
import { token } from '../../support/chain-ids.js'
import { readerOf } from '../../support/reading.js'
import { setUpVenue } from '../../support/venue.js'
import { json } from '../../support/wire.js'
import { nativeBook, nativeMarket } from '../../venues/polymarket/payloads.js'

const readers = {
  limitless: readLimitless,
  opinion: readOpinion,
  polymarket: readPolymarket,
  probable: readProbable,
}

test.each(Object.entries(readers))('zeros before a token say nothing: %s', (_venue, readId) => {
  expect(readId(` 00${token(1)}`)).toEqual(readId(token(1)))
})

/** The venue reads ids as numbers, and answers with its own spelling. */
test('a token and a number with zeros in front are found, and no other thing than the asked one', async () => {
  const { ctx } = setUpVenue(polymarket, {
    'GET gamma/markets/keyset': { markets: [nativeMarket()] },
    'GET gamma/markets/700101': nativeMarket(),
    'GET gamma/markets/00700101': nativeMarket(),
    'POST clob/books': [nativeBook(1)],
    'GET clob/book': json(404, { error: 'No orderbook exists for the requested token id' }),
  })
  const { findOutcome, getMarket } = polymarket.markets
  expect((await findOutcome(`0${token(1)}`, ctx))?.market.marketId).toBe('700101')
  expect((await getMarket('00700101', ctx))?.market.marketId).toBe('700101')
  const books = await readerOf(polymarket, ctx).someBooks([`0${token(1)}`])
  expect([...books.keys()]).toEqual([`0${token(1)}`])
})
