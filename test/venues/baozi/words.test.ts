import { beforeEach, expect, test } from 'vitest'
import { listEnumerations, takeUnknownWords } from '../../../src/venue-kit/payload/native-enums.js'
import { baozi } from '../../../src/venues/baozi/index.js'
import { readMarket } from '../../../src/venues/baozi/native/accounts.js'
import { marketBytes, raceBytes } from './payloads.js'

/** Codes of a byte stand for words here. */

const NEW = 9
const own = () => listEnumerations().filter(({ venue }) => venue === baozi.id)
const counted = (enumeration: string) => [{ venue: 'baozi', enumeration, word: '9', count: 1 }]
beforeEach(() => void takeUnknownWords())

test('every enumeration has its case here', () => {
  expect(own().map(({ name }) => name)).toEqual([
    'market.status',
    'market.currency_type',
    'market.layer',
    'market.access_gate',
  ])
  expect(own().every(({ words }) => !words.includes(String(NEW)))).toBe(true)
})

test.each([marketBytes, raceBytes])(
  'an unknown status is refused by its code, and counted: %o',
  (bytesOf) => {
    expect(() => readMarket(bytesOf({ status: NEW }))).toThrow("unknown value '9' for market.status")
    expect(takeUnknownWords()).toEqual(counted('market.status'))
  },
)

test.each([
  ['market.layer', { layer: NEW }, 'layer'],
  ['market.access_gate', { accessGate: NEW }, 'accessGate'],
] as const)('%s: an unknown code is absent, and counted', (name, given, member) => {
  for (const bytesOf of [marketBytes, raceBytes]) {
    const market = readMarket(bytesOf(given))
    expect(market).toBeDefined()
    expect(market).not.toHaveProperty(member)
    expect(takeUnknownWords()).toEqual(counted(name))
  }
})

test('an unknown currency is counted; amounts in it are left out (rows.test.ts)', () => {
  readMarket(marketBytes({ currency: NEW }))
  expect(takeUnknownWords()).toEqual(counted('market.currency_type'))
})

test('known codes are not counted', () => {
  for (const code of [0, 1, 2]) readMarket(raceBytes({ status: code + 4, layer: code, accessGate: code }))
  expect(takeUnknownWords()).toEqual([])
})
