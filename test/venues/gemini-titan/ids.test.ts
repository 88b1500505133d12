import { describe, expect, test } from 'vitest'
import { readId } from '../../../src/venues/gemini-titan/ids.js'

describe('an id', () => {
  const symbol = 'GEMI-NFL-2608212330-CAR-JAX-M-CAR'
  test.each([
    [`GEMI:${symbol}:yes`, { kind: 'contract', symbol, side: 'yes' }],
    [` gemi:${symbol.toLowerCase()}:NO `, { kind: 'contract', symbol, side: 'no' }],
    [`gemi-${symbol}`, { kind: 'contract', symbol }],
    [symbol, { kind: 'contract', symbol }],
    [symbol.toLowerCase(), { kind: 'contract', symbol }],
    ['GEMI-SOL2603050500-HI90.5', { kind: 'contract', symbol: 'GEMI-SOL2603050500-HI90.5' }],
  ])('%s names a contract', (text, expected) => {
    expect(readId(text)).toEqual(expected)
  })

  test.each([
    ['DEMNOM2028', { kind: 'event', ticker: 'DEMNOM2028' }],
    ['NFL-2608212330-CAR-JAX-M', { kind: 'event', ticker: 'NFL-2608212330-CAR-JAX-M' }],
    ['fed-in-june', { kind: 'event', ticker: 'FED-IN-JUNE', slug: 'fed-in-june' }],
    ['fed--over-6.25-', { kind: 'event', ticker: 'FED--OVER-6.25-', slug: 'fed--over-6.25-' }],
    ['https://www.gemini.com/prediction-markets/FEDJAN26?utm=1', { kind: 'event', ticker: 'FEDJAN26' }],
    [
      'https://www.gemini.com/predictions/F1-MADGP-WIN/grand-prix?a=1',
      { kind: 'event', ticker: 'F1-MADGP-WIN' },
    ],
    ['https://exchange.gemini.com/prediction-markets/events/FEDJAN26', { kind: 'event', ticker: 'FEDJAN26' }],
  ])('%s names an event', (text, expected) => {
    expect(readId(text)).toEqual(expected)
  })

  test.each([
    '',
    '../x',
    'a b',
    'newly-listed',
    'UPCOMING',
    'GEMI:FEDJAN26:yes',
    'GEMI:GEMI-A-B:maybe',
    'x'.repeat(300),
  ])('%j names nothing', (text) => {
    expect(readId(text)).toEqual({ kind: 'none' })
  })
})
