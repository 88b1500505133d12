import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { now, setUpVenue } from '../../support/venue.js'
import { type Answers, json } from '../../support/wire.js'

/** Accounts and orders after the documented shapes (src/venues/smarkets/README.md, "Accounts and orders"). */

const keys: Secrets = { values: { apiKey: 'a@b.example', privateKey: 'pass word' }, withheld: false }
export const MINUTE = 60_000

export const session = (changes: object = {}) =>
  json(201, {
    token: 'token-1',
    stop: new Date(now + 30 * MINUTE).toISOString().slice(0, -1),
    factor: 'complete',
    ...changes,
  })

export const money = (changes: object = {}) => ({
  account: { account_id: '1', balance: '150.10', available_balance: '100.00', currency: 'GBP', ...changes },
})

/** The venue with credentials, over answers beside those to a login and a look at the money. */
export const open = (answers: Answers = {}) =>
  setUpVenue(
    smarkets,
    { 'POST api/sessions/': session(), 'GET api/accounts/': money(), ...answers },
    undefined,
    keys,
  )

export const located = { outcomeId: '6001', facts: { marketId: '5001' } }
export const terms = (changes: Partial<OrderTerms> = {}): OrderTerms => ({
  marketId: '5001',
  outcomeId: '6001',
  side: 'buy',
  type: 'limit',
  amount: '12.5',
  price: '0.0625',
  clientOrderId: 'mine',
  ...changes,
})

/** The answer to an order that rests whole. */
export const created = {
  order_id: '77',
  quantity: 125_000,
  total_executed_quantity: 0,
  available_quantity: 125_000,
}
