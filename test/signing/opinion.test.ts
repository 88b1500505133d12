import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '../../src/signing/address.js'
import { privateKeyOf, recoverAddress } from '../../src/signing/private-key.js'
import { hashTypedData, signTypedData, type TypedData } from '../../src/signing/typed-data.js'
import { exchangeOrderTypes } from '../../src/venue-kit/orders/exchange-order.js'
import { devKey } from './examples.js'

/** Vectors of clients of Opinion: the structure of Polymarket's first exchange in another domain. */
const order = (message: Readonly<Record<string, unknown>>): TypedData => ({
  domain: {
    name: 'OPINION CTF Exchange',
    version: '1',
    chainId: 56,
    verifyingContract: '0x5f45344126d6488025b0b84a3a8189f2487a7246',
  },
  types: exchangeOrderTypes,
  primaryType: 'Order',
  message: { taker: ZERO_ADDRESS, expiration: 0, nonce: 0, feeRateBps: 0, signatureType: 2, ...message },
})

describe('an order', () => {
  test.each([
    [
      'buy limit',
      '12345',
      '45000000000000000000',
      '100000000000000000000',
      0,
      '0x53a758374bf826f2a79ce278d94cd4bb003fa73a1637e900923ad966508e8b0b' +
        '11543720a8c48e7e19c2a26ced2d0d9892716fa55d9fdc7d61c22dc70d89e3771c',
    ],
    [
      'sell limit',
      '999',
      '37500000000000000000',
      '27112500000000000000',
      1,
      '0x08d7c617fd014b7976ee504c88c705797be07301ae84f6ebedd92d85c5294810' +
        '35c92e74b13a84847507944680b1537c45ec54bf8f42cf802cb1b1d3dd1faf391c',
    ],
    [
      'buy limit odd',
      '42',
      '6199999999999999930',
      '87323943661971830000',
      0,
      '0x3613a7eeb9a3c777283b91b59c57697b050b12135f22b1d88449c58de31232ff' +
        '05cf1efae61b0e58ee809b287abcf6e2cd59c16b67a7d5cf092b3057abc2a5321c',
    ],
    [
      'market buy',
      '7',
      '20000000000000000000',
      '0',
      0,
      '0xb8d954d7c861b18b8d69434b40ffbbedbbf59d6ea5c96b7b2c4371172bfbb815' +
        '7792e5afaa33e21a88bf734240f3696fa92a7b3ae7d8d877c03feb61176fb05e1b',
    ],
  ])('%s', (_, salt, makerAmount, takerAmount, side, signature) => {
    const data = order({
      maker: '0x1111111111111111111111111111111111111111',
      signer: devKey.address,
      tokenId: '75412273803674445758900415334684151472292182399939034781239749105696457113226',
      salt,
      makerAmount,
      takerAmount,
      side,
    })
    expect(signTypedData(devKey, data)).toBe(signature)
    expect(recoverAddress(hashTypedData(data), signature)).toBe(devKey.address)
  })
})

describe('a recorded order', () => {
  const key = privateKeyOf('0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef')
  const known = key.address
  // The first was recorded with another key, which is not told.
  const strange = '0xb67f9a782D3678a0BAC50C22eacbb4924Fe9D4cF'

  test.each([
    [
      'limit buy',
      strange,
      '1785581371733',
      '2500000000000000000',
      '5000000000000000000',
      0,
      '0x9d2d7284c58c44ea8bd50189ca740d2928ecc29cd30fde592e56b90ec071c713' +
        '642618e3952d8def4cc2c056accad78e939557ec0c62266b05fcab09e0e8a3041c',
    ],
    [
      'limit sell',
      known,
      '1786098500146',
      '5000000000000000000',
      '2500000000000000000',
      1,
      '0x887a77789075891410ecdffcd82b822b9522ddb982e99f41197d3a06cdc28437' +
        '12afa2658ec5576dfd56917761f325daaf728df1ee304d425c79f77e16441f9b1c',
    ],
    [
      'limit buy postOnly',
      known,
      '1786098500181',
      '2500000000000000000',
      '5000000000000000000',
      0,
      '0xe99ed719cbbdb9e133621f3573f2a617f78d553ae240f871d7ddee7e2b00bb68' +
        '4f740d6badc4be206a4e2e6d7f293f72d44626fd047eb303fec5209dd4c109501b',
    ],
    [
      'market buy spends the quote amount without a price',
      known,
      '1786098500184',
      '2000000000000000000',
      '0',
      0,
      '0x2a52c8a4e96ad6d227e7ab58d8766b97995f1c409c349a1dab93a99ff84fb6a8' +
        '26f5c39933a75767a2ceca3fbf78a0c8238a65bc0f5a2535198bdcda784393b91c',
    ],
    [
      'market sell uses the user-provided price as the reference',
      known,
      '1786098500188',
      '5000000000000000000',
      '2000000000000000000',
      1,
      '0xf868c73bb40809667af0ac32b3c9ac265dcb38167d7868d3be68f389efbcad06' +
        '7213316abe5fa8906b619d445d99b330b508a66c80492f9a30b60634f2a2471c1c',
    ],
  ])('%s', (_, account, salt, makerAmount, takerAmount, side, signature) => {
    const data = order({
      maker: '0xcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
      signer: '0xabababababababababababababababababababab',
      tokenId: '28693516923723830335610225677829403677173535256277787397410382793775279999599',
      salt,
      makerAmount,
      takerAmount,
      side,
    })
    expect(recoverAddress(hashTypedData(data), signature)).toBe(account)
    if (account === known) expect(signTypedData(key, data)).toBe(signature)
  })
})
