import { myriad } from '../../../src/venues/myriad/index.js'
import { type BookOrder, orderHash, renderOrder } from '../../../src/venues/myriad/native/order.js'
import type { OutcomeFacts } from '../../../src/venues/myriad/outcomes.js'
import { devKey } from '../../signing/examples.js'
import { setUpVenue } from '../../support/venue.js'
import type { Answers, FakeWire } from '../../support/wire.js'
import { bookMarket } from './payloads.js'

/** Orders of the order book after the recorded shapes (src/venues/myriad/README.md). */

export const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
export const trader = devKey.address

export const facts: OutcomeFacts = {
  place: { index: 0, isNegative: false },
  ref: { network: 56, model: 'ob', number: 827 },
  slug: bookMarket().slug,
  indexes: [0, 1],
}

/** As Sign-In with Ethereum (EIP-4361) spells it; the members around it are those of PyPI synpath 0.11.0. */
export const loginMessage = [
  'myriad.markets wants you to sign in with your Ethereum account:',
  trader,
  '',
  'URI: https://myriad.markets',
  'Version: 1',
  'Chain ID: 56',
  'Nonce: made0up0nonce',
  'Issued At: 2026-11-21T12:00:00.000Z',
].join('\n')

/** A session that is opened by whoever signs. */
const session: Answers = {
  'GET api/auth/nonce': { nonce: 'made0up0nonce', message: loginMessage },
  'POST api/auth/login': { accessToken: 'access-1', refreshToken: 'refresh-1' },
}

/** The venue over canned answers, with somebody's key, who may sign in. */
export function open(answers: Answers = {}, values: Readonly<Record<string, string>> = { privateKey }) {
  return setUpVenue(myriad, { ...session, ...answers }, undefined, { values, withheld: false })
}

/** What was sent besides signing in. */
export function besideLogin({ calls }: FakeWire) {
  return calls.filter(({ path }) => !path.startsWith('/auth/'))
}

/** An order of 2 shares at 0.5 of one's own wallet. */
export function bookOrder(over: Partial<BookOrder> = {}): BookOrder {
  return {
    trader,
    marketId: 827n,
    outcomeId: 0,
    side: 0,
    amount: 2n * 10n ** 18n,
    price: 5n * 10n ** 17n,
    minFillAmount: 0n,
    nonce: 1_700_000_000_000n,
    expiration: 0n,
    ...over,
  }
}

/** As `GET /orders/{hash}` shows an order. */
export function nativeOrder(order: BookOrder = bookOrder(), over: Record<string, unknown> = {}) {
  const spelled = renderOrder(order)
  return {
    orderHash: orderHash(order, 56),
    clientOrderId: null,
    order: { ...spelled, marketId: Number(order.marketId), trader: order.trader },
    status: 'open',
    signatureType: 0,
    filledAmount: '0',
    timeInForce: 'GTC',
    createdAt: '2026-11-21T11:06:21.279Z',
    filledAt: null,
    networkId: 56,
    updatedAt: '2026-11-21T11:06:21.279Z',
    cancelledAt: null,
    ...over,
  }
}
