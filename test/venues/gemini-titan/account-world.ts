import type { VenueCall } from '../../../src/transport/call-types.js'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import type { Facts } from '../../../src/venues/gemini-titan/outcomes.js'
import { fakeClock } from '../../support/clock.js'
import { type Answers, raw } from '../../support/wire.js'
import { setUp } from './set-up.js'

/** An account of the venue with one order, for tests of orders and of the account. */

export const symbol = 'GEMI-DEM2028-DEMADA'
export const located = (side: Facts['side'] = 'no') => ({
  outcomeId: `GEMI:${symbol}:${side}`,
  facts: { symbol, side, isSettled: false },
})
export const terms = (changes: Partial<OrderTerms> = {}): OrderTerms => ({
  marketId: `gemi-${symbol}`,
  outcomeId: `GEMI:${symbol}:no`,
  side: 'buy',
  type: 'limit',
  amount: '20',
  price: '0.36',
  clientOrderId: 'mine',
  ...changes,
})
const keys: Secrets = { values: { apiKey: 'account-A', apiSecret: 'sekrit' }, withheld: false }
export const NOW = 1_769_000_000_000
export const open = (answers: Answers) => setUp(answers, fakeClock(NOW), keys)
export const PATH = 'POST account/v1/prediction-markets'

/** An order whose id no double holds, as it stands on the wire. */
export const ID = '145828000001009123'
export const order = (changes: object = {}) =>
  JSON.stringify({
    orderId: ID,
    status: 'open',
    symbol,
    side: 'buy',
    outcome: 'no',
    orderType: 'limit',
    quantity: '20',
    filledQuantity: '5',
    remainingQuantity: '15',
    price: '0.36',
    avgExecutionPrice: '0.35',
    createdAt: '2026-11-20T10:00:00.000Z',
    ...changes,
  }).replace(/"orderId":"(\d+)"/, '"orderId":$1')
export const list = (...rows: string[]) => raw(200, `{"orders":[${rows.join()}],"pagination":{}}`)
export const payloadOf = (call: VenueCall | undefined): string =>
  Buffer.from(call?.secretHeaders['X-GEMINI-PAYLOAD'] ?? '', 'base64').toString()
