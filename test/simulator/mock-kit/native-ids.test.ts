import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createSideTokens,
  hideInDecimal,
  hideInHex,
  numberFromDecimal,
  numberFromHex,
} from '../../../src/simulator/mock-kit/native-ids.js'
import { offers } from '../../../src/simulator/mock-kit/venue-view.js'
import { contextOf } from '../support/context.js'
import { NOON } from '../support/stage.js'
import { openAt, world } from '../support/world.js'

const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const number = fc.integer({ min: 0, max: 2 ** 48 - 1 })

test('an id leads back to its number, under its own kind and seed only', () => {
  fc.assert(
    fc.property(seed, number, (of, hidden) => {
      expect(numberFromHex(of, 1, hideInHex(of, 1, hidden))).toBe(hidden)
      expect(numberFromDecimal(of, 1, hideInDecimal(of, 1, hidden))).toBe(hidden)
      expect(numberFromHex(of, 2, hideInHex(of, 1, hidden))).toBeUndefined()
    }),
  )
})

test('ids look alike: 64 digits of hex, 76 to 78 of decimal', () => {
  fc.assert(
    fc.property(seed, number, (of, hidden) => {
      expect(hideInHex(of, 1, hidden)).toMatch(/^[1-9a-f][0-9a-f]{63}$/)
      expect(hideInDecimal(of, 1, hidden)).toMatch(/^[1-9]\d{75,77}$/)
    }),
  )
})

test('any other text holds no number', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(numberFromHex(7, 1, text)).toBeUndefined()
      expect(numberFromDecimal(7, 1, text)).toBeUndefined()
    }),
  )
  expect(numberFromDecimal(7, 1, '9'.repeat(77))).toBeUndefined()
})

test('a token leads back to its market and its side, at its own venue only', () => {
  const tokens = createSideTokens('kalshi', { yes: 1, no: 2 }, 'a')
  const strangers = createSideTokens('kalshi', { yes: 3, no: 4 }, 'a')
  const context = contextOf(world, NOON)
  const listed = openAt(NOON).filter((market) => offers(world.eventOf(market).series, 'kalshi'))
  expect(listed.length).toBeGreaterThan(50)
  for (const market of listed.slice(0, 50)) {
    const pair = tokens.pair(world.seed, market)
    for (const [index, side] of (['yes', 'no'] as const).entries()) {
      const id = tokens.of(world.seed, market, side)
      expect(id).toBe(pair[index])
      expect(tokens.find(context, id)).toMatchObject({ market: { key: market.key }, side, id })
      expect(strangers.find(context, id)).toBeUndefined()
    }
  }
})
