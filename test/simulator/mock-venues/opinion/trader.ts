import { signTypedData } from '../../../../src/signing/typed-data.js'
import { createSwitches } from '../../../../src/simulator/mock-kit/venue-switches.js'
import { seenFrom } from '../../../../src/simulator/mock-kit/yes-no-sides.js'
import { bookOf, walletsOf } from '../../../../src/simulator/mock-venues/opinion/accounts.js'
import { tokenId } from '../../../../src/simulator/mock-venues/opinion/ids.js'
import { opinionMock } from '../../../../src/simulator/mock-venues/opinion/index.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import { exchangeOrderTypes } from '../../../../src/venue-kit/orders/exchange-order.js'
import { devKey } from '../../../signing/examples.js'
import { present } from '../../../support/expect.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { firstOf } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

/** The API key of the wallet that signs in these tests. */
export const KEY = `demo-${devKey.address}`
export const EXCHANGE = '0x5f45344126d6488025b0b84a3a8189f2487a7246'
export const STRANGER = '0x1111111111111111111111111111111111111111'

/** Best prices of the market before anybody trades. */
export const [bid, offer] = [
  firstOf(seenFrom('yes', world.book(busy.key, NOON)).bids),
  firstOf(world.book(busy.key, NOON).asks),
]

type Changes = Readonly<Record<string, unknown>>

/** Base units of so much, exact for what the tests count in. */
export const units = (amount: number): string => `${Math.round(amount * 10 ** 6)}${'0'.repeat(12)}`

/** An order for 20 contracts at the best offer, signed by the development key. */
export function signed(changes: Changes = {}, exchange = EXCHANGE, key = devKey) {
  const order = {
    salt: '12345',
    maker: walletsOf(KEY).safe,
    signer: devKey.address,
    taker: `0x${'0'.repeat(40)}`,
    tokenId: tokenId(world.seed, busy, 'yes'),
    makerAmount: units(20 * offer.price),
    takerAmount: units(20),
    expiration: '0',
    nonce: '0',
    feeRateBps: '0',
    side: '0',
    signatureType: '2',
    ...changes,
  }
  const signature = signTypedData(key, {
    domain: {
      name: 'OPINION CTF Exchange',
      version: '1',
      chainId: 56,
      verifyingContract: exchange as `0x${string}`,
    },
    types: exchangeOrderTypes,
    primaryType: 'Order',
    message: order,
  })
  return { ...order, signature }
}

const limit = { topicId: busy.number, price: String(offer.price), tradingMethod: 2, postOnly: false }

/** A fresh exchange and what is asked of it. */
export function createTrader() {
  const switches = createSwitches()
  const stage = { now: NOON, paper: createPaperTrading(world) }
  const context = () => contextOf(world, stage.now, { paper: stage.paper, switches })
  function call(method: string, target: string, body?: unknown, key = KEY): unknown {
    const [path = '', search = ''] = target.split('?')
    const headers: Readonly<Record<string, string>> = key === '' ? {} : { apikey: key }
    const request = { method, path: `/openapi${path}`, search, headers, body }
    return JSON.parse(answer(present(opinionMock.hosts['api']), request, context()).body)
  }
  const send = (order: object, more: object = {}, key = KEY) =>
    call('POST', '/order', { ...limit, ...order, ...more }, key)
  const place = (changes: Changes = {}, more: object = {}, key = KEY) => send(signed(changes), more, key)
  return {
    switches,
    stage,
    context,
    call,
    send,
    place,
    get: (target: string) => call('GET', target),
    book: () => seenFrom('yes', bookOf(context(), busy)),
    buy: (shares: number, price = offer.price) =>
      place({ makerAmount: units(shares * price), takerAmount: units(shares) }, { price: String(price) }),
    /** A bid that nobody takes. */
    low: (shares = 1_000) =>
      place({ makerAmount: units(shares * 0.01), takerAmount: units(shares) }, { price: '0.01' }),
    spend: (money: number) =>
      place({ makerAmount: units(money), takerAmount: '0' }, { price: '0', tradingMethod: 1 }),
    /** At the market, down to a worst price; without one as the venue's client sends it. */
    sell: (shares: number, worst = 0) =>
      place(
        { side: '1', makerAmount: units(shares), takerAmount: units(shares * worst) },
        { price: String(worst), tradingMethod: 1 },
      ),
  }
}

export type Trader = ReturnType<typeof createTrader>
