import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { condition, token, wallet } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { type Answer, json, queryOf, sentTo } from '../../support/wire.js'
import { closedMarket, envelope, nativeMarket, positionRow } from './payloads.js'
import { keyset, setUp } from './set-up.js'

const positionsOf = present(polymarket.account?.positionsOf)
const gone = json(404, { error: 'no such route' })
const marketList = (call: VenueCall) => {
  const { closed, condition_ids } = queryOf(call)
  const asked = [condition_ids ?? []].flat()
  return [nativeMarket(), closedMarket()].filter(
    (market) => String(market.closed) === closed && asked.includes(market.conditionId),
  )
}

const read = async (answers: Readonly<Record<string, Answer>>, address = wallet) => {
  const { ctx, wire } = setUp({ 'GET gamma/markets/keyset': keyset(marketList), ...answers })
  return { positions: await positionsOf(address, ctx), wire, ctx }
}

const whole = {
  marketId: '700101',
  outcomeId: token(1),
  outcomeLabel: 'Yes',
  size: 28.09,
  entryPrice: 0.55,
  currentPrice: 0.615,
  currentValue: 17.2754,
  unrealizedPnL: 1.8259,
  realizedPnL: 0.5,
}

describe('positions of a wallet', () => {
  test('the whole position, those of archived markets and redeemable ones among them', async () => {
    const { positions, wire } = await read({ 'GET data/v2/positions': envelope([positionRow()]) })
    expect(positions).toEqual([whole])
    expect(queryOf(present(wire.calls[0]))).toEqual({
      user: wallet,
      status: 'OPEN',
      include_archived: 'true',
      limit: '500',
    })
  })

  test('markets are resolved in one call for the open and one for the closed, and remembered', async () => {
    const rows = [
      positionRow(),
      positionRow({ token_id: token(2) }),
      positionRow({ token_id: token(3), condition_id: condition(2) }),
    ]
    const { positions, wire, ctx } = await read({ 'GET data/v2/positions': envelope(rows) })
    expect(positions.map(({ marketId }) => marketId)).toEqual(['700101', '700101', '700102'])
    const calls = wire.calls.filter((call) => call.path === '/markets/keyset').map(queryOf)
    expect(calls.map(({ closed, condition_ids }) => [closed, condition_ids])).toEqual([
      ['false', [condition(1), condition(2)]],
      ['true', condition(2)],
    ])
    await positionsOf(wallet, ctx)
    expect(sentTo(wire).filter((call) => call === 'GET gamma/markets/keyset')).toHaveLength(2)
  })

  test('a market the list does not know is named by its condition', async () => {
    const row = positionRow({ condition_id: condition(7) })
    const { positions } = await read({ 'GET data/v2/positions': envelope([row]) })
    expect(positions[0]?.marketId).toBe(condition(7))
  })

  test('no positions cost one call', async () => {
    const { positions, wire } = await read({ 'GET data/v2/positions': envelope([]) })
    expect(positions).toEqual([])
    expect(sentTo(wire)).toEqual(['GET data/v2/positions'])
  })

  test('pages are walked by cursor', async () => {
    const { positions, wire } = await read({
      'GET data/v2/positions': (call: VenueCall) =>
        queryOf(call)['cursor'] === undefined
          ? envelope([positionRow()], 'c1')
          : envelope([positionRow({ token_id: token(2) })]),
    })
    expect(positions.map(({ outcomeId }) => outcomeId)).toEqual([token(1), token(2)])
    expect(queryOf(present(wire.calls[1]))).toMatchObject({ user: wallet, cursor: 'c1' })
  })

  test('of combos have their condition for a market, and say which side they are', async () => {
    const combo = (n: number, side: string, title?: string) => {
      const condition_id = `0x03${String(n).repeat(30)}${'0'.repeat(30)}`
      const token_id = String(BigInt(`${condition_id}${side}`))
      return positionRow({ condition_id, token_id, outcome: '', title })
    }
    const rows = [
      combo(1, '00', 'A and B'),
      combo(1, '01', 'A and B'),
      combo(2, '01'),
      combo(2, '00'),
      combo(3, '00', 'C'),
    ]
    const page = { 'GET data/v2/positions': envelope(rows) }
    const { positions, wire } = await read(page)
    expect(positions.map(({ outcomeLabel }) => outcomeLabel)).toEqual([
      'A and B',
      'Not A and B',
      'Not the combo',
      'Combo',
      'C',
    ])
    expect(positions[0]?.marketId).toBe(`0x03${'1'.repeat(30)}${'0'.repeat(30)}`)
    expect(sentTo(wire)).toEqual(['GET data/v2/positions'])
  })

  test('unknown money is absent, never 0', async () => {
    const row = positionRow({
      avg_price: null,
      current_price: null,
      current_value: null,
      unrealized_pnl: null,
      realized_pnl: null,
    })
    const { positions } = await read({ 'GET data/v2/positions': envelope([row]) })
    expect(positions).toEqual([{ marketId: '700101', outcomeId: token(1), outcomeLabel: 'Yes', size: 28.09 }])
  })

  test.each(['', 'me', '0x12', `${wallet}00`])("'%s' is no address", async (address) => {
    expect(await failureOf(() => read({}, address))).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'address',
    })
  })

  test('a route that is gone is an error, and the retired one is not asked', async () => {
    const { ctx, wire } = setUp({ 'GET data/v2/positions': gone })
    const error = await failureOf(() => positionsOf(wallet, ctx))
    expect(error.detail).toMatchObject({ kind: 'route_gone', matter: 'positions' })
    expect(sentTo(wire)).toEqual(['GET data/v2/positions'])
  })
})

describe('a change of shape is an error', () => {
  const numbers = ['avg_price', 'current_price', 'current_value', 'unrealized_pnl', 'realized_pnl']

  test.each([
    ...mutationsOf(
      ['token_id', 'condition_id', 'current_size'].map((name) => `data.0.${name}`),
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
    ...mutationsOf(
      [...numbers, 'outcome'].map((name) => `data.0.${name}`),
      ['retyped'],
    ),
    ...mutationsOf(['data', 'pagination'], ['dropped', 'renamed', 'retyped']),
  ])('$path $how', async (mutation) => {
    const page = mutate(envelope([positionRow()]), mutation)
    await expectDrift(() => read({ 'GET data/v2/positions': page }), mutation.path.replace('.0.', '[0].'))
  })

  test.each(['avg_price', 'current_price', 'current_value', 'unrealized_pnl'])(
    'a page of positions none of which has %s',
    async (name) => {
      const rows = Array.from({ length: 5 }, (_unused, n) =>
        positionRow({ token_id: token(n), [name]: undefined }),
      )
      await expectDrift(() => read({ 'GET data/v2/positions': envelope(rows) }), name)
    },
  )
})
