import { expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDriftAt, failureOf, present } from '../../support/expect.js'
import { json, queryOf } from '../../support/wire.js'
import { closedMarket, listedMarket } from './payloads.js'
import { down, long, short, up } from './protocol-venue.js'
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

test('positions and tokens are asked apart, and what is of an unknown protocol is left to be refused alone', async () => {
  const rows = [
    listedMarket({ version: 'v2', conditionId: short, positionIds: [up, down] }),
    listedMarket({ id: '5', version: 'v3', clobTokenIds: JSON.stringify([token(7), token(8)]) }),
    listedMarket({ id: '6', conditionId: condition(6), clobTokenIds: JSON.stringify([token(5), token(6)]) }),
  ]
  const { ctx, wire } = setUp({
    'GET gamma/markets/keyset': (call: VenueCall) => {
      const { clob_token_ids = [], position_ids = [], closed } = queryOf(call)
      const asked = [clob_token_ids, position_ids].flat()
      const fits = (row: (typeof rows)[number]) =>
        asked.some((id) => row.clobTokenIds?.includes(id) || JSON.stringify(row).includes(`"${id}"`))
      return { markets: closed === 'false' ? rows.filter(fits) : [] }
    },
  })
  const told = await locateMany([up, token(5), token(7)], ctx)
  expect([...told.keys()]).toEqual([up, token(5)])
  expect(told.get(up)).toMatchObject({
    outcome: { facts: { tokenId: up, otherTokenId: down, conditionId: long, version: 'v2' } },
  })
  const asked = wire.calls.map((call) => [queryOf(call)['clob_token_ids'], queryOf(call)['position_ids']])
  expect(asked.slice(0, 2)).toEqual([
    [[token(5), token(7)], undefined],
    [undefined, up],
  ])
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
