import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../../src/api/times/resolution.js'
import { decodeBase58, encodeBase58 } from '../../../../src/api/values/base58.js'
import { findListedEvents } from '../../../../src/simulator/mock-kit/venue-view.js'
import { kinds, numberAt, walletOf } from '../../../../src/simulator/mock-venues/baozi/addresses.js'
import { kindFor } from '../../../../src/simulator/mock-venues/baozi/markets.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { dig, numberAt as numberIn, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'

const PROGRAM = 'FWyTPzm5cfJwRKzfkscxozatSxF6Qu78JQovQUwKPruJ'
const base64 = { encoding: 'base64', commitment: 'confirmed' }
const bytesOf = {
  Market: 'dkokXHR3DTw',
  RaceMarket: 'gSEpsnQwdXK',
  UserPosition: 'j9SjDYAWesU',
  RacePosition: '8Ukm3FYuL6H',
}
const stage = await createStage('baozi')
const context = { ...stage, now: NOON, random: () => 0 }

function rpc(method: string, params: readonly unknown[]): unknown {
  return stage.post('rpc', '/', { jsonrpc: '2.0', id: 9, method, params })
}

function scan(kind: keyof typeof bytesOf, ...more: readonly object[]): Row[] {
  const filters = [{ memcmp: { offset: 0, bytes: bytesOf[kind] } }, ...more]
  return rowsAt(rpc('getProgramAccounts', [PROGRAM, { ...base64, filters }]), 'result')
}

const dataOf = (row: unknown): Buffer => Buffer.from(textAt(row, 'account.data.0'), 'base64')
const eventAt = (row: Row, kind: 'binary' | 'race') =>
  stage.world.eventByNumber(numberAt(stage.world.seed, kinds[kind], textAt(row, 'pubkey')) ?? -1)

describe('a scan', () => {
  test('has an account for every single question, and where its documented offsets say so its facts', () => {
    const rows = scan('Market')
    const events = findListedEvents(context, 'baozi').filter((event) => kindFor(event) === 'binary')
    expect(rows).toHaveLength(events.length)
    for (const row of rows) {
      const data = dataOf(row)
      const event = eventAt(row, 'binary')
      const [market] = event?.markets ?? []
      if (event === undefined || market === undefined) throw new Error('no such market')
      expect(data.readBigUInt64LE(8)).toBe(BigInt(event.number))
      const length = data.readUInt32LE(16)
      expect(data.subarray(20, 20 + length).toString('utf8')).toBe(market.question)
      const [yes, no] = [data.readBigUInt64LE(44 + length), data.readBigUInt64LE(52 + length)]
      const last = stage.world.lastTrade(market.key, NOON)
      if (last === undefined) expect([yes, no]).toEqual([0n, 0n])
      else expect(Number(yes) / Number(yes + no)).toBeCloseTo(last.price, 9)
      const state = stateAt(event, NOON)
      const status = data[76 + length]
      expect(state === 'open' ? [0] : state === 'closed' ? [1] : [2, 3]).toContain(status)
      if (status === 2) expect([data[77 + length], data[78 + length]]).toEqual([1, market.payout])
      else expect(data[77 + length]).toBe(0)
    }
  })

  test('has a race for every list of candidates that fits, with pools that add up', () => {
    const rows = scan('RaceMarket')
    const events = findListedEvents(context, 'baozi').filter((event) => kindFor(event) === 'race')
    expect(rows).toHaveLength(events.length)
    for (const row of rows) {
      const data = dataOf(row)
      const event = eventAt(row, 'race')
      const at = 20 + data.readUInt32LE(16) + 24
      expect(data[at]).toBe(event?.markets.length)
      const labels = event?.markets.map((_market, place) =>
        data
          .subarray(at + 1 + 32 * place, at + 33 + 32 * place)
          .toString('utf8')
          .replace(/\0+$/, ''),
      )
      expect(labels).toEqual(
        event?.markets.map(({ label }) =>
          Buffer.from(label ?? '')
            .subarray(0, 32)
            .toString('utf8'),
        ),
      )
      const pools = Array.from({ length: 11 }, (_unused, place) => data.readBigUInt64LE(at + 321 + 8 * place))
      expect(pools.slice(0, 10).reduce((sum, pool) => sum + pool, 0n)).toBe(pools[10])
    }
  })

  test('compares bytes anywhere, and sizes', () => {
    const [first] = scan('Market')
    const number = encodeBase58(dataOf(first).subarray(8, 16))
    expect(scan('Market', { memcmp: { offset: 8, bytes: number } })).toEqual([first])
    const size = dataOf(first).length
    expect(scan('Market', { dataSize: size }).every((row) => dataOf(row).length === size)).toBe(true)
    expect(scan('Market', { dataSize: 1 })).toEqual([])
    const all = rowsAt(rpc('getProgramAccounts', [PROGRAM, base64]), 'result')
    const parts = Object.keys(bytesOf).map((kind) => scan(kind as keyof typeof bytesOf).length)
    expect(all).toHaveLength(parts.reduce((sum, part) => sum + part, 0))
    expect(rpc('getProgramAccounts', ['11111111111111111111111111111111', base64])).toMatchObject({
      result: [],
    })
  })

  test('tells the slot where it is asked to', () => {
    const filters = [{ memcmp: { offset: 0, bytes: bytesOf.RaceMarket } }]
    const told = rpc('getProgramAccounts', [PROGRAM, { ...base64, filters, withContext: true }])
    expect(rowsAt(told, 'result.value')).toEqual(scan('RaceMarket'))
    expect(numberIn(told, 'result.context.slot')).toBeGreaterThan(0)
  })
})

