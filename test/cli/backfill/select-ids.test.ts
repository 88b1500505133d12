import { expect, test } from 'vitest'
import { pmxHeaders } from '../../../src/api/envelope/pmx-headers.js'
import { collectIds, readTypedIds, selectMarkets } from '../../../src/cli/backfill/select-ids.js'
import type { ApiCaller } from '../../../src/cli/client/caller.js'

const noLines = async () => []

test.each([
  [['kalshi', 'A', 'B'], { venue: 'kalshi', ids: ['A', 'B'] }],
  [['-'], { venue: undefined, ids: ['-'] }],
  [['kalshi:A', 'polymarket:1'], { venue: undefined, ids: ['kalshi:A', 'polymarket:1'] }],
  [['kalshi'], { venue: 'kalshi', ids: [] }],
  [[], { venue: undefined, ids: [] }],
])('words %j', (words, expected) => {
  expect(readTypedIds(words)).toEqual(expected)
})

test('an unknown venue is a usage error', () => {
  expect(() => readTypedIds(['kalsi', 'A'])).toThrow("No such venue: 'kalsi'")
})

test('lines of standard input are ids, each once, with or without their venue', async () => {
  const lines = async () => ['# markets', 'kalshi:A', '', ' B ', 'rain:rain:1:0', 'A']
  expect(await collectIds({ venue: 'kalshi', ids: ['-'] }, lines)).toEqual([
    { venue: 'kalshi', id: 'A' },
    { venue: 'kalshi', id: 'B' },
    { venue: 'rain', id: 'rain:1:0' },
  ])
  expect(await collectIds({ venue: undefined, ids: ['myriad:2741:549:0'] }, noLines)).toEqual([
    { venue: 'myriad', id: '2741:549:0' },
  ])
  await expect(collectIds({ venue: undefined, ids: ['A'] }, noLines)).rejects.toThrow(
    'The id has no venue: A',
  )
})

/** A caller with a list of markets. */
function callerWith(
  markets: readonly { marketId: string; resolutionDate?: string; sourceMetadata?: object }[],
) {
  const asked: unknown[] = []
  const caller = {
    call: async (_venue: string, _method: string, args: readonly unknown[]) => {
      asked.push(args[0])
      const { offset } = args[0] as { offset: number }
      const data = markets.slice(offset, offset + 500).map((one) => ({ title: 'x', outcomes: [], ...one }))
      return { status: 200, headers: {}, body: { success: true, data } }
    },
  } as unknown as ApiCaller
  return { caller, asked }
}

test('markets that closed since a time, or of which the venue does not say when', async () => {
  const since = Date.UTC(2026, 10, 20)
  const closed = (times: object) => ({
    sourceMetadata: { settlement: { result: 'undecided', basis: 'reported', ...times } },
  })
  const [before, after] = ['2026-11-19T00:00:00.000Z', '2026-11-21T00:00:00.000Z']
  const { caller, asked } = callerWith([
    // A resolution date is a plan: Kalshi's is a week after the close.
    { marketId: 'new', resolutionDate: before, ...closed({ closedAt: after }) },
    { marketId: 'old', resolutionDate: after, ...closed({ closedAt: before, at: after }) },
    { marketId: 'settled', ...closed({ at: after }) },
    { marketId: 'settled before', ...closed({ at: before }) },
    { marketId: 'unknown', resolutionDate: before, ...closed({}) },
  ])
  const found = await selectMarkets(caller, 'kalshi', { query: 'rain', closedSince: since })
  expect(found.ids.map(({ id }) => id)).toEqual(['new', 'settled', 'unknown'])
  expect(asked).toMatchObject([{ query: 'rain', status: 'closed' }])
  await expect(selectMarkets(callerWith([]).caller, 'kalshi', { query: 'x' })).rejects.toThrow(
    'No kalshi markets match',
  )
})

test('a limit ends the reading of pages', async () => {
  const { caller, asked } = callerWith(
    Array.from({ length: 1_200 }, (_, index) => ({ marketId: `m${index}` })),
  )
  const some = await selectMarkets(caller, 'kalshi', { category: 'Sports', limit: 600 })
  expect(some.ids).toHaveLength(600)
  expect(asked).toHaveLength(2)
  const all = await selectMarkets(caller, 'kalshi', { category: 'Sports' })
  expect(all.ids).toHaveLength(1_200)
})

/** A caller whose list is another one from a page on. @param versions of the list at each call; the last one stays */
function replacingCaller(versions: readonly string[], headers: Readonly<Record<string, string>> = {}) {
  let calls = 0
  const caller = {
    call: async (_venue: string, _method: string, args: readonly unknown[]) => {
      const version = versions[Math.min(calls++, versions.length - 1)] ?? ''
      const { offset } = args[0] as { offset: number }
      // The newer list has two more markets in front.
      const shift = version === 'old' ? 0 : 2
      const rows = Array.from({ length: 700 + shift }, (_, index) => ({
        marketId: `m${index - shift}`,
        title: 'x',
        outcomes: [],
      }))
      const body = { success: true, data: rows.slice(offset, offset + 500) }
      return { status: 200, headers: { [pmxHeaders.listVersion]: version, ...headers }, body }
    },
  } as unknown as ApiCaller
  return { caller, calls: () => calls }
}

test('a list that is replaced between two pages is read again, and no market is there twice', async () => {
  const { caller, calls } = replacingCaller(['old', 'new'])
  const { ids, warning } = await selectMarkets(caller, 'kalshi', { category: 'Sports' })
  expect(ids).toHaveLength(702)
  expect(new Set(ids.map(({ id }) => id)).size).toBe(702)
  expect(warning).toBeUndefined()
  expect(calls()).toBe(4)
})

test('one that is replaced each time is reported', async () => {
  const { caller, calls } = replacingCaller(['old', 'new', 'old', 'new', 'old', 'new'])
  const { ids, warning } = await selectMarkets(caller, 'kalshi', { category: 'Sports' })
  expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length)
  expect(warning).toContain('the list was refreshed between two pages')
  expect(calls()).toBe(6)
})

test('what the pages lack or doubt is told with the markets', async () => {
  const { caller } = replacingCaller(['old'], { [pmxHeaders.stale]: 'list_shrunk; age=90' })
  const { headers } = await selectMarkets(caller, 'kalshi', { category: 'Sports' })
  expect(headers).toMatchObject({ [pmxHeaders.stale]: 'list_shrunk; age=90' })
})
