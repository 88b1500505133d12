import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, decimalOf, multiply } from '../../../../src/api/values/decimal.js'
import {
  amountsOf,
  type DraftOrder,
  saltOf,
  toSignedOrder,
} from '../../../../src/venues/polymarket/native/order.js'
import { signLogin, signOrder } from '../../../../src/venues/polymarket/native/wallet.js'
import { devKey } from '../../../signing/examples.js'
import { failureOf } from '../../../support/expect.js'

const account = devKey.address
const wallet = '0x1111111111111111111111111111111111111111'

const draft = (changes: Partial<DraftOrder> = {}): DraftOrder => ({
  version: 2,
  isNegRisk: false,
  salt: 479_249_096_354,
  maker: account,
  signer: account,
  tokenId: '71321045679252212594626385532706912750332728571942532289631379312455583992563',
  makerAmount: '5200000',
  takerAmount: '10000000',
  side: 'buy',
  kind: 0,
  timestamp: '1713398400000',
  feeRateBps: '0',
  ...changes,
})

describe('an order is signed as other clients sign it', () => {
  test.each([
    [{}, '0xdf1c6bd25b4bf910c2e1eae6a99805743ab542a7503ce1ebc79ac6e468b8f22e', '0xa23b385f9826de57'],
    [
      { isNegRisk: true, side: 'sell' },
      '0x2ccafdb59ef10402d3123e2f974ab7d4ac88afca424112eae5f0c97f7160cc41',
      '0x7a03b25f7b0ae4da',
    ],
    [
      { kind: 2, maker: wallet },
      '0xaf3b67094353458ad7d5a3c8448f95305b8eac91b7acec0e2769a96081cc21a7',
      '0x362185b67d716328',
    ],
    [
      { kind: 2, maker: wallet, isNegRisk: true, side: 'sell' },
      '0x75368e8cad3e77aea25278d82c9aa810d8b6ce85d8f53387610c0cff09ea528c',
      '0x8bc49508b4b0c767',
    ],
    [
      { kind: 3, maker: wallet, signer: wallet },
      '0xc5bc62b6017a63c9dab12fbee9a9b61f34d909d1a53c0325332e71f18a082b55',
      '0xe3ecabc040fcaebf',
    ],
    [
      { kind: 3, maker: wallet, signer: wallet, isNegRisk: true, side: 'sell' },
      '0x2ff8325c3fcf2a3dff7ec3bfc7110b8d3425c79347fd21e0249c350b4657cd79',
      '0x2cc8baa80576dcd8',
    ],
  ] as const)('%j', (changes, hash, signature) => {
    const signed = signOrder(devKey, draft(changes))
    expect(signed.hash).toBe(hash)
    expect(signed.signature.slice(0, 18)).toBe(signature)
    const tail = signed.signature.slice(-4)
    expect(tail === '00ba').toBe('kind' in changes && changes.kind === 3)
  })

  test('and a login', () => {
    expect(signLogin(devKey, '1713398400')).toBe(
      '0xb83e6407df605cacd39032130987f4fb6e6a7187056cd88c8051c92f43ed50ae' +
        '27174838d08318611d76cbf80110a9b39868b1e02c515268ab3e31073c4512fa1b',
    )
  })

  test('the body has the members that official clients send, in their order', () => {
    const owner = '0xcdcE79F820BE9d6C5033db5c31d1AE3A8c2399bB'
    const order = draft({
      salt: 1_700_000_000_000,
      maker: owner,
      signer: owner,
      kind: 3,
      makerAmount: '2500000',
      takerAmount: '5000000',
      timestamp: '1700000000000',
    })
    const none = `0x${'0'.repeat(64)}`
    expect(JSON.stringify(toSignedOrder(order, '0xabcd'))).toBe(
      `{"salt":1700000000000,"maker":"${owner}","signer":"${owner}","tokenId":"${order.tokenId}",` +
        `"makerAmount":"2500000","takerAmount":"5000000","side":"BUY","expiration":"0","signatureType":3,` +
        `"timestamp":"1700000000000","metadata":"${none}","builder":"${none}","signature":"0xabcd"}`,
    )
  })

  test('deposit wallets are refused by the first exchange', async () => {
    const order = draft({ version: 1, kind: 3, maker: wallet, signer: wallet })
    expect(await failureOf(() => signOrder(devKey, order))).toMatchObject({ code: 'INVALID_ORDER' })
  })
})

