import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { devKey } from '../../signing/examples.js'
import { wallet } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { json, queryOf } from '../../support/wire.js'
import { nativePosition, pageOf } from './payloads.js'
import { setUp } from './set-up.js'

const positionsOf = present(myriad.account?.positionsOf)
const path = `GET api/users/${wallet}/portfolio`

describe('positions of an address', () => {
  test('are those of both trading models that are still held', async () => {
    const { ctx, wire } = setUp({
      [path]: pageOf([
        nativePosition(),
        nativePosition({
          marketId: 827,
          networkId: 56,
          executionMode: 1,
          outcomeId: 1,
          status: 'won',
          profit: null,
        }),
        nativePosition({ marketId: 3, status: 'sold', shares: 0 }),
        nativePosition({ marketId: 4, status: 'lost' }),
        nativePosition({ marketId: 5, status: 'claimed' }),
      ]),
    })
    expect(await positionsOf(wallet.toUpperCase().replace('0X', '0x'), ctx)).toEqual([
      {
        marketId: '2741:701',
        outcomeId: '2741:701:0',
        outcomeLabel: 'Yes',
        size: 8,
        entryPrice: 0.125,
        currentPrice: 0.25,
        currentValue: 2,
        unrealizedPnL: 1,
      },
      {
        marketId: '56:ob827',
        outcomeId: '56:ob827:1',
        outcomeLabel: 'Yes',
        size: 8,
        entryPrice: 0.125,
        currentPrice: 0.25,
        currentValue: 2,
      },
    ])
    expect(wire.calls.map(queryOf)).toEqual([
      { page: '1', limit: '100', trading_model: 'all', min_shares: '0' },
    ])
  })

  test('all pages are read', async () => {
    const { ctx } = setUp({
      [path]: (call: VenueCall) => {
        const page = Number(queryOf(call)['page'])
        return pageOf([nativePosition({ marketId: page })], page, page < 3)
      },
    })
    expect((await positionsOf(wallet, ctx)).map(({ marketId }) => marketId)).toEqual([
      '2741:1',
      '2741:2',
      '2741:3',
    ])
  })

  test.each([`0x${'0b'.repeat(20)}`, null])('of points have no amounts in dollars: %j', async (token) => {
    const { ctx } = setUp({ [path]: pageOf([nativePosition({ token })]) })
    expect(await positionsOf(wallet, ctx)).toEqual([
      {
        marketId: '2741:701',
        outcomeId: '2741:701:0',
        outcomeLabel: 'Yes',
        size: 8,
        entryPrice: 0.125,
        currentPrice: 0.25,
      },
    ])
  })

  test('an unknown value stays absent', async () => {
    const { ctx } = setUp({ [path]: pageOf([nativePosition({ price: null, value: null, profit: null })]) })
    expect(await positionsOf(wallet, ctx)).toEqual([
      { marketId: '2741:701', outcomeId: '2741:701:0', outcomeLabel: 'Yes', size: 8 },
    ])
  })

  test.each(['', '0x12', 'ines.eth', `0x${'g'.repeat(40)}`])('%j is no address', async (address) => {
    const { ctx } = setUp({})
    expect(await failureOf(() => positionsOf(address, ctx))).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'address',
    })
  })

  test.each(['marketId', 'networkId', 'outcomeId', 'shares', 'status', 'executionMode'])(
    'without %s it is drift',
    async (name) => {
      const { ctx } = setUp({ [path]: pageOf([nativePosition({ [name]: undefined })]) })
      await expectDrift(() => positionsOf(wallet, ctx), `data[0].${name}`)
    },
  )

  test('a failure is no empty account', async () => {
    const { ctx } = setUp({ [path]: json(404, { error: 'Not found' }) })
    expect((await failureOf(() => positionsOf(wallet, ctx))).code).toBe('NOT_FOUND')
  })
})

describe('positions of one’s own', () => {
  const of = (values: Readonly<Record<string, string>>, at = wallet) => {
    const { ctx, wire } = setUp({
      [`GET api/users/${at.toLowerCase()}/portfolio`]: pageOf([nativePosition()]),
    })
    const held = { ...ctx, secrets: { values, withheld: false } }
    return present(myriad.account?.positions)(held).then((rows) => ({ rows, wire }))
  }
  const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

  test.each([
    ['its address', { walletAddress: wallet }, wallet],
    ['its address in the place of a key', { privateKey: wallet }, wallet],
    ['its key', { privateKey }, devKey.address],
    ['its address although there is a key', { walletAddress: wallet, privateKey }, wallet],
  ])('are those of the wallet that is known by %s', async (_by, values, at) => {
    const { rows, wire } = await of(values, at)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(wire.calls)).not.toContain(privateKey.slice(2))
  })

  test.each([
    [{}, 'walletAddress', 'missing_credential'],
    [{ walletAddress: 'my-wallet' }, 'walletAddress', 'unusable_credential'],
    [{ privateKey: '0xsecret' }, 'privateKey', 'unusable_credential'],
  ])('need a wallet: %j', async (values, part, kind) => {
    const error = await failureOf(() => of(values))
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { part, kind } })
    expect(error.message).not.toContain('0xsecret')
  })
})
