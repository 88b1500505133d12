import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readArguments } from '../../../src/api/arguments/arguments.js'
import { callOf, requestOf, snippetsOf } from '../../../src/page/shared/copy-as.js'
import { appOver } from '../../http/app-world.js'

const here = { origin: 'http://localhost:3847', needsToken: false }
const call = {
  venue: 'kalshi',
  method: 'fetchOHLCV',
  args: ['KX-1', { resolution: '1h', limit: 5 }],
} as const

function textOf(language: string, of: Parameters<typeof snippetsOf>[0] = call, place = here): string {
  return snippetsOf(of, place).find((snippet) => snippet.language === language)?.text ?? ''
}

test('a read is a GET, and what needs positions or more than text is a POST', () => {
  expect(requestOf(call)).toEqual({
    method: 'GET',
    target: '/api/kalshi/fetchOHLCV?outcomeId=KX-1&resolution=1h&limit=5',
  })
  expect(requestOf({ venue: 'kalshi', method: 'fetchOrderBooks', args: [['a', 'b']] })).toEqual({
    method: 'POST',
    target: '/api/kalshi/fetchOrderBooks',
    body: '{"args":[["a","b"]]}',
  })
  const filtered = { venue: 'kalshi', method: 'fetchMarkets', args: [{ filter: { text: 'x' } }] } as const
  expect(requestOf(filtered).method).toBe('POST')
  const hole = { venue: 'kalshi', method: 'fetchOrderBooks', args: [undefined, 1] } as const
  expect(requestOf(hole).body).toBe('{"args":[null,1]}')
})

describe('what is copied', () => {
  test('is a command, a script and a program, with the usual address left out', () => {
    expect(textOf('curl')).toBe(
      "curl -sS 'http://localhost:3847/api/kalshi/fetchOHLCV?outcomeId=KX-1&resolution=1h&limit=5'",
    )
    expect(textOf('pmxtjs')).toBe(
      [
        "import { Kalshi } from 'pmxtjs'",
        '',
        'const kalshi = new Kalshi({ autoStartServer: false })',
        "console.log(await kalshi.fetchOHLCV('KX-1', { resolution: '1h', limit: 5 }))",
      ].join('\n'),
    )
    expect(textOf('Python')).toBe(
      [
        'import pmxt',
        '',
        'kalshi = pmxt.Kalshi(auto_start_server=False)',
        "print(kalshi.fetch_ohlcv('KX-1', resolution='1h', limit=5))",
      ].join('\n'),
    )
  })

  test('names another address, and never holds a token', () => {
    const place = { origin: 'http://localhost:4000', needsToken: true }
    expect(textOf('curl', call, place)).toContain('"x-pmxt-access-token: $PMXT_ACCESS_TOKEN"')
    expect(textOf('pmxtjs', call, place)).toContain("baseUrl: 'http://localhost:4000'")
    expect(textOf('Python', call, place)).toContain("base_url='http://localhost:4000'")
  })

  test('stays one text in every language, whatever stands in it', () => {
    const evil = { ...call, args: [`a'b"c\\d$(touch x)\n`] }
    const command = textOf('curl', { ...evil, method: 'fetchOrderBooks' })
    const words = spawnSync('sh', ['-c', command.replace('curl', "printf '%s\\n'")], { encoding: 'utf8' })
    expect(JSON.parse(words.stdout.split('\n').find((word) => word.startsWith('{')) ?? '')).toEqual({
      args: evil.args,
    })
    const [, inner = ''] = /fetchOHLCV\((.*)\)\)$/s.exec(textOf('pmxtjs', evil)) ?? []
    expect(new Function(`return ${inner}`)()).toBe(evil.args[0])
  })

  test('has the words of Python for what has other ones there', () => {
    const flags = { venue: 'polymarket_us', method: 'loadMarkets', args: [true] } as const
    expect(textOf('Python', flags)).toContain('polymarket_us = pmxt.PolymarketUS(')
    expect(textOf('Python', flags)).toContain('.load_markets(True)')
  })
})

describe('a request of the log', () => {
  test('is the call that was made: ids stay text, however many digits they have', () => {
    const id = '87110551756048196982845747911743216767424197365902533291158869287412671815564'
    expect(callOf(`/api/polymarket/fetchOHLCV?id=${id}&resolution=1h&limit=7`, undefined)).toEqual({
      venue: 'polymarket',
      method: 'fetchOHLCV',
      args: [id, { resolution: '1h', limit: 7 }],
    })
    expect(callOf('/api/polymarket/fetchTrades', ['x', null])).toMatchObject({ args: ['x', null] })
  })

  test.each([
    '/v0/markets?query=x',
    '/api/feeds/binance/fetchTicker',
    '/api/kalshi/nope',
    '/api/kalshi/__proto__',
  ])('%s is no call of a method', (target) => {
    expect(callOf(target, undefined)).toBeUndefined()
  })

  test('asked again is the same question', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 1_000 }), (outcomeId, limit) => {
        const before = {
          venue: 'kalshi',
          method: 'fetchOHLCV',
          args: [outcomeId, { resolution: '1h', limit }],
        } as const
        expect(callOf(requestOf(before).target, undefined)).toEqual(before)
      }),
    )
  })

  test('is understood by the daemon as it was meant', async () => {
    const { get, calls } = appOver()
    const before = [
      call,
      { venue: 'kalshi', method: 'fetchOrderBook', args: ['KX-1', 5] },
      { venue: 'kalshi', method: 'fetchTrades', args: ['KX-1', { limit: 20 }] },
      { venue: 'kalshi', method: 'fetchMarket', args: [{ marketId: 'KX' }] },
    ] as const
    for (const one of before) {
      await get(requestOf(one).target)
      const { args } = readArguments(one.method, one.args, 'kalshi')
      expect(calls.at(-1)).toMatchObject({ method: one.method, args })
    }
  })
})
