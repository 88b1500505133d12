import { expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { OwnRows } from '../../../src/venue-kit/contract/account-rows.js'
import type { VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { createOmissions } from '../../../src/venue-kit/payload/response-notes.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { present } from '../../support/expect.js'

const apiKey = '3e2c94ca-8124-c4c1-c7ea-be1ea21b71fe'
const ctx = {
  secrets: {
    values: {
      apiKey,
      apiSecret: 'c2VjcmV0',
      passphrase: 'phrase',
      privateKey: `0x${'1'.repeat(64)}`,
      signatureType: '0',
    },
    withheld: false,
  },
  memo: { get: () => undefined, set: () => undefined, delete: () => undefined },
  // Names of markets only decorate: a market list that does not answer costs nothing.
  http: { send: () => Promise.reject(new PmxError('NETWORK_ERROR', 'nothing is asked')) },
  omissions: createOmissions(silentLogger, () => undefined),
  log: silentLogger,
  signal: new AbortController().signal,
} as unknown as VenueContext
const { protocol } = await present(polymarket.ownStream).open(ctx)
const market = '0xdd22472e552920b8438158ea7238bfadfa4f736aa4cee91a6b86c39ead110917'
const token = '21742633143463906290569050155826241533067272736897614950488156847949938836455'

async function rowsIn(frame: object): Promise<OwnRows> {
  const [message] = protocol.read(JSON.stringify(frame), 0)
  if (message?.kind !== 'own') throw new Error('no rows')
  return message.read(ctx)
}

/** Recorded in 2024. */
const placed = {
  asset_id: token,
  associate_trades: null,
  created_at: '1725842520',
  event_type: 'order',
  expiration: '0',
  id: '0x0f76f4dc6eaf3332f4100f2e8a0b4a927351dd64646b7bb12f37df775c657a78',
  market,
  order_owner: apiKey,
  order_type: 'GTC',
  original_size: '5',
  outcome: 'Yes',
  owner: apiKey,
  price: '0.513',
  side: 'BUY',
  size_matched: '0',
  status: 'LIVE',
  timestamp: '1725842520990',
  type: 'PLACEMENT',
}
const traded = {
  asset_id: token,
  event_type: 'trade',
  id: 'f50e8ab2-652d-4dc8-9c82-8e46197fe98d',
  maker_orders: [
    {
      asset_id: token,
      maker_address: '0x629BC4a1E53e1d475beB7ea3D388791e96Dd995A',
      matched_amount: '5',
      order_id: '0xa39ab90ec5515224a2a39c9ef967b51d10bda754902a318cac84135018b5885a',
      owner: 'ce168652-c146-2d93-a45c-f36cc52ae6f6',
      price: '0.52',
    },
  ],
  market,
  match_time: '1725958681',
  owner: apiKey,
  price: '0.52',
  side: 'BUY',
  size: '5',
  status: 'MATCHED',
  taker_order_id: '0x5b605a0e8e40f3402d3cb3bc19edad6733ed23fbc079d2a09ee399c3487ace81',
  trader_side: 'TAKER',
  transaction_hash: '0xa667ef3b363b70731c59e3d4fff50d7bdb3d6b165d49e448032cab68c82e3c66',
  type: 'TRADE',
}

test('the first frame names the keys, and no market for all of them', () => {
  expect(protocol.begin().map((frame) => JSON.parse(frame))).toEqual([
    { auth: { apiKey, secret: 'c2VjcmV0', passphrase: 'phrase' }, markets: [], type: 'user' },
  ])
  expect(protocol.read('PONG', 0)).toEqual([])
})

test('a recorded order is open, and over once it is canceled, whatever its status says', async () => {
  expect(await rowsIn(placed)).toMatchObject({
    orders: [{ id: placed.id, outcomeId: token, side: 'buy', price: 0.513, amount: 5, status: 'open' }],
  })
  expect(await rowsIn({ ...placed, type: 'CANCELLATION' })).toMatchObject({
    orders: [{ id: placed.id, status: 'canceled', filled: 0 }],
  })
})

test('a recorded trade is the same by its id at each step, and is taken back where it fails', async () => {
  const own = { id: traded.id, price: 0.52, amount: 5, side: 'buy', timestamp: 1725958681000 }
  for (const status of ['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING'])
    expect(await rowsIn({ ...traded, status })).toMatchObject({ trades: [own] })
  const { match_time: matchtime, ...documented } = traded
  expect(await rowsIn({ ...documented, matchtime })).toMatchObject({ trades: [own] })
  expect(await rowsIn({ ...traded, status: 'FAILED' })).toMatchObject({
    trades: [own, { ...own, id: `${own.id}:failed`, side: 'sell', metadata: { reverses: own.id } }],
  })
})

test('a trade whose numbers are empty is left to the list', async () => {
  expect(await rowsIn({ ...traded, size: '', price: '' })).toEqual({ changed: ['trades'] })
})
