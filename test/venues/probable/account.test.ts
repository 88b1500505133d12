import { expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { probable } from '../../../src/venues/probable/index.js'
import { condition, token, wallet } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { tolerant } from '../../support/venue.js'
import { type Answer, queryOf } from '../../support/wire.js'
import { nativeMarket, nativePosition, pageOf } from './payloads.js'
import { setUp } from './set-up.js'

const positionsOf = present(probable.account?.positionsOf)

const read = async (answer: Answer, address = wallet) => {
  const { ctx, wire } = setUp({
    'GET market/markets': (call: VenueCall) =>
      pageOf(queryOf(call)['active'] === 'true' ? [nativeMarket()] : []),
    'GET orderbook/position/current': answer,
  })
  return { positions: await positionsOf(address, ctx), wire }
}
const once = (rows: readonly unknown[]) => (call: VenueCall) => (queryOf(call)['offset'] === '0' ? rows : [])

const whole = {
  marketId: '2101',
  outcomeId: token(1),
  outcomeLabel: 'Yes',
  size: 28.09,
  entryPrice: 0.55,
  currentPrice: 0.615,
  currentValue: 17.2754,
  unrealizedPnL: 1.8259,
  realizedPnL: 0.5,
}

test('the whole position, from the documented spelling and the one that a client reads', async () => {
  const { positions, wire } = await read(once([nativePosition()]))
  expect(positions).toEqual([whole])
  expect(queryOf(present(wire.calls[0]))).toEqual({
    user: wallet,
    limit: '500',
    offset: '0',
    sizeThreshold: '0',
  })
  const snake = {
    token_id: token(1),
    condition_id: condition(1),
    size: 28.09,
    avg_price: 0.55,
    cur_price: 0.615,
    current_value: 17.2754,
    cash_pnl: 1.8259,
    realized_pnl: 0.5,
    outcome: 'Yes',
  }
  expect((await read(once([snake]))).positions).toEqual([whole])
})

test('a market that no list knows is named by its condition; unknown money is absent', async () => {
  const row = nativePosition({
    conditionId: condition(7),
    avgPrice: null,
    curPrice: null,
    currentValue: null,
    cashPnl: null,
    realizedPnl: null,
  })
  const { positions } = await read(once([row]))
  expect(positions).toEqual([
    { marketId: condition(7), outcomeId: token(1), outcomeLabel: 'Yes', size: 28.09 },
  ])
})

test('what was sold is no position', async () => {
  const rows = [nativePosition({ size: 0 }), nativePosition({ asset: token(2) })]
  expect((await read(once(rows))).positions.map(({ outcomeId }) => outcomeId)).toEqual([token(2)])
})

test('an odd market costs no position, and the lists are read once for all of them', async () => {
  const markets = [nativeMarket(), ...[2, 3].map((n) => nativeMarket({ id: `210${n}`, active: null }))]
  const { ctx: strict, wire } = setUp({
    'GET market/markets': (call: VenueCall) => pageOf(queryOf(call)['active'] === 'true' ? markets : []),
    'GET orderbook/position/current': once(
      [1, 7, 8, 9].map((n) => nativePosition({ asset: token(n), conditionId: condition(n) })),
    ),
  })
  const ctx = tolerant(strict)
  const positions = await positionsOf(wallet, ctx)
  expect(positions.map(({ marketId }) => marketId)).toEqual(['2101', ...[7, 8, 9].map((n) => condition(n))])
  expect(ctx.omissions.isWhole).toBe(false)
  expect(wire.calls.filter(({ path }) => path === '/markets').length).toBeLessThan(6)
})

test('pages are walked by offset to an empty one', async () => {
  const pages = [token(1), token(2), token(3)].map((asset) => nativePosition({ asset }))
  const { positions } = await read((call: VenueCall) => {
    const offset = Number(queryOf(call)['offset'])
    return pages.slice(offset, offset + 2)
  })
  expect(positions.map(({ outcomeId }) => outcomeId)).toEqual([token(1), token(2), token(3)])
})

test('more positions than the venue lists are an error', async () => {
  const error = await failureOf(() =>
    read((call: VenueCall) =>
      Array.from({ length: 500 }, (_unused, n) =>
        nativePosition({ asset: token(Number(queryOf(call)['offset']) + n) }),
      ),
    ),
  )
  expect(error.detail).toMatchObject({ kind: 'offset_wall' })
})

test.each(['', 'me', `${wallet}0`])("'%s' is no address", async (address) => {
  expect(await failureOf(() => read([], address))).toMatchObject({
    code: 'VALIDATION_ERROR',
    field: 'address',
  })
})

test.each([
  ...mutationsOf(['0.asset', '0.conditionId', '0.size'], ['dropped', 'renamed', 'retyped', 'nulled']),
  ...mutationsOf(
    ['avgPrice', 'curPrice', 'currentValue', 'cashPnl', 'realizedPnl', 'outcome'].map((name) => `0.${name}`),
    ['retyped'],
  ),
])('a position with its $path $how is an error', async (mutation) => {
  await expectDrift(
    () => read(once(mutate([nativePosition()], mutation))),
    mutation.path.replace('0.', '[0].'),
  )
})

test.each(['avgPrice', 'curPrice', 'currentValue', 'cashPnl', 'outcome'])(
  'a page of positions none of which has %s is an error',
  async (name) => {
    const rows = Array.from({ length: 5 }, (_unused, n) =>
      nativePosition({ asset: token(n), [name]: undefined }),
    )
    await expectDrift(() => read(once(rows)), name)
  },
)

test.each([null, {}, { positions: [] }])('%j is no list of positions', async (answer) => {
  await expectDrift(() => read(answer), '')
})
