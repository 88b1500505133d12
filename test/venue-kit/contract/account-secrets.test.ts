import { expect, test } from 'vitest'
import { accountOf } from '../../../src/venue-kit/contract/account-secrets.js'
import { myriad } from '../../../src/venues/myriad/index.js'

const of = (values: Readonly<Record<string, string>>) =>
  accountOf({ id: 'limitless' }, { values, withheld: false })
const key = `0x${'ab12'.repeat(16)}`
const wallet = `0x${'Ab12'.repeat(10)}`

test.each([
  ['without 0x', key.slice(2)],
  ['in upper case', `0x${key.slice(2).toUpperCase()}`],
  ['with 0X', key.toUpperCase()],
  ['with spaces around', ` ${key}\n`],
])(
  'a key %s is the same account’s, so that no repeat of an order is taken for another',
  (_how, privateKey) => {
    expect(of({ privateKey })).toBe(of({ privateKey: key }))
  },
)

test.each([
  ['in lower case', wallet.toLowerCase()],
  ['without 0x', wallet.slice(2)],
  ['with spaces around', ` ${wallet} `],
])('so is a wallet’s address %s', (_how, walletAddress) => {
  expect(of({ walletAddress, privateKey: key })).toBe(of({ walletAddress: wallet, privateKey: key }))
})

test('other wallets, names that are told apart by case, and other venues are other accounts', () => {
  const accounts = [
    of({ privateKey: key }),
    of({ privateKey: key.replace('a', 'c') }),
    of({ walletAddress: wallet }),
    of({ apiKey: 'Key' }),
    of({ apiKey: 'key' }),
    accountOf({ id: 'rain' }, { values: { privateKey: key }, withheld: false }),
  ]
  expect(new Set(accounts).size).toBe(accounts.length)
})

test('an account on Myriad is the wallet that signs: a key of its API is no name, and the wallet’s own changes nothing', () => {
  const on = (values: Readonly<Record<string, string>>) => accountOf(myriad, { values, withheld: false })
  const own = on({ privateKey: key })
  expect(on({ privateKey: key, apiKey: 'team' })).toBe(own)
  expect(on({ privateKey: key, walletAddress: wallet })).toBe(own)
  expect(on({ privateKey: key.replace('a', 'c'), apiKey: 'team' })).not.toBe(own)
})
