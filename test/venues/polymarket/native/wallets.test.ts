import { describe, expect, test } from 'vitest'
import type { Address } from '../../../../src/signing/address.js'
import { kindOfWallet, namesOf, walletsOf } from '../../../../src/venues/polymarket/native/wallets.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { owner } from '../set-up.js'

/** Of the public development account, as polymarket-client 0.14.0 derives them. */
const own = {
  0: owner,
  1: '0x365f0CA36Ae1f641E02fE3B7743673da42A13A70',
  2: '0xd93B25cb943D14d0d34FBaF01Fc93a0f8b5F6E47',
  3: '0xBc0fF067b7740Eff76C1ca93c875Ba6B890d6B50',
  older3: '0xdf8b9E8f9AB23f261F6e1B171B7454ae6E46Ba76',
} as const

describe('the wallets of a key', () => {
  test('are those that the official client derives', () => {
    expect(walletsOf(owner)).toEqual(own)
  })

  // Made by the same client.
  test.each<readonly [Address, Address, Address, Address, Address]>([
    [
      '0x0000000000000000000000000000000000000aBc',
      '0x451EC58Cf86B5A09E282E39B9D1fAb9296802903',
      '0xdb9c35878c87361C801c60d18922078333e7D8e1',
      '0x68704e1aadc7f166618E139294aEf55128a2b069',
      '0x766e5b7Af4eaEB31553c100C790341d699C20544',
    ],
    [
      '0xCb91cE375Bc8FBbCBDe5c0994164d8399F767C45',
      '0x8b87feB289EBDcA72069712b7EFA5B62Ae98bF8f',
      '0xe23021a85ec4f9D6a5F4f5953d9874f0E1d9313E',
      '0xc94ad132899ded03fAa096f79dac1B08d072eE57',
      '0x61439F281BaC018FA09AC0BA2C858aCEC71cDa1f',
    ],
    [
      '0xA6EB8c9EBD69fE29D76d4330F1446beAB0c11fDe',
      '0x6103a6864085276a9F6b991e4a13C6B2766d141c',
      '0x8132Dedc320Ea69628174ff0f6C58DD80743F22C',
      '0x368F1056a1f6eFA247faea6466B3BF1C989321d6',
      '0x0C025d38b8d8489c7929BF4F86666d069bcF52ad',
    ],
  ])('of %s', (address, proxy, safe, deposit, older3) => {
    expect(walletsOf(address)).toEqual({ 0: address, 1: proxy, 2: safe, 3: deposit, older3 })
  })

  test.runIf(haveSamples)('of every vector', () => {
    const { wallets } = Object(sample('polymarket', 'wallet-derivation-vectors.json'))
    for (const wallet of wallets) {
      expect(walletsOf(wallet.owner)).toEqual({
        0: wallet.owner,
        1: wallet.poly_proxy_type_1,
        2: wallet.safe_type_2,
        3: wallet.deposit_wallet_beacon_type_3,
        older3: wallet.deposit_wallet_uups_type_3,
      })
    }
  })

  test.each<[Address, number]>([
    [own[0], 0],
    [own[1], 1],
    [own[2], 2],
    [own[3], 3],
    [own.older3, 3],
  ])('%s is of kind %d', (wallet, kind) => {
    expect(kindOfWallet(owner, wallet)).toBe(kind)
  })

  test('another address is none of them', () => {
    expect(kindOfWallet(owner, own[3].replace('Bc0f', 'Bc0e') as Address)).toBeUndefined()
  })

  test('are named with their kinds, or those of one kind', () => {
    for (const address of Object.values(own)) expect(namesOf(owner)).toContain(address)
    expect(namesOf(owner, 3).match(/0x/g)).toHaveLength(2)
  })
})
