import { expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDriftAt, failureOf, present } from '../../support/expect.js'
import { json, queryOf } from '../../support/wire.js'
import { closedMarket, listedMarket } from './payloads.js'
import { keyset, setUp } from './set-up.js'

const source = present(polymarket.outcomes)
const locateMany = present(source.locateMany)

/** Open markets unless closed ones are asked for, by their tokens. */
const venue = {
  'GET gamma/markets/keyset': keyset((call: VenueCall) => {
    const { clob_token_ids: tokens = [], closed } = queryOf(call)
    return [listedMarket(), closedMarket()].filter(
      (row) =>
        String(row.closed) === closed && [tokens].flat().some((asked) => row.clobTokenIds?.includes(asked)),
    )
  }),
}

test('tokens of open and closed markets are told as they are alone, in a call each', async () => {
  const ids = [token(1), token(2), token(4), token(9)]
  const { ctx, wire } = setUp(venue)
  const told = await locateMany(ids, ctx)
  expect([...told.keys()]).toEqual(ids.slice(0, 3))
  for (const [id, sought] of told) expect(sought).toEqual(await source.locate(id, setUp(venue).ctx))
  expect(wire.calls.map((call) => queryOf(call)['clob_token_ids'])).toEqual([ids, ids.slice(2)])
})

test('markets of other tokens, and a refusal of one, are errors: each is asked for alone then', async () => {
  const stranger = setUp({ 'GET gamma/markets/keyset': keyset([listedMarket()]) })
  await expectDriftAt(() => locateMany([token(9)], stranger.ctx), '[*]')
  const refusing = setUp({
    'GET gamma/markets/keyset': keyset(json(422, { error: 'invalid clob token ids' })),
  })
  expect((await failureOf(() => locateMany([token(1), token(9)], refusing.ctx))).retryable).toBe(false)
})

test('a call takes 35 tokens, and nothing that is none', () => {
  const fits = present(source.fitACall)
  const ids = Array.from({ length: 36 }, (_, index) => token(index))
  expect(fits(ids.slice(0, 35))).toBe(true)
  expect(fits(ids)).toBe(false)
  for (const other of ['700101', condition(1), 'will-ada', '']) expect(fits([other])).toBe(false)
})
