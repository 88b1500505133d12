import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { flag, id, listOrText, optionalOf, ornamentOf, text } from '../../../src/venue-kit/payload/schema.js'
import { findSingleStep, readInSingleStep, UNREAD } from '../../../src/venue-kit/payload/single-request.js'
import { marketReply } from '../../../src/venues/kalshi/schemas.js'
import { gammaMarket } from '../../../src/venues/polymarket/schemas.js'
import * as kalshi from '../../venues/kalshi/payloads.js'
import * as polymarket from '../../venues/polymarket/payloads.js'

/** What may stand in the place of a member; undefined for a member that is absent. */
const sent = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    '0',
    '0.5',
    '1.5',
    'true',
    'NaN',
    '["0.5","0.5"]',
    '[',
    '0xAB',
  ),
  fc.constantFrom<unknown>('2026-11-25T08:00:00Z', '0001-01-01T00:00:00Z', [], [''], [null], {}, [{}]),
  fc.double(),
  fc.string(),
  fc.boolean(),
  fc.array(fc.string()),
  fc.constantFrom<unknown>([{ label: 7 }], [{ label: 'a', id: 1 }], [{ start: 0, end: 1, step: 0 }]),
  fc.constantFrom<unknown>({ rate: '0.04', exponent: 1 }, { rate: [] }),
)

const rows: readonly (readonly [string, z.ZodType, Record<string, unknown>])[] = [
  ['a market of Polymarket', gammaMarket, polymarket.nativeMarket()],
  ['a listed market of Polymarket', gammaMarket, polymarket.listedMarket()],
  ['a market of Kalshi', marketReply.shape.market, kalshi.nativeMarket()],
]

describe.each(rows)('%s', (_name, schema, good) => {
  const step = findSingleStep(schema)

  test('is read in one step', () => {
    expect(step?.(good)).toEqual(schema.parse(good))
  })

  test('with anything in the place of its members is what its chain reads, or is left to it', () => {
    const names = fc.constantFrom(...Object.keys(good))
    const changes = fc.uniqueArray(fc.tuple(names, sent), { selector: ([name]) => name, maxLength: 3 })
    fc.assert(
      fc.property(changes, (changed) => {
        const raw: Record<string, unknown> = { ...good, ...Object.fromEntries(changed) }
        for (const name of Object.keys(raw)) if (raw[name] === undefined) delete raw[name]
        const read = step?.(raw)
        if (read !== UNREAD) expect({ data: read, success: true }).toEqual(schema.safeParse(raw))
      }),
      { numRuns: 300 },
    )
  })
})

/** Read, left to the chain, or without a step at all. */
function reading(schema: z.ZodType, value: unknown): unknown {
  const step = findSingleStep(schema)
  if (step === undefined) return 'no step'
  const read = step(value)
  return read === UNREAD ? 'the chain' : read
}

test('schemas that are made of others are read in one step where those are', () => {
  expect(reading(z.object({ a: optionalOf(text), b: flag }), { a: '', b: true, c: 1 })).toEqual({
    a: undefined,
    b: true,
  })
  expect(reading(z.object({ a: ornamentOf(z.array(z.string())) }), { a: ['x'] })).toEqual({ a: ['x'] })
  expect(reading(listOrText(id), '["a","b"]')).toEqual(['a', 'b'])
  expect(reading(listOrText(id), ['a'])).toEqual(['a'])
  expect(reading(z.enum(['yes', 'no']), 'no')).toBe('no')
  expect(reading(z.unknown().optional(), undefined)).toBeUndefined()
  expect(reading(z.object({ a: z.string().transform(Number) }), { a: '1' })).toBe('no step')
})

test('what has checks, keeps other members or comes out of other types has no step of its own', () => {
  expect(reading(z.string().max(1), 'ab')).toBe('no step')
  expect(
    reading(
      z.object({ a: z.string() }).refine(() => false),
      { a: '' },
    ),
  ).toBe('no step')
  expect(reading(z.looseObject({ a: z.string() }), { a: '', b: 1 })).toBe('no step')
  expect(reading(z.coerce.number(), '1')).toBe('no step')
})

test('a member that must be there is left to the chain where it is absent, whatever it is', () => {
  expect(reading(z.object({ a: z.unknown(), b: text }), { b: 'x' })).toBe('the chain')
  expect(reading(z.object({ a: text }), [])).toBe('the chain')
  expect(reading(z.object({ a: text }), null)).toBe('the chain')
})

test('names of members are no code', () => {
  const schema = z.object({ 'a"]; throw 1; //': text, constructor: ornamentOf(text) })
  expect(reading(schema, { 'a"]; throw 1; //': 'x', constructor: 'y' })).toEqual({
    'a"]; throw 1; //': 'x',
    constructor: 'y',
  })
})

test('a step is made when it is first needed, and once', () => {
  let made = 0
  const inner = readInSingleStep(z.string(), (value) => {
    made++
    return typeof value === 'string' ? value : undefined
  })
  const schema = z.object({ a: inner })
  expect(findSingleStep(schema)).toBe(findSingleStep(schema))
  expect(made).toBe(0)
})
