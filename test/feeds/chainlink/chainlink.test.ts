import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OracleRound, Ticker } from '../../../src/api/models/feed-models.js'
import { encodeWord, selectorOf } from '../../../src/feeds/chainlink/abi.js'
import { chainlink } from '../../../src/feeds/chainlink/index.js'
import type { VenueRequest } from '../../../src/transport/call-types.js'
import { contextOver, type FeedDaemon, feedDaemon, NOW } from '../support.js'

/** What an oracle of the demo world answers at: every ten minutes, by one aggregator after the other. */
const BEGIN = Date.UTC(2021, 0, 1)
const RENEWED = Date.UTC(2024, 2, 1)
const STEP = 600_000

const idAt = (at: number): string =>
  (at < RENEWED
    ? (1n << 64n) + BigInt((at - BEGIN) / STEP + 1)
    : (2n << 64n) + BigInt((at - RENEWED) / STEP + 1)
  ).toString()

test('calls begin with the hash of the signature', () => {
  const known = {
    'latestRoundData()': 'feaf968c',
    'getRoundData(uint80)': '9a6fc8f5',
    'decimals()': '313ce567',
    'description()': '7284e416',
    'aggregate3((address,bool,bytes)[])': '82ad56cb',
  }
  expect(Object.fromEntries(Object.keys(known).map((name) => [name, selectorOf(name)]))).toEqual(known)
})

describe('an oracle', () => {
  const text = (value: string): string => {
    const hex = Buffer.from(value).toString('hex')
    return encodeWord(32) + encodeWord(hex.length / 2) + hex.padEnd(64, '0')
  }

  interface Chain {
    readonly answer?: bigint
    readonly decimals?: number
    readonly description?: string
    readonly updatedAt?: bigint
    readonly result?: string
  }

  /** A node on which every oracle answers this. */
  function nodeWith({ answer = 6_143_516_000_000n, decimals = 8, description, ...rest }: Chain) {
    return contextOver(({ body }: VenueRequest) => {
      const { params } = body as { params: [{ data: string }, string] }
      const { updatedAt = 1_795_443_000n, result } = rest
      const round = [
        (2n << 64n) + 5n,
        BigInt.asUintN(256, answer),
        updatedAt - 4n,
        updatedAt,
        (2n << 64n) + 5n,
      ]
      const answers: Record<string, string> = {
        '0xfeaf968c': round.map((value) => encodeWord(BigInt.asUintN(256, value))).join(''),
        '0x313ce567': encodeWord(decimals),
        '0x7284e416': text(description ?? 'BTC / USD'),
      }
      return { jsonrpc: '2.0', id: 1, result: result ?? `0x${answers[params[0].data]}` }
    }).ctx
  }

  const roundOf = (chain: Chain) => chainlink.methods.fetchOracleRound?.({ feed: 'BTC/USD' }, nodeWith(chain))

  test('tells its last round', async () => {
    expect(await roundOf({})).toEqual({
      feed: 'BTC/USD',
      roundId: '36893488147419103237',
      answer: 61_435.16,
      startedAt: 1_795_442_996_000,
      updatedAt: 1_795_443_000_000,
      answeredInRound: '36893488147419103237',
      decimals: 8,
      description: 'BTC / USD',
    })
  })

  test.each([
    [123_456_789_012_345_678_901n, 18, 123.45678901234568],
    [1n, 8, 0.00000001],
    [42n, 0, 42],
    [100n, 2, 1],
  ])('of %d with %d decimals says %d', async (answer, decimals, price) => {
    expect(await roundOf({ answer, decimals })).toMatchObject({ answer: price, decimals })
  })

  test.each<[string, Chain, string]>([
    ['of another price', { description: 'ETH / USD' }, "the contract returned 'ETH / USD'"],
    ['on a chain without it', { result: '0x' }, 'Check that the node serves Polygon'],
    ['with an answer below 0', { answer: -1n }, 'expected a price above 0, got -1'],
    ['with an answer of 0', { answer: 0n }, 'expected a price above 0, got 0'],
    ['that has not answered yet', { updatedAt: 0n }, 'the oracle has no round yet'],
    ['with a time that is none', { updatedAt: 1_795_443_000_000n }, 'expected epoch seconds'],
    ['whose answer is cut off', { result: `0x${encodeWord(32)}` }, 'the response'],
    ['whose answer is no hex', { result: '0xzz' }, 'expected bytes in hex'],
  ])('%s gives no price', async (_what, chain, message) => {
    await expect(roundOf(chain)).rejects.toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: false,
      message: expect.stringContaining(message),
      detail: { kind: 'drift' },
    })
  })
})

