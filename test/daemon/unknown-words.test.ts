import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeUnknownWords } from '../../src/venue-kit/payload/native-enums.js'
import { startDemoDaemon } from './demo-daemon.js'

let house: Awaited<ReturnType<typeof startDemoDaemon>>
beforeAll(async () => {
  // Other tests of this process may have met some.
  takeUnknownWords()
  house = await startDemoDaemon(['rain'])
})
afterAll(() => house.stop())

const get = async (path: string) => (await fetch(`${house.address}${path}`)).json() as Promise<unknown>

test('unknown words are named where they refuse something, and listed with a count', async () => {
  expect(await get('/health?verbose')).toMatchObject({ unknownWords: [] })
  house.simulator.faults.set([
    { venue: 'rain', kind: 'reword-field', field: 'status', words: ['Live', 'New'] },
  ])
  const ask = (offset: number) => get(`/api/rain/fetchMarkets?limit=5&offset=${offset}`)
  expect(await ask(0)).toMatchObject({
    success: false,
    error: { message: expect.stringContaining("unknown value 'zz_new' for pool.status") },
  })
  const countOf = async () => {
    const { unknownWords } = (await get('/health?verbose')) as { unknownWords: { count: number }[] }
    expect(unknownWords).toMatchObject([{ venue: 'rain', enumeration: 'pool.status', word: 'zz_new' }])
    return unknownWords[0]?.count ?? 0
  }
  const first = await countOf()
  expect(first).toBeGreaterThan(0)
  await ask(5)
  expect(await countOf()).toBeGreaterThan(first)
  expect(await get('/health')).not.toHaveProperty('unknownWords')
})
