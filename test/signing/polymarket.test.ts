import { describe, expect, test } from 'vitest'
import { recoverForWallet, signForWallet, ZERO_WORD } from '../../src/signing/contract-wallet.js'
import { type Hex, toHex } from '../../src/signing/hex.js'
import { hmacKeyOf } from '../../src/signing/hmac.js'
import { recoverAddress } from '../../src/signing/private-key.js'
import { hashTypedData, signTypedData, type TypedData } from '../../src/signing/typed-data.js'
import { devKey } from './examples.js'

/** Vectors of clients of Polymarket: orders of the second exchange, its two logins. */

const exchange = (isNegRisk: boolean): Hex =>
  isNegRisk ? '0xe2222d279d744050d28e00520010520000310F59' : '0xE111180000d2663C0091e4f400237545B87B996B'

const types = {
  Order: [
    { name: 'salt', type: 'uint256' },
    { name: 'maker', type: 'address' },
    { name: 'signer', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'makerAmount', type: 'uint256' },
    { name: 'takerAmount', type: 'uint256' },
    { name: 'side', type: 'uint8' },
    { name: 'signatureType', type: 'uint8' },
    { name: 'timestamp', type: 'uint256' },
    { name: 'metadata', type: 'bytes32' },
    { name: 'builder', type: 'bytes32' },
  ],
}

const order = (isNegRisk: boolean, message: Readonly<Record<string, unknown>>): TypedData => ({
  domain: {
    name: 'Polymarket CTF Exchange',
    version: '2',
    chainId: 137,
    verifyingContract: exchange(isNegRisk),
  },
  types,
  primaryType: 'Order',
  message: { metadata: ZERO_WORD, builder: ZERO_WORD, ...message },
})

const common = {
  tokenId: '71321045679252212594626385532706912750332728571942532289631379312455583992563',
  makerAmount: 5_200_000,
  takerAmount: 10_000_000,
  salt: 479_249_096_354,
  timestamp: 1_713_398_400_000,
}
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const proxy = '0x1111111111111111111111111111111111111111'
const builder = `0x${'ab'.repeat(32)}`

describe('an order', () => {
  const vectors = [
    [
      0,
      false,
      'BUY',
      account,
      ZERO_WORD,
      '0xdf1c6bd25b4bf910c2e1eae6a99805743ab542a7503ce1ebc79ac6e468b8f22e',
      '0xa23b385f9826de5777e672b463178742bd2e4d50d757d5ac87ddcf817abcafdc03904d6f1db29f4182b68476e12c1c' +
        '9e5c23a76fa408f87f56eed2aa682955591b',
    ],
    [
      0,
      true,
      'SELL',
      account,
      ZERO_WORD,
      '0x2ccafdb59ef10402d3123e2f974ab7d4ac88afca424112eae5f0c97f7160cc41',
      '0x7a03b25f7b0ae4dac0267fec75ba10aefe651debdbb51cd220868a16ba2f77d6447ff77940d82cec06770387071631' +
        'ac59b63220f9364d4cb1b08e2976b668c71c',
    ],
    [
      1,
      false,
      'BUY',
      proxy,
      builder,
      '0x0cafc4910e4a1505cd70db8f966c4c2095e797a4c3f7eacb4482d7f46e2fe154',
      '0x90046f11d21d3821d1c5a89fdc4be52759f5ccc52e23bdb22da5637035a299917dccdb9abefc552d2009c2726cc241' +
        '15c9fddd8ac8c734e7a77816c4f352365f1b',
    ],
    [
      1,
      true,
      'SELL',
      proxy,
      builder,
      '0xb507916f2b26e36eca68c124182c9afb017494187d308f43846eb297ee535e00',
      '0x8911520222b485e7b51b41457aa5461c172ce75d541827dbf6f834d437c590f95a25c2c86e8a433240d6b096826322' +
        '937ebc0547cfbaca146ead47782d2e1c461b',
    ],
    [
      2,
      false,
      'BUY',
      proxy,
      ZERO_WORD,
      '0xaf3b67094353458ad7d5a3c8448f95305b8eac91b7acec0e2769a96081cc21a7',
      '0x362185b67d716328e1674e87840e739cebdf73ea733d943fe14c43ec3823ae515003674dcd01fcac21bf8e3e80341b' +
        '925505c876928c32fbf58846c06ccbf32b1b',
    ],
    [
      2,
      true,
      'SELL',
      proxy,
      ZERO_WORD,
      '0x75368e8cad3e77aea25278d82c9aa810d8b6ce85d8f53387610c0cff09ea528c',
      '0x8bc49508b4b0c7671759090ed52d7041d3e8c0b5c86583df3c7d8f080cd6257a1f5c023c4c6d4e99281d88753ba2f4' +
        '8640f038ed4e428f77b326ad53f07ee4ae1c',
    ],
  ] as const

  test.each(vectors)(
    'of kind %s, with negative risk %s, side %s',
    (signatureType, isNegRisk, side, maker, builder, hash, signature) => {
      const data = order(isNegRisk, {
        ...common,
        maker,
        signer: account,
        builder,
        signatureType,
        side: side === 'BUY' ? 0 : 1,
      })
      expect(toHex(hashTypedData(data))).toBe(hash)
      expect(signTypedData(devKey, data)).toBe(signature)
      expect(recoverAddress(hashTypedData(data), signature)).toBe(account)
    },
  )
})

