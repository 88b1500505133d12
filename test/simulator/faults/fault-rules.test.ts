import { describe, expect, test } from 'vitest'
import { parseFaults, readFaults } from '../../../src/simulator/faults/fault-rules.js'
import { faultKinds } from '../../../src/simulator/faults/faults.js'

describe('the text form', () => {
  test.each([
    ['kalshi:429:rate=0.1:retryAfter=2', [{ venue: 'kalshi', kind: 'rate-limit', rate: 0.1, retryAfter: 2 }]],
    ['polymarket/clob:html', [{ venue: 'polymarket', host: 'clob', kind: 'html-wall' }]],
    ['*:slow:delayMs=50', [{ kind: 'slow', delayMs: 50 }]],
    ['*/api:reset', [{ host: 'api', kind: 'reset' }]],
    [
      'kalshi/api/markets/trades:null',
      [{ venue: 'kalshi', host: 'api', path: 'markets/trades', kind: 'null-body' }],
    ],
    ['kalshi:503', [{ venue: 'kalshi', kind: 'server-error', status: 503 }]],
    [
      'kalshi:reword:field=status:word=zz:words=open|closed',
      [{ venue: 'kalshi', kind: 'reword-field', field: 'status', word: 'zz', words: ['open', 'closed'] }],
    ],
    ['kalshi:rename:field=ticker', [{ venue: 'kalshi', kind: 'rename-field', field: 'ticker' }]],
    [
      'kalshi:cut, polymarket:stall',
      [
        { venue: 'kalshi', kind: 'cut-body' },
        { venue: 'polymarket', kind: 'stall' },
      ],
    ],
    [
      'polymarket/clob:venue-error:error=trading-disabled',
      [{ venue: 'polymarket', host: 'clob', kind: 'venue-error', error: 'trading-disabled' }],
    ],
    ['kalshi:empty:path=/events', [{ venue: 'kalshi', path: '/events', kind: 'empty-object' }]],
    ['', []],
  ])('%s', (text, rules) => {
    expect(parseFaults(text)).toEqual(rules)
  })

  test('words belong to the fault that replaces them', () => {
    expect(() => parseFaults('kalshi:rename:field=status:word=zz')).toThrow('reword-field')
    expect(() => parseFaults('kalshi:reword:word=zz')).toThrow('field=<member name>')
  })

  test('every kind can be written by its name', () => {
    for (const kind of faultKinds) {
      const more = kind.endsWith('-field') ? ':field=a' : kind === 'venue-error' ? ':error=a' : ''
      expect(parseFaults(`*:${kind}${more}`)).toMatchObject([{ kind }])
    }
  })

  test.each([
    ['kalshy:429', "did you mean 'kalshi'?"],
    ['venueless:429', 'known names: router, polymarket'],
    ['kalshi:htm', "did you mean 'html'?"],
    ['kalshi:explode', 'known names: rate-limit'],
    ['kalshi', 'is not a valid fault'],
    ['kalshi:429:rat=1', "did you mean 'rate'?"],
    ['kalshi:429:rate=lots', 'rate must be a number'],
    ['kalshi:429:rate=2', 'rate'],
    ['kalshi:rename', 'a field fault needs the setting field='],
    ['kalshi:venue-error', 'a venue error needs error='],
    ['kalshi:429:rate', 'Use the form <name>=<value>'],
  ])('%s is refused with help', (text, help) => {
    expect(() => parseFaults(text)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        field: 'faults',
        message: expect.stringContaining(help),
      }),
    )
  })
})

describe('the JSON form', () => {
  test('a list of rules, or the text', () => {
    expect(readFaults([{ venue: 'kalshi', kind: 'reset', rate: 0.5 }])).toEqual([
      { venue: 'kalshi', kind: 'reset', rate: 0.5 },
    ])
    expect(readFaults('kalshi:reset')).toEqual([{ venue: 'kalshi', kind: 'reset' }])
  })

  test.each([
    [[{ kind: 'nothing' }]],
    [[{ kind: 'reset', extra: 1 }]],
    [[{}]],
    [{}],
    [null],
    [[{ kind: 'reset', venue: 'x' }]],
  ])('%j is refused', (value) => {
    expect(() => readFaults(value)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'faults' }),
    )
  })
})
