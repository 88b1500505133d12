import { describe, expect, test } from 'vitest'
import { walletKindOf } from '../../../../src/simulator/mock-venues/polymarket/wallets.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstOf, rowsAt, textAt } from '../../support/json.js'

describe.runIf(haveSamples)('the wallets of a key lie where the official client puts them', () => {
  const vectors = firstOf(rowsAt(dig(sample('polymarket', 'wallet-derivation-vectors.json'), 'wallets')))
  const owner = textAt(vectors, 'owner')

  test.each([
    ['poly_proxy_type_1', 1],
    ['safe_type_2', 2],
    ['deposit_wallet_uups_type_3', 3],
    ['deposit_wallet_beacon_type_3', 3],
  ] as const)('%s', (name, kind) => {
    expect(walletKindOf(owner, textAt(vectors, name))).toBe(kind)
    expect(walletKindOf(owner.toLowerCase(), textAt(vectors, name).toUpperCase())).toBe(kind)
    expect(walletKindOf(`${owner.slice(0, -1)}3`, textAt(vectors, name))).toBeUndefined()
  })
})
