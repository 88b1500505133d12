import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, decimalOf, fromUnits, multiply } from '../../../src/api/values/decimal.js'
import { recoverAddress } from '../../../src/signing/private-key.js'
import { hashTypedData, signTypedData } from '../../../src/signing/typed-data.js'
import {
  computeLimitAmounts,
  type ExchangeDomain,
  exchangeOrder,
  exchangeOrderData,
  saltOf,
  signatureTypes,
} from '../../../src/venue-kit/orders/exchange-order.js'
import { devKey } from '../../signing/examples.js'

const domain: ExchangeDomain = {
  name: 'Example Exchange',
  chainId: 8453,
  exchange: '0x05c748E2f4DcDe0ec9Fa8DDc40DE6b867f923fa5',
}
const order = exchangeOrder({
  side: 'sell',
  salt: 7n,
  maker: devKey.address,
  signer: devKey.address,
  tokenId: 2n ** 255n + 1n,
  makerAmount: 10_870_000n,
  takerAmount: 1_000_040n,
  feeRateBps: 300n,
  signatureType: signatureTypes.wallet,
})

describe('an order', () => {
  test('is for anybody, without an end and of the first nonce', () => {
    expect(order).toMatchObject({
      taker: '0x0000000000000000000000000000000000000000',
      expiration: 0n,
      nonce: 0n,
      side: 1,
    })
  })

  test('is signed with every member of it, for one exchange', () => {
    const data = exchangeOrderData(order, domain)
    const signature = signTypedData(devKey, data)
    expect(recoverAddress(hashTypedData(data), signature)).toBe(devKey.address)
    const digest = (changed: object, of = domain) =>
      Buffer.from(hashTypedData(exchangeOrderData({ ...order, ...changed }, of))).toString('hex')
    const changes = Object.keys(order).map((name) =>
      ['maker', 'signer', 'taker'].includes(name) ? { [name]: domain.exchange } : { [name]: 3 },
    )
    const digests = [{}, ...changes].map((change) => digest(change))
    expect(new Set([...digests, digest({}, { ...domain, chainId: 56 })]).size).toBe(changes.length + 2)
  })
})

describe('amounts', () => {
  const rules = { decimals: 6, money: { buy: 'up', sell: 'down' } } as const

  test('a buyer gives money for contracts, a seller contracts for money', () => {
    const terms = { size: decimalOf('10.87'), price: decimalOf('0.092') }
    expect(computeLimitAmounts({ ...terms, side: 'buy' }, rules)).toEqual({
      makerAmount: 1_000_040n,
      takerAmount: 10_870_000n,
    })
    expect(computeLimitAmounts({ ...terms, side: 'sell' }, rules)).toEqual({
      makerAmount: 10_870_000n,
      takerAmount: 1_000_040n,
    })
  })

  test('keep the digits of money that the venue counts', () => {
    const terms = { side: 'buy', size: decimalOf('1.23'), price: decimalOf('0.123') } as const
    expect(computeLimitAmounts(terms, { ...rules, moneyDigits: 4 }).makerAmount).toBe(151_300n)
    expect(
      computeLimitAmounts(terms, { ...rules, moneyDigits: 4, money: { buy: 'down', sell: 'up' } })
        .makerAmount,
    ).toBe(151_200n)
  })

  test('are off by less than one unit of money, towards the side that the venue says', () => {
    const size = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => fromUnits(BigInt(units), 6))
    const price = fc.integer({ min: 1, max: 9_999 }).map((units) => fromUnits(BigInt(units), 4))
    fc.assert(
      fc.property(size, price, fc.constantFrom('buy', 'sell'), (contracts, at, side) => {
        const { makerAmount, takerAmount } = computeLimitAmounts({ side, size: contracts, price: at }, rules)
        const [money, units] = side === 'buy' ? [makerAmount, takerAmount] : [takerAmount, makerAmount]
        expect(fromUnits(units, 6)).toEqual(contracts)
        const exact = multiply(contracts, at)
        const off = (by: bigint) => compare(fromUnits(money + by, 6), exact)
        if (side === 'buy') {
          expect(off(0n)).toBeGreaterThanOrEqual(0)
          expect(off(-1n)).toBeLessThan(0)
        } else {
          expect(off(0n)).toBeLessThanOrEqual(0)
          expect(off(1n)).toBeGreaterThan(0)
        }
      }),
    )
  })
})

describe('a salt', () => {
  test('is the same for one name and of its size', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 16, max: 256 }), (name, bits) => {
        const salt = saltOf(name, bits)
        expect(saltOf(name, bits)).toBe(salt)
        expect(salt < 2n ** BigInt(bits)).toBe(true)
      }),
    )
  })

  test('tells names apart', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `order-${index}`)
    expect(new Set(names.map((name) => saltOf(name, 53))).size).toBe(names.length)
    expect(names.every((name) => Number.isSafeInteger(Number(saltOf(name, 53))))).toBe(true)
  })
})
