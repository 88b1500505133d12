import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models/models.js'
import { toWireMarket } from '../../../src/api/models/wire-rows.js'
import { createDigester } from '../../../src/catalog/file/digest.js'
import { NEXT, packMarket, unpackRow } from '../../../src/catalog/rows/packed-rows.js'
import { joinText } from '../../../src/catalog/rows/row-stream.js'
import { market } from '../../core/fake-venue.js'

const outcome = fc.record({
  outcomeId: fc.string({ unit: 'binary' }),
  marketId: fc.constant('M'),
  // With the very letters that the packed text has of its own.
  label: fc.string({ unit: fc.constantFrom('a', '"', '\\', '\u0002', '\u0003', '\u0004', '0', '市') }),
})
/** Which outcome a shortcut is: one of the list, one of its own, or none. */
const choice = fc.option(fc.nat(5), { nil: undefined })

const markets = fc
  .tuple(fc.array(outcome, { maxLength: 5 }), outcome, fc.tuple(choice, choice, choice, choice))
  .map(([outcomes, other, [yes, no, up, down]]): UnifiedMarket => {
    const chosen = (at: number | undefined) => (at === undefined ? undefined : (outcomes[at] ?? other))
    const { yes: _yes, no: _no, up: _up, down: _down, ...rest } = market('M').market
    const all = { yes: chosen(yes), no: chosen(no), up: chosen(up), down: chosen(down) }
    const known = Object.entries(all).filter(([, each]) => each !== undefined)
    return { ...rest, outcomes, ...Object.fromEntries(known) }
  })

/** The packed text, as it lies in the file. */
const textOf = (row: UnifiedMarket): string =>
  Buffer.from(createDigester().bytesOf(packMarket(row))).toString()

const through = (text: string): unknown => JSON.parse(joinText([unpackRow(Buffer.from(text))]))

describe('a packed market', () => {
  test('is the market when it is unpacked', () => {
    fc.assert(
      fc.property(markets, (row) => {
        expect(through(textOf(row))).toEqual(JSON.parse(JSON.stringify(toWireMarket(row))))
      }),
      { numRuns: 500 },
    )
  })

  test('is the market beside others, packed or not', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(markets, fc.boolean()), { minLength: 1, maxLength: 5 }), (rows) => {
        const texts = rows.map(([row, isPacked]) =>
          isPacked ? textOf(row) : JSON.stringify(toWireMarket(row)),
        )
        const together = unpackRow(Buffer.from(texts.join(String.fromCharCode(NEXT))))
        const wanted = `[${rows.map(([row]) => joinText([unpackRow(Buffer.from(textOf(row)))]))}]`
        expect(JSON.parse(`[${joinText([together])}]`)).toEqual(JSON.parse(wanted))
      }),
    )
  })

  test('says each outcome once', () => {
    const [label, id] = ['a label of some length', 'M-yes']
    const yes = { outcomeId: id, marketId: 'M', label }
    const row = { ...market('M').market, outcomes: [yes], yes, up: yes, no: yes, down: yes }
    expect(textOf(row).split(label)).toHaveLength(2)
  })

  test('may have many outcomes', () => {
    for (const count of [80, 81, 500]) {
      const outcomes = Array.from({ length: count }, (_, at) => ({
        outcomeId: `O${at}`,
        marketId: 'M',
        label: 'x',
      }))
      const last = outcomes.at(-1) as (typeof outcomes)[number]
      const row = { ...market('M').market, outcomes, yes: last, no: last }
      expect(through(textOf(row))).toEqual(JSON.parse(JSON.stringify(toWireMarket(row))))
    }
  })

  test('is whatever JSON it is where it never was packed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(through(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