describe('failures of a node', () => {
  const reply = (error: unknown, status = 200) => ({
    status,
    headers: {},
    json: { jsonrpc: '2.0', id: 1, error },
  })

  test.each([
    [{ code: -32005, message: 'limit exceeded' }, 'RATE_LIMIT_EXCEEDED', true],
    [{ code: -32000, message: 'Too many requests, slow down' }, 'RATE_LIMIT_EXCEEDED', true],
    [{ code: -32007, message: '50/second request limit reached' }, 'RATE_LIMIT_EXCEEDED', true],
    ['the service is down', 'EXCHANGE_NOT_AVAILABLE', true],
    [{ code: -32601, message: 'no such method' }, 'EXCHANGE_NOT_AVAILABLE', false],
    [{ code: 3, message: 'execution reverted' }, 'EXCHANGE_NOT_AVAILABLE', false],
    [{ code: -32000, message: 'header not found' }, 'EXCHANGE_NOT_AVAILABLE', true],
  ])('%j is %s', (error, code, retryable) => {
    expect(chainlink.errors(reply(error))).toMatchObject({ code, retryable })
  })

  test('of a gateway that wants a key name what to do, and are no fault of the caller', () => {
    const error = chainlink.errors(reply('message: API key disabled, json-rpc code: -32051', 401))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', retryable: false })
    expect(error?.message).toMatch(/API key disabled.*feeds\.chainlink\.hosts\.rpc/)
  })

  test('without an error there is none', () => {
    expect(chainlink.errors({ status: 200, headers: {}, json: { result: '0x' } })).toBeUndefined()
  })
})

describe('histories of the demo oracles, over HTTP', () => {
  let daemon: FeedDaemon
  beforeAll(async () => {
    daemon = await feedDaemon()
  })
  afterAll(() => daemon.close())

  const LAST = Math.floor((NOW - RENEWED) / STEP) * STEP + RENEWED

  test('are of the price that the exchange tells at that time', async () => {
    const [round] = (await daemon.data('/chainlink/fetchOracleHistory?feed=BTC/USD&limit=1')) as OracleRound[]
    const start = Math.floor((round?.startedAt ?? 0) / 1_000) * 1_000
    const candles = await daemon.data(
      `/binance/fetchOHLCV?symbol=BTC/USDT&timeframe=1s&since=${start}&limit=1`,
    )
    expect([[start, round?.answer]]).toEqual((candles as number[][]).map((row) => row.slice(0, 2)))
  })

  test('have the newest round first, and half a thousand of them unless another number is asked', async () => {
    const rounds = (await daemon.data('/chainlink/fetchOracleHistory?feed=eth/usd')) as OracleRound[]
    const expected = Array.from({ length: 500 }, (_unused, index) => LAST - index * STEP)
    expect(rounds.map(({ updatedAt }) => updatedAt)).toEqual(expected)
    expect(rounds.map(({ roundId }) => roundId)).toEqual(expected.map(idAt))
  })

  test('go back through former aggregators', async () => {
    const own = await feedDaemon({ startsAt: RENEWED + 3 * STEP })
    const rounds = (await own.data('/chainlink/fetchOracleHistory?feed=SOL/USD&limit=7')) as OracleRound[]
    const expected = Array.from({ length: 7 }, (_unused, index) => RENEWED + (3 - index) * STEP)
    expect(rounds.map(({ updatedAt, roundId }) => [updatedAt, roundId])).toEqual(
      expected.map((at) => [at, idAt(at)]),
    )
    await own.close()
  })

  test('of a span are what lies in it, from the end that is asked for', async () => {
    const instant = fc.oneof(
      fc.integer({ min: RENEWED - 40 * STEP, max: RENEWED + 40 * STEP }),
      fc.integer({ min: BEGIN - 20 * STEP, max: BEGIN + 20 * STEP }).map((at) => Math.max(at, 1)),
      fc.integer({ min: LAST - 20 * STEP, max: NOW + STEP }),
    )
    const cases = fc.record({
      from: instant,
      length: fc.integer({ min: 0, max: 60 * STEP }),
      maxSize: fc.integer({ min: 1, max: 50 }),
      order: fc.constantFrom('asc', 'desc'),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ from, length, maxSize, order }) => {
        const until = from + length
        const path = `/chainlink/fetchHistoricalPrices?symbol=XRP/USD&fromTimestamp=${from}&untilTimestamp=${until}`
        const prices = (await daemon.data(`${path}&maxSize=${maxSize}&order=${order}`)) as Ticker[]
        const begin = Math.max(BEGIN, Math.ceil(from / STEP) * STEP)
        const within: number[] = []
        for (let at = begin; at <= Math.min(until, LAST); at += STEP) within.push(at)
        if (order === 'desc') within.reverse()
        expect(prices.map(({ timestamp }) => timestamp)).toEqual(within.slice(0, maxSize))
      }),
      { numRuns: 40 },
    )
  })

  test('of a span long ago take a few calls, whatever lies behind it', async () => {
    const own = await feedDaemon()
    const { headers } = await own.get(
      '/chainlink/fetchHistoricalPrices?symbol=BTC/USD&untilTimestamp=2022-06-01&maxSize=10',
    )
    expect(Number(headers.get('x-pmx-upstream-requests'))).toBeLessThanOrEqual(14)
    await own.close()
  })
})
