import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  packOutcomeId,
  readEventTicker,
  readOutcomeId,
  readTicker,
  resolveReading,
} from '../../../src/venues/kalshi/ids.js'

const ticker = fc
  .tuple(
    fc.stringMatching(/^KX[A-Z]{1,8}$/),
    fc.stringMatching(/^[A-Z0-9.]{1,8}$/),
    fc.constantFrom('', '-NO', '-NO-NO', '-YES'),
  )
  .map(([series, market, suffix]) => `${series}-26-${market}${suffix}`)

const settle = (id: string, tickers: readonly string[]) => {
  const reading = readOutcomeId(id)
  return reading && resolveReading(reading, (candidate) => tickers.includes(candidate))
}

describe('tickers', () => {
  test.each([
    ['kxorbmayor-26-vela', 'KXORBMAYOR-26-VELA'],
    [' KXTEMP-26MAY15-B65.5 ', 'KXTEMP-26MAY15-B65.5'],
    ['CO2', 'CO2'],
  ])('%s is read as %s', (text, expected) => {
    expect(readTicker(text)).toBe(expected)
  })

  test.each([
    '',
    ' ',
    '..',
    '-NO',
    'A,B',
    'A B',
    'A/B',
    'A?b=1',
    'A#b',
    'A%2F',
    'A\\B',
    `K${'X'.repeat(200)}`,
  ])('%j cannot be a ticker', (text) => {
    expect(readTicker(text)).toBeUndefined()
    expect(readOutcomeId(text)).toBeUndefined()
  })
})

describe('outcome ids', () => {
  test('a market whose own ticker ends in -NO keeps its YES side', () => {
    const tickers = ['KXBALL-26AUG15JACNO-NO', 'KXBALL-26AUG15JACNO-JAC']
    expect(settle('kxball-26aug15jacno-no', tickers)).toEqual({ ticker: tickers[0], side: 'yes' })
    expect(settle('KXBALL-26AUG15JACNO-NO-NO', tickers)).toEqual({ ticker: tickers[0], side: 'no' })
    expect(settle('KXBALL-26AUG15JACNO-JAC-NO', tickers)).toEqual({ ticker: tickers[1], side: 'no' })
  })

  test('an id whose market does not exist means nothing', () => {
    expect(settle('KXBALL-26AUG15JACNO-JAC', ['KXBALL-26AUG15JACNO'])).toBeUndefined()
    expect(settle('KXBALL-26AUG15JACNO-NO', ['KXBALL'])).toBeUndefined()
  })

  test('packing and reading are inverse for every market that exists', () => {
    fc.assert(
      fc.property(fc.uniqueArray(ticker, { minLength: 1, maxLength: 6 }), (tickers) => {
        for (const name of tickers) {
          expect(settle(packOutcomeId({ ticker: name, side: 'yes' }), tickers)).toEqual({
            ticker: name,
            side: 'yes',
          })
          const noId = packOutcomeId({ ticker: name, side: 'no' })
          // A sibling with that very ticker is the one case in which the id belongs to the sibling.
          if (!tickers.includes(noId)) expect(settle(noId, tickers)).toEqual({ ticker: name, side: 'no' })
        }
      }),
    )
  })

  test('the spelling of the case does not matter', () => {
    fc.assert(
      fc.property(ticker, fc.constantFrom('yes', 'no'), (name, side) => {
        const id = packOutcomeId({ ticker: name, side })
        expect(settle(id.toLowerCase(), [name])).toEqual(settle(id, [name]))
      }),
    )
  })
})

describe('events by the address of their page', () => {
  test.each([
    ['kxorbmayor-26', 'KXORBMAYOR-26'],
    ['https://kalshi.com/events/KXORBMAYOR-26', 'KXORBMAYOR-26'],
    ['https://kalshi.com/markets/kxorbmayor/next-mayor/kxorbmayor-26', 'KXORBMAYOR-26'],
    [
      ' http://www.Kalshi.com/markets/kxorbmayor/next-mayor/kxorbmayor-26/?op_source=x#rules ',
      'KXORBMAYOR-26',
    ],
    ['https://kalshi.com/markets/kxorbmayor', undefined],
    ['https://kalshi.com/markets/kxorbmayor/next-mayor', undefined],
    ['https://kalshi.com/calendar/x/y/z', undefined],
    ['https://kalshi.community/events/KXORBMAYOR-26', undefined],
    ['https://kalshi.com', undefined],
  ])('%j is %s', (address, expected) => {
    expect(readEventTicker(address, 'https://kalshi.com')).toBe(expected)
  })
})
