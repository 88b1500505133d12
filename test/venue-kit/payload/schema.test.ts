import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { parseIso } from '../../../src/api/times/instant.js'
import { isDecimal } from '../../../src/api/values/numerals.js'
import {
  decimal,
  epochTime,
  isoTime,
  optionalOf,
  ornamentOf,
  probability,
  requireNonNegative,
  text,
} from '../../../src/venue-kit/payload/schema.js'
import { readInSingleStep } from '../../../src/venue-kit/payload/single-request.js'

/** What venues send in the place of a number, a time or a text, and what they never should. */
const sent = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    ' ',
    '0',
    '-0',
    '0.5',
    ' 1.5 ',
    '1e3',
    'NaN',
    'Infinity',
    '0x10',
  ),
  fc.constantFrom<unknown>('2026-11-25', '2026-11-25T08:00:00Z', '2026-02-30', '0001-01-01T00:00:00Z'),
  fc.double(),
  fc.double({ min: -1, max: 2 }).map(String),
  fc.string(),
  fc.boolean(),
  fc.array(fc.string()),
  fc.object(),
)

const plainDecimal = z.unknown().transform((value, ctx) => {
  const parsed = typeof value === 'string' && isDecimal(value.trim()) ? Number(value) : value
  if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed
  ctx.addIssue({ code: 'custom', message: 'none' })
  return z.NEVER
})
const plainTime = z.string().transform((value, ctx) => {
  const parsed = parseIso(value)
  if (parsed === undefined) ctx.addIssue({ code: 'custom', message: 'none' })
  return parsed
})
const plainText = z.string().min(1)
const plainly = (schema: z.ZodType) =>
  z
    .preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())
    .catch(undefined)

const readings: readonly (readonly [name: string, quick: z.ZodType, plain: z.ZodType])[] = [
  ['a decimal', decimal, plainDecimal],
  ['a probability', probability, plainDecimal.refine((value) => value >= 0 && value <= 1)],
  ['an amount', requireNonNegative('below 0'), plainDecimal.refine((value) => value >= 0)],
  ['a text', text, plainText],
  ['a time', isoTime, plainTime],
  ['an ornament', ornamentOf(decimal), plainly(plainDecimal)],
  ['an ornament that is a text', ornamentOf(text), plainly(plainText)],
  [
    'a list that is an ornament',
    ornamentOf(z.array(probability)),
    plainly(z.array(plainDecimal.refine((value) => value >= 0 && value <= 1))),
  ],
]

test.each(readings)('%s is read in one step as by its chain', (_name, quick, plain) => {
  fc.assert(
    fc.property(sent, (value) => {
      const member = { value }
      const [got, wanted] = [quick, plain].map((schema) => z.object({ value: schema }).safeParse(member))
      expect(got?.success).toBe(wanted?.success)
      expect(got?.data).toEqual(wanted?.data)
    }),
  )
})

test('what is not right is told by the chain, with its place', () => {
  const row = z.object({ price: optionalOf(probability), name: text })
  const { error } = row.safeParse({ price: '1.5', name: '' })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['price', 'expected a price between 0 and 1, got 1.5'],
    ['name', 'Too small: expected string to have >=1 characters'],
  ])
})

test('an ornament that cannot be read hides nothing that is wrong beside it', () => {
  const row = z.object({
    image: ornamentOf(text),
    list: ornamentOf(z.array(z.object({ id: text }))),
    id: text,
  })
  expect(row.safeParse({ image: 7, list: [{ id: 1 }], id: 'a' }).data).toEqual({ id: 'a' })
  const { error } = row.safeParse({ image: 7, list: [{}], id: 7 })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['id'])
})

test('the chain is asked only for what the one step does not read', () => {
  const asked: unknown[] = []
  const chain = z.unknown().transform((value) => {
    asked.push(value)
    return String(value)
  })
  const schema = readInSingleStep(chain, (value) => (typeof value === 'string' ? value : undefined))
  expect([schema.parse('a'), schema.parse(1)]).toEqual(['a', '1'])
  expect(asked).toEqual([1])
})

test('a time in seconds and the same in milliseconds are one instant, as numbers and as texts', () => {
  const seconds = fc.integer({ min: 100_000_000, max: 99_999_999_999 })
  fc.assert(
    fc.property(seconds, (at) => {
      for (const sent of [at, at * 1000, String(at), String(at * 1000)])
        expect(epochTime.parse(sent)).toBe(at * 1000)
    }),
  )
})

test.each([0, -1, 99_999_999, 100_000_000_000_000, '', 'soon', null, Number.NaN])('%j is no time', (sent) => {
  expect(epochTime.safeParse(sent).success).toBe(false)
})