describe('an order of a wallet that is a contract', () => {
  const wallet = {
    name: 'DepositWallet',
    version: '1',
    chainId: 137,
    verifyingContract: proxy,
    salt: ZERO_WORD,
  } as const
  const vectors = [
    [
      false,
      'BUY',
      '0xc5bc62b6017a63c9dab12fbee9a9b61f34d909d1a53c0325332e71f18a082b55',
      '0xe3ecabc040fcaebf776cf8d97cd438e5418b42ee0ec633b629603e2d4f6835ad5dadab671b891d44f6f1cf11b9a6d2' +
        'da5ce0a53a140b6e9461a55d019668a5c91b3264e159346253e26a64e00b69032db0e7d32f94628de3e6eecb50304d7a' +
        'f3d2488236941f93152b3c9efdc9cc621f0f4ffad1d5cc715b93dffe41bd0e65dc8a4f726465722875696e7432353620' +
        '73616c742c61646472657373206d616b65722c61646472657373207369676e65722c75696e7432353620746f6b656e49' +
        '642c75696e74323536206d616b6572416d6f756e742c75696e743235362074616b6572416d6f756e742c75696e743820' +
        '736964652c75696e7438207369676e6174757265547970652c75696e743235362074696d657374616d702c6279746573' +
        '3332206d657461646174612c62797465733332206275696c6465722900ba',
    ],
    [
      true,
      'SELL',
      '0x2ff8325c3fcf2a3dff7ec3bfc7110b8d3425c79347fd21e0249c350b4657cd79',
      '0x2cc8baa80576dcd80ad616550501196282e61c6a5965d8fb9e3c8079d01ba4a2183e75b711fdfdcdeebcd21d298178' +
        '3e61360505f9f1f052c4063bdb7ed505c91c9b858f53327b0bd13af8ec14cfb35234fb9eb7b0504d1a4e61f433840d30' +
        'e81a2478864a7658e7f33c83948ac9f8be632110f767d1899116b060aacd9cac445e4f726465722875696e7432353620' +
        '73616c742c61646472657373206d616b65722c61646472657373207369676e65722c75696e7432353620746f6b656e49' +
        '642c75696e74323536206d616b6572416d6f756e742c75696e743235362074616b6572416d6f756e742c75696e743820' +
        '736964652c75696e7438207369676e6174757265547970652c75696e743235362074696d657374616d702c6279746573' +
        '3332206d657461646174612c62797465733332206275696c6465722900ba',
    ],
  ] as const
  const data = (isNegRisk: boolean, side: string): TypedData =>
    order(isNegRisk, {
      ...common,
      maker: proxy,
      signer: proxy,
      signatureType: 3,
      side: side === 'BUY' ? 0 : 1,
    })

  test.each(vectors)('with negative risk %s, side %s', (isNegRisk, side, hash, signature) => {
    expect(toHex(hashTypedData(data(isNegRisk, side)))).toBe(hash)
    expect(signForWallet(devKey, data(isNegRisk, side), wallet)).toBe(signature)
    expect(recoverForWallet(data(isNegRisk, side), wallet, signature)).toBe(account)
  })

  test('as the tests of another client have it, by the key of all their recordings, which is not told', () => {
    const owner = '0xcdcE79F820BE9d6C5033db5c31d1AE3A8c2399bB'
    const recorded = order(false, {
      salt: 1_700_000_000_000,
      maker: owner,
      signer: owner,
      tokenId: '16040015440196279900485035793550429453516625694844857319147506590755961451627',
      makerAmount: '2500000',
      takerAmount: '5000000',
      side: 0,
      signatureType: 3,
      timestamp: '1700000000000',
    })
    const signature =
      '0x9670f962d8b0ec00df13475a30f90c8b934822b5768060d3005246ff5ae33abc5125dce72f48eb87e4a90c19a8a26b' +
      '29c9356701e8f376e88c227685fb8960151b3264e159346253e26a64e00b69032db0e7d32f94628de3e6eecb50304d7a' +
      'f3d277482bb1c562bc643e7ad92f879dac1c41dff3ccb89395b995d8da8e7bcc92304f726465722875696e7432353620' +
      '73616c742c61646472657373206d616b65722c61646472657373207369676e65722c75696e7432353620746f6b656e49' +
      '642c75696e74323536206d616b6572416d6f756e742c75696e743235362074616b6572416d6f756e742c75696e743820' +
      '736964652c75696e7438207369676e6174757265547970652c75696e743235362074696d657374616d702c6279746573' +
      '3332206d657461646174612c62797465733332206275696c6465722900ba'
    expect(recoverForWallet(recorded, { ...wallet, verifyingContract: owner }, signature)).toBe(
      '0xb67f9a782D3678a0BAC50C22eacbb4924Fe9D4cF',
    )
  })

  test("is nobody's for another order, exchange or wallet, nor when something is cut off or put behind", () => {
    const [[isNegRisk, side, , signature]] = vectors
    const recover = (text: string): unknown => recoverForWallet(data(isNegRisk, side), wallet, text)
    expect(recoverForWallet(data(isNegRisk, 'SELL'), wallet, signature)).toBeUndefined()
    expect(recoverForWallet(data(!isNegRisk, side), wallet, signature)).toBeUndefined()
    const other = { ...wallet, verifyingContract: account } as const
    expect(recoverForWallet(data(isNegRisk, side), other, signature)).not.toBe(account)
    for (const text of [signature.slice(0, -2), `${signature}00`, signature.slice(0, 132), 'no hex', '']) {
      expect(recover(text)).toBeUndefined()
    }
  })
})

