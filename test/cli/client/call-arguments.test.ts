import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readArguments } from '../../../src/api/arguments/arguments.js'
import { getMethodRow, type MethodName, methodNames } from '../../../src/api/arguments/methods.js'
import { readCallArguments } from '../../../src/cli/client/call-arguments.js'
import { CommandFailed, exitCodes } from '../../../src/cli/output/output.js'

function refusal(method: MethodName, ...words: string[]): CommandFailed {
  try {
    readCallArguments(method, words)
  } catch (error) {
    if (error instanceof CommandFailed) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('what people type', () => {
  test.each<[string, MethodName, string[], unknown[]]>([
    ['nothing', 'fetchMarkets', [], []],
    ['a bare word is the first argument', 'fetchOrderBook', ['KXFOO-26'], ['KXFOO-26']],
    ['bare words fill the places in order', 'fetchOrderBook', ['KXFOO-26', '5'], ['KXFOO-26', '5']],
    ['pairs go by name', 'fetchMarkets', ['limit=3', 'status=closed'], [{ limit: '3', status: 'closed' }]],
    ['pairs and words mix', 'fetchOHLCV', ['resolution=1d', 'KXFOO-26'], ['KXFOO-26', { resolution: '1d' }]],
    ['a pair may name a place', 'fetchOrderBook', ['limit=5', 'KXFOO-26'], ['KXFOO-26', '5']],
    [
      'what lies between is left out',
      'fetchOrderBook',
      ['KXFOO-26', 'side=no'],
      ['KXFOO-26', null, { side: 'no' }],
    ],
    ['an alias works', 'fetchTrades', ['id=KXFOO-26'], ['KXFOO-26']],
    ['repeated pairs are a list', 'fetchOrderBooks', ['outcomeIds=A', 'outcomeIds=B'], [['A', 'B']]],
    ['a word for an object is what it means there', 'fetchMarket', ['KXFOO-26'], ['KXFOO-26']],
    ['and joins the pairs', 'fetchMarkets', ['rain', 'limit=3'], [{ query: 'rain', limit: '3' }]],
    ['a JSON object is the first argument', 'fetchMarkets', ['{"limit":3}'], [{ limit: 3 }]],
    ['a JSON object takes its place', 'fetchOHLCV', ['X', '{"limit":3}'], ['X', { limit: 3 }]],
    [
      'pairs win over a JSON object',
      'fetchMarkets',
      ['{"limit":3,"offset":1}', 'limit=4'],
      [{ limit: '4', offset: 1 }],
    ],
    [
      'a JSON list is all arguments',
      'fetchOrderBook',
      ['["X",null,{"side":"no"}]'],
      ['X', null, { side: 'no' }],
    ],
    ['a JSON list may be the first argument itself', 'fetchOrderBooks', ['["A","B"]'], [['A', 'B']]],
    ['or hold it', 'fetchOrderBooks', ['[["A","B"]]'], [['A', 'B']]],
    [
      'JSON in a pair of any type is read',
      'getExecutionPrice',
      ['bids=[]', 'asks=[[1,2]]', 'side=buy', 'amount=1'],
      [{ bids: [], asks: [[1, 2]] }, 'buy', '1'],
    ],
    [
      'text that looks like a number stays text',
      'fetchOrderBook',
      ['71321045679252212594626385532706912750332728571942532289631379312455583992563'],
      ['71321045679252212594626385532706912750332728571942532289631379312455583992563'],
    ],
    ['a value may hold further equal signs', 'fetchMarkets', ['query=a=b'], [{ query: 'a=b' }]],
  ])('%s', (_name, method, words, expected) => {
    expect(readCallArguments(method, words)).toEqual(expected)
  })

  test('is what the method table then reads', () => {
    const args = readCallArguments('fetchOHLCV', ['KXFOO-26', 'start=2026-11-21', 'limit=10'])
    expect(readArguments('fetchOHLCV', args).args).toEqual([
      'KXFOO-26',
      { start: Date.UTC(2026, 10, 21), limit: 10 },
    ])
  })
})

describe('what has no place is refused with a way out', () => {
  test.each<[string, MethodName, string[], RegExp]>([
    ['an unknown name', 'fetchMarkets', ['limt=3'], /no argument 'limt' \(did you mean 'limit'\?\)/],
    ['a text with an equal sign', 'fetchOrderBook', ['AB=CD'], /'\["AB=CD"\]'/],
    [
      'a word too many',
      'fetchOrderBook',
      ['X', '5', 'yes', 'more'],
      /takes 3 arguments .*No remaining argument accepts 'yes'/,
    ],
    [
      'a word where an object without a meaning for it stands',
      'fetchOHLCV',
      ['X', '1h'],
      /resolution=.*No remaining argument accepts '1h'/,
    ],
    ['anything for a method without arguments', 'has', ['x'], /takes no arguments/],
    ['a list that is too long', 'fetchTrades', ['["X",{},1]'], /the array contains 3/],
    ['a list beside other words', 'fetchMarkets', ['[1]', 'x'], /must be the only argument/],
    ['half an object', 'fetchMarkets', ['{limit:3}'], /Not JSON: \{limit:3\}[\s\S]*single quotes/],
    ['half a list', 'fetchMarkets', ['[1,'], /Not JSON/],
  ])('%s', (_name, method, words, message) => {
    const error = refusal(method, ...words)
    expect(error.message).toMatch(message)
    expect(error.exitCode).toBe(exitCodes.usage)
  })
})

describe('round trips', () => {
  const takesList = (method: MethodName): boolean => getMethodRow(method).args[0]?.kind === 'array'

  test('a JSON list is passed on as it is, for every method', () => {
    const method = fc.constantFrom(...methodNames.filter((name) => !takesList(name)))
    fc.assert(
      fc.property(method, fc.array(fc.jsonValue(), { maxLength: 3 }), (name, values) => {
        const text = JSON.stringify(values.slice(0, getMethodRow(name).args.length))
        expect(readCallArguments(name, [text])).toEqual(JSON.parse(text))
      }),
    )
  })

  test('a list of texts is the first argument where the method wants a list', () => {
    const method = fc.constantFrom(...methodNames.filter(takesList))
    fc.assert(
      fc.property(method, fc.array(fc.string(), { minLength: 1 }), (name, texts) => {
        expect(readCallArguments(name, [JSON.stringify(texts)])).toEqual([texts])
      }),
    )
  })

  test('a bare word without JSON or equal signs is passed on as it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^[{=\s][^=]*$/), (word) => {
        expect(readCallArguments('fetchOrderBook', [word])).toEqual([word])
      }),
    )
  })
})
