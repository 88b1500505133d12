import { keccak_256 } from '@noble/hashes/sha3'
import { toHex } from '../../src/signing/hex.js'
import { privateKeyOf } from '../../src/signing/private-key.js'
import type { TypedData } from '../../src/signing/typed-data.js'

/** First account of the public development phrase that test chains start with. */
export const devKey = privateKeyOf('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

/** Example of EIP-712, with its key. */
export const mailKey = privateKeyOf(toHex(keccak_256('cow')))
export const mail: TypedData = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}
