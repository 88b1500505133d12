import { describe, expect, it } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { findParsedText, parseCandles } from '../../../src/api/models/parsed-candles.js'
import { renderCandle, renderCandles } from '../../../src/candles/store/candle-row.js'
import { createSeededRandom } from '../../../src/effects/random.js'

/** Parses texts that a separator divides. */
function parse(texts: readonly string[], separator = ','): readonly PriceCandle[] | undefined {
  const bytes = Buffer.from(texts.join(separator), 'latin1')
  const starts = new Uint32Array(texts.length + 1)
  texts.forEach((text, at) => {
    starts[at + 1] = Number(starts[at]) + text.length + 1
  })
  return parseCandles(bytes, starts, 0, texts.length)?.bars
}

const bar: PriceCandle = { timestamp: 60_000, open: 0.5, high: 0.75, low: 0.25, close: 0.3, volume: 12 }
const text = renderCandle(bar)

const random = createSeededRandom(7)
const prices = [0, 1, 1e-7, 1e-6, 0.1 + 0.2, 1 / 3, 123_456_789_012_345, 1e21, 0.000_123, 5e-324, 99.5]
const anyNumber = (): number => {
  const kind = random()
  if (kind < 0.3) return prices[Math.floor(random() * prices.length)] ?? 0
  return kind < 0.6 ? Math.round(random() * 10_000) / 10_000 : random() * 10 ** Math.floor(random() * 30 - 10)
}
const anyBar = (at: number): PriceCandle => ({
  timestamp: 1_700_000_000_000 + at * 60_000,
  ...{ open: anyNumber(), high: anyNumber(), low: anyNumber(), close: anyNumber() },
  ...(random() < 0.5 ? { volume: anyNumber() } : {}),
})

describe('parsed candles', () => {
  it('parses what the renderer writes, and nothing else', () => {
    let parsed = 0
    for (let at = 0; at < 5_000; at++) {
      const one = anyBar(at)
      const found = parse([renderCandle(one)])
      if (found === undefined) expect(renderCandle(one)).toMatch(/e[-+]/)
      else {
        parsed++
        expect(found).toEqual([one])
        expect(found.map(renderCandle)).toEqual([renderCandle(one)])
      }
    }
    expect(parsed).toBeGreaterThan(500)
  })

  it.each([
    ['zeros at the end', text.replace('0.5', '0.50')],
    ['no digit after the point', text.replace('12', '12.')],
    ['no digit before the point', text.replace('0.5', '.5')],
    ['zeros at the beginning', text.replace('12', '012')],
    ['two points', text.replace('0.75', '0.7.5')],
    ['an exponent', text.replace('12', '1.2e1')],
    ['a sign', text.replace('12', '-12')],
    ['a negative zero', text.replace('0.25', '-0')],
    ['a small number without an exponent', text.replace('0.25', '0.0000001')],
    ['more digits than a number has', text.replace('0.25', '0.25000000000000001')],
    ['a number that is not one', text.replace('0.25', 'null')],
    ['no number', text.replace('0.25', '')],
    ['another name', text.replace('open', 'opem')],
    ['spaces', text.replace(',', ', ')],
    ['another order', text.replace('"low":0.25,"close":0.3', '"close":0.3,"low":0.25')],
    ['a member more', text.replace('}', ',"trades":1}')],
    ['a text that ends later', `${text} `],
    ['a text without its end', text.slice(0, -1)],
    ['nothing', ''],
  ])('does not parse %s', (_what, other) => {
    expect(other).not.toBe(text)
    expect(parse([other])).toBeUndefined()
    expect(parse([text])).toEqual([bar])
  })

  it('needs a comma between two texts', () => {
    expect(parse([text, text])).toEqual([bar, bar])
    expect(parse([text, text], ';')).toBeUndefined()
  })

  it('has the text of the parsed objects and of each run of them, not of equal ones', () => {
    const texts = [0, 1, 2, 3].map((at) => renderCandle({ ...bar, timestamp: at * 60_000 }))
    const bars = parse(texts) ?? []
    expect(findParsedText(bars)).toBe(texts.join(','))
    expect(findParsedText(bars.slice(1, 3))).toBe(texts.slice(1, 3).join(','))
    expect(renderCandles(bars.slice(2))).toBe(`[${texts.slice(2).join(',')}]`)
    expect(findParsedText([])).toBeUndefined()
    expect(findParsedText(bars.map((one) => ({ ...one })))).toBeUndefined()
    expect(findParsedText(bars.filter((_, at) => at !== 1))).toBeUndefined()
    expect(findParsedText([...bars, { ...bar, timestamp: 240_000 }])).toBeUndefined()
    expect(renderCandles([...bars].reverse())).toBe(`[${[...texts].reverse().join(',')}]`)
  })
})