describe('an account', () => {
  const [market] = scan('Market')
  const address = textAt(market, 'pubkey')

  test('is that of the scan; nothing stands at another address', () => {
    const nobody = '11111111111111111111111111111111'
    expect(dig(rpc('getAccountInfo', [address, base64]), 'result.value')).toEqual(dig(market, 'account'))
    expect(dig(rpc('getAccountInfo', [nobody, base64]), 'result.value')).toBeNull()
    expect(dig(rpc('getMultipleAccounts', [[nobody, address], base64]), 'result.value')).toEqual([
      null,
      dig(market, 'account'),
    ])
  })

  test('of a market that scans have dropped is still there', () => {
    stage.now = NOON - 200 * DAY_MS
    const then = scan('Market').map((row) => textAt(row, 'pubkey'))
    stage.now = NOON
    const now = new Set(scan('Market').map((row) => textAt(row, 'pubkey')))
    const old = then.find((one) => !now.has(one))
    expect(textAt(rpc('getAccountInfo', [old, base64]), 'result.value.owner')).toBe(PROGRAM)
  })

  test('that cannot be is refused with status 200, as nodes do', () => {
    expect(rpc('getAccountInfo', ['xyz', base64])).toEqual({
      jsonrpc: '2.0',
      error: { code: -32602, message: 'Invalid param: WrongSize' },
      id: 9,
    })
    const many = Array.from({ length: 101 }, () => address)
    expect(dig(rpc('getMultipleAccounts', [many, base64]), 'error.code')).toBe(-32602)
  })
})

test.each(demoWallets)('$name has staked in markets that there are', ({ address }) => {
  const user = encodeBase58(walletOf(address))
  expect(decodeBase58(user)).toHaveLength(32)
  const numbers = (kind: 'Market' | 'RaceMarket') =>
    new Set(scan(kind).map((row) => dataOf(row).readBigUInt64LE(8)))
  const filter = { memcmp: { offset: 8, bytes: user } }
  const sides = scan('UserPosition', filter)
  const races = scan('RacePosition', filter)
  expect(sides.length + races.length).toBeGreaterThan(0)
  for (const [rows, kind] of [
    [sides, 'Market'],
    [races, 'RaceMarket'],
  ] as const) {
    const known = numbers(kind)
    for (const row of rows) expect(known.has(dataOf(row).readBigUInt64LE(40))).toBe(true)
  }
})

test('other reads are not played, and what no node has is refused', () => {
  const ask = (body: unknown) => stage.ask('rpc', 'POST', '/', body)
  expect(ask({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params: [] }).status).toBe(501)
  expect(ask({ jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params: [PROGRAM] }).status).toBe(501)
  expect(rpc('getNothing', [])).toMatchObject({ error: { code: -32601 } })
  expect(JSON.parse(ask('text').body)).toMatchObject({ error: { code: -32600 }, id: null })
  expect(stage.ask('rpc', 'GET', '/').status).toBe(405)
})

test('a demo wallet has SOL, its own each; an account its rent, and a stranger nothing', () => {
  const lamportsAt = (address: string) => numberIn(rpc('getBalance', [address]), 'result.value')
  const balances = demoWallets.map(({ address }) => lamportsAt(encodeBase58(walletOf(address))))
  expect(new Set(balances).size).toBe(demoWallets.length)
  expect(Math.min(...balances)).toBeGreaterThanOrEqual(1_000_000_000)
  const [market] = scan('Market')
  expect(lamportsAt(textAt(market, 'pubkey'))).toBe(numberIn(market, 'account.lamports'))
  expect(lamportsAt(encodeBase58(Buffer.alloc(32, 9)))).toBe(0)
})
