import { describe, expect, test } from 'vitest'
import { toHex } from '../../src/signing/hex.js'
import { recoverAddress } from '../../src/signing/private-key.js'
import { hashTypedData, type TypedData } from '../../src/signing/typed-data.js'

/** Bodies that the tests of a client of Myriad's order book post; the keys are not told, the traders are. */
const data = (primaryType: 'Order' | 'CancelAll', message: Readonly<Record<string, unknown>>): TypedData => ({
  domain: {
    name: 'MyriadCTFExchange',
    version: '1',
    chainId: 56,
    verifyingContract: '0xa0b6f8ef8EdB64f395018D1933f2273Ce9f0f16A',
  },
  types: {
    Order: [
      { name: 'trader', type: 'address' },
      { name: 'marketId', type: 'uint256' },
      { name: 'outcomeId', type: 'uint8' },
      { name: 'side', type: 'uint8' },
      { name: 'amount', type: 'uint256' },
      { name: 'price', type: 'uint256' },
      { name: 'minFillAmount', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'expiration', type: 'uint256' },
    ],
    CancelAll: [
      { name: 'trader', type: 'address' },
      { name: 'marketId', type: 'uint256' },
      { name: 'timestamp', type: 'uint256' },
    ],
  },
  primaryType,
  message,
})
const first = '0xb67f9a782D3678a0BAC50C22eacbb4924Fe9D4cF'
const second = '0xd282B1436BC99A86eC24A164f7BEeed42CFE8511'
const common = { outcomeId: 0, side: 0, minFillAmount: '0', expiration: '0' }

describe('whoever signed is the trader', () => {
  test.each([
    [
      'an order',
      data('Order', {
        ...common,
        trader: first,
        marketId: '730',
        amount: '2000000000000000000',
        price: '500000000000000000',
        nonce: '1700000000000',
      }),
      first,
      '0xdb503f38a9ea6b940e59f95bc8255057cd1788bf47fb7021f3c5d982d456e36b' +
        '48e8165867f1e4ccb0f1d09d6852700bc1a26a5973a35bffde5e3142fc586baa1c',
    ],
    [
      'another order',
      data('Order', {
        ...common,
        trader: second,
        marketId: '827',
        amount: '1000000000000000000',
        price: '10000000000000000',
        nonce: '1784793980668',
      }),
      second,
      '0x9aa1cc6c756d8897465975e132e898f31381a23d564f23041602f58c568d7df1' +
        '6b94f8c9504bae7540515829ad0a89f9a8de1476c38795a328ac70aa6206f54a1c',
    ],
    [
      'cancelling all',
      data('CancelAll', { trader: first, marketId: 730, timestamp: '1700000000' }),
      first,
      '0x00fe5baed61bbf8ba65f58d06121152ed5c22c2432f4fe57f44dbf860d11e216' +
        '3845bd0a46442f82965f5bb0712d7cc84c652b34cf32338bc92decfa9ebeb7451b',
    ],
  ])('%s', (_, signed, trader, signature) => {
    expect(recoverAddress(hashTypedData(signed), signature)).toBe(trader)
  })
})

test('the venue names an order by the digest that is signed', () => {
  const signed = data('Order', {
    ...common,
    trader: second,
    marketId: '827',
    amount: '1000000000000000000',
    price: '10000000000000000',
    nonce: '1784793980668',
  })
  expect(toHex(hashTypedData(signed))).toBe(
    '0x758a1763c59bbe61c314f3c0c9b5bae0ad942120500eb39e3e8349bbe13990e0',
  )
})
