import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { probable } from '../../../src/venues/probable/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { present } from '../../support/expect.js'
import { setUpVenue, tolerant, wholeList } from '../../support/venue.js'
import { json, queryOf } from '../../support/wire.js'
import { nativeMarket } from './payloads.js'

const account = present(probable.account)
const values = {
  apiKey: 'pk',
  apiSecret: Buffer.from('a secret of nobody').toString('base64'),
  passphrase: 'words',
  privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
}
const AT = 1_795_000_000_000

const trade = (over: object = {}) => ({
  side: 'SELL',
  asset: token(2),
  conditionId: condition(1),
  size: 3,
  price: 0.4,
  timestamp: AT,
  outcomeIndex: 1,
  transactionHash: '0xabc',
  ...over,
})

/** A row as developer.probable.markets, "Trades API", shows it. */
const keyed = (over: object = {}) => ({
  id: 12345,
  orderId: 67890,
  symbol: token(2),
  price: '0.4',
  qty: '3.0',
  quoteQty: '1.2',
  commission: '0.001',
  commissionAsset: 'USDT',
  time: AT,
  buyer: false,
  maker: false,
  counterpartyId: 11111,
  ...over,
})

const page = (trades: readonly object[], next_cursor = '') => ({ trades, next_cursor })

function open(shown: readonly object[], listed: object) {
  return setUpVenue(
    probable,
    {
      'GET market/events': [],
      'GET market/markets': { markets: [nativeMarket()], pagination: { hasMore: false } },
      'GET orderbook/trades': shown,
      'GET orderbook/trade/56': listed,
    },
    undefined,
    { values, withheld: false },
  )
}

const read = async ({ ctx }: ReturnType<typeof open>) => wholeList(present(account.fills)({}, ctx), ctx)

/** What is read of an own trade when the keyed list of its token holds these rows. */
async function facts(rows: readonly object[], shown: readonly object[] = [trade()]) {
  const trades = await read(open(shown, page(rows)))
  return trades.map(({ orderId, fee }) => ({ orderId, fee }))
}

const unknown = { orderId: undefined, fee: undefined }
const whole = { orderId: `67890:${token(2)}`, fee: 0.001 }

describe('the order and the fee of an own trade', () => {
  test('come from the list that is read with a key', async () => {
    expect(await facts([keyed()])).toEqual([whole])
    // @prob/clob 0.5.0 types it as text.
    expect(await facts([keyed({ buyer: 'false' })])).toEqual([whole])
  })

  test.each([
    ['of another time', { time: AT + 1 }],
    ['of another price', { price: '0.41' }],
    ['of another size', { qty: '2' }],
    ['of the other side', { buyer: true }],
  ])('are absent for a row %s', async (_name, over) => {
    expect(await facts([keyed(over)])).toEqual([unknown])
  })

  test('are absent where two rows that fit name different orders', async () => {
    expect(await facts([keyed(), keyed({ id: 2, orderId: 67891 })])).toEqual([
      { orderId: undefined, fee: 0.001 },
    ])
    expect(await facts([keyed(), keyed({ id: 2, commission: '0.002' })])).toEqual([
      { orderId: whole.orderId, fee: undefined },
    ])
  })

  test('of as many equal trades as equal rows each gets one of them', async () => {
    const twins = [trade(), trade({ transactionHash: '0xabd' })]
    expect(await facts([keyed(), keyed({ id: 2, orderId: 67891 })], twins)).toEqual([
      whole,
      { ...whole, orderId: `67891:${token(2)}` },
    ])
    expect(await facts([keyed(), keyed({ id: 2, orderId: 67891 }), keyed({ id: 3 })], twins)).toEqual([
      { ...whole, orderId: undefined },
      { ...whole, orderId: undefined },
    ])
  })

  test('a fee in another asset than money is absent', async () => {
    expect(await facts([keyed({ commissionAsset: token(2) })])).toEqual([{ ...whole, fee: undefined }])
    expect(await facts([keyed({ commission: undefined })])).toEqual([{ ...whole, fee: undefined }])
  })

  test('each token is asked for once, page by page, until each trade is found', async () => {
    const shown = [
      trade(),
      trade({ timestamp: AT - 5 }),
      trade({ asset: token(1), outcomeIndex: 0, side: 'BUY' }),
    ]
    const set = open(shown, (call: VenueCall) => {
      const { tokenId, next_cursor: cursor } = queryOf(call)
      if (tokenId === token(1)) return page([keyed({ symbol: token(1), orderId: 5, buyer: true })], 'more')
      return cursor === undefined
        ? page([keyed()], 'second')
        : page([keyed({ time: AT - 5, orderId: 6 })], 'third')
    })
    const rows = await read(set)
    expect(rows.map(({ orderId }) => orderId)).toEqual([whole.orderId, `6:${token(2)}`, `5:${token(1)}`])
    const asked = set.wire.calls.filter(({ path }) => path === '/trade/56').map(queryOf)
    expect(asked.map(({ tokenId, next_cursor }) => [tokenId, next_cursor])).toEqual([
      [token(2), undefined],
      [token(2), 'second'],
      [token(1), undefined],
    ])
  })

  test('the trades are whole when that list fails', async () => {
    const { ctx } = open([trade()], json(400, { code: 'PAS-4000', msg: 'no' }))
    const lenient = tolerant(ctx)
    const rows = await wholeList(present(account.fills)({}, lenient), lenient)
    expect(rows).toHaveLength(1)
    expect(rows[0]).not.toHaveProperty('orderId')
    expect(lenient.omissions.warnings.join()).toContain('order ids and fees of your trades')
  })

  test('a list without an end is read so far and no further', async () => {
    let pages = 0
    const set = open([trade()], () => page([keyed({ time: 1_700_000_000_000 })], String(++pages)))
    expect(await read(set)).toMatchObject([{ price: 0.4 }])
    expect(set.wire.calls.filter(({ path }) => path === '/trade/56')).toHaveLength(5)
    expect(set.ctx.omissions.cut.join()).toContain('order ids and fees')
  })
})