describe('amounts', () => {
  test.each([
    ['0.1', '0.1', '5', 'buy', '500000', '5000000'],
    ['0.1', '0.1', '5', 'sell', '5000000', '500000'],
    ['0.1', '0.1', '19.23', 'buy', '1923000', '19230000'],
    ['0.1', '0.1', '0.01', 'sell', '10000', '1000'],
    ['0.0001', '0.33', '3.14', 'sell', '3140000', '1036200'],
    ['0.0001', '0.07', '19.23', 'buy', '1346100', '19230000'],
    ['0.0001', '0.07', '0.01', 'buy', '700', '10000'],
    ['0.0001', '0.07', '33.33', 'buy', '2333100', '33330000'],
    ['0.0001', '0.07', '7.77', 'buy', '543900', '7770000'],
    ['0.0025', '0.9975', '7.77', 'buy', '7750575', '7770000'],
  ] as const)('of tick %s at %s for %s to %s', (tick, price, amount, side, makerAmount, takerAmount) => {
    expect(amountsOf({ side, amount, price }, tick)).toEqual({ makerAmount, takerAmount })
  })

  /** The purchases of py-clob-client-v2#99, of which the venue refused those with more than four decimals. */
  test.each([
    ['0.01', '0.98', '9980000', '10183600'],
    ['0.005', '0.985', '9980000', '10131900'],
    ['0.001', '0.985', '9980000', '10131900'],
    ['0.0025', '0.9825', '9990000', '10167900'],
    ['0.0001', '0.9853', '9980000', '10128800'],
  ])(
    'by money of tick %s at %s count contracts in ten-thousandths',
    (tick, price, makerAmount, takerAmount) => {
      const spend = String(Number(makerAmount) / 1e6)
      expect(amountsOf({ side: 'buy', amount: '10', price, spend }, tick)).toEqual({
        makerAmount,
        takerAmount,
      })
    },
  )

  test('a tick without documented rounding is refused', async () => {
    const odd = () => amountsOf({ side: 'buy', amount: '5', price: '0.5' }, '0.02')
    expect((await failureOf(odd)).detail).toMatchObject({ kind: 'unknown_tick' })
  })

  test('never give more than was asked, nor buy dearer by more than rounding', () => {
    const ticks = ['0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001']
    const asked = fc.record({
      tick: fc.constantFrom(...ticks),
      steps: fc.integer({ min: 1, max: 9_999 }),
      hundredths: fc.integer({ min: 1_000, max: 10_000_000 }),
      type: fc.constantFrom('market' as const, 'limit' as const),
    })
    fc.assert(
      fc.property(asked, ({ tick, steps, hundredths, type }) => {
        const count = Math.round(1 / Number(tick))
        const price = multiply(decimalOf(tick), decimalOf(1 + (steps % (count - 1))))
        const amount = decimalOf((hundredths / 100).toFixed(2))
        const cost = multiply(price, amount)
        const terms = {
          type,
          side: 'buy',
          amount: (hundredths / 100).toFixed(2),
          price: String(Number(price.units) / 10 ** price.scale),
        } as const
        fc.pre(compare(cost, decimalOf(1)) >= 0)
        const { makerAmount, takerAmount } = amountsOf(terms, tick)
        const given = { units: BigInt(makerAmount), scale: 6 }
        expect(compare(given, cost)).toBeLessThanOrEqual(0)
        if (type === 'limit') expect(compare(given, cost)).toBe(0)
        expect(Number(takerAmount) / 1e6).toBeLessThanOrEqual(hundredths / 100)
      }),
    )
  })
})

test('the salt follows from the name, and every client reads it exactly', () => {
  expect(saltOf('a')).toBe(saltOf('a'))
  expect(saltOf('a')).not.toBe(saltOf('b'))
  fc.assert(fc.property(fc.string(), (name) => Number.isSafeInteger(saltOf(name))))
})
