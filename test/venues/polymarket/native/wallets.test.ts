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