describe('the login', () => {
  test.each([
    [
      1713398400,
      0,
      '0xb83e6407df605cacd39032130987f4fb6e6a7187056cd88c8051c92f43ed50ae27174838d08318611d76cbf80110a9' +
        'b39868b1e02c515268ab3e31073c4512fa1b',
    ],
    [
      1789650000,
      7,
      '0x8019d76fb4941af527f427df479ee5c459288388e679777544b8fb8e140ec852780869a77c828c991b473f8f197d84' +
        '6466b3ee563fc96a359ba5347477377cda1c',
    ],
  ] as const)('at %s with nonce %s', (timestamp, nonce, signature) => {
    const data: TypedData = {
      domain: { name: 'ClobAuthDomain', version: '1', chainId: 137 },
      types: {
        ClobAuth: [
          { name: 'address', type: 'address' },
          { name: 'timestamp', type: 'string' },
          { name: 'nonce', type: 'uint256' },
          { name: 'message', type: 'string' },
        ],
      },
      primaryType: 'ClobAuth',
      message: {
        address: account,
        timestamp: String(timestamp),
        nonce,
        message: 'This message attests that I control the given wallet',
      },
    }
    expect(signTypedData(devKey, data)).toBe(signature)
    expect(recoverAddress(hashTypedData(data), signature)).toBe(account)
  })
})

describe('a private call', () => {
  const key = hmacKeyOf('dGhpcyBpcyBhIHRlc3Qgc2VjcmV0IGtleSBub3QgcmVhbA==', 'base64')

  test.each([
    ['GET', '/data/orders', '', '8RpYH_GPGJyUjtELAZD50AQd90pF1utN41hsoVO_rBg='],
    [
      'POST',
      '/order',
      '{"order":{"salt":1},"owner":"k","orderType":"GTC"}',
      'v5kzpiMualA5nFMVQYIM4U-UCtwF6fgYK15RI9FN8Og=',
    ],
    ['DELETE', '/cancel-all', '', 'UdU9QcM7Bv_HE6xqvXfSA470pon9hTpe669oKoR-vIU='],
    ['DELETE', '/orders', '["0xabc","0xdef"]', 'xvWsy06PpuRI7GdZYGiwlzTl_O0yB4MFmcRDoUVqHuY='],
  ])('%s %s', (method, path, body, signature) => {
    expect(key.sign(`1713398400${method}${path}${body}`, 'sha256', 'base64url')).toBe(signature)
  })

  test('as the tests of the official client have it', () => {
    const zeros = hmacKeyOf('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'base64')
    expect(zeros.sign('1000000test-sign/orders{"hash": "0x123"}', 'sha256', 'base64url')).toBe(
      'ZwAdJKvoYRlEKDkNMwd5BuwNNtg93kNaR_oU2HrfVvc=',
    )
  })
})
