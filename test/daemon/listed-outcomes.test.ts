import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startDemoDaemon } from './demo-daemon.js'

/** An outcome that a list has shown is found again, although the list was read by another thread. */
let demo: Awaited<ReturnType<typeof startDemoDaemon>>

beforeAll(async () => {
  demo = await startDemoDaemon(['smarkets'])
})
afterAll(() => demo.stop())

const rows = z.array(
  z.object({ marketId: z.string(), outcomes: z.array(z.object({ outcomeId: z.string() })) }),
)

async function ask(call: string): Promise<{ data?: unknown; error?: unknown }> {
  const reply = await fetch(`${demo.address}/api/smarkets/${call}`)
  return (await reply.json()) as { data?: unknown; error?: unknown }
}

test('an outcome of a closed market that was listed names its market, and has no book', async () => {
  // Sorted, so that the list is read whole, for the catalog.
  const listed = rows.parse((await ask('fetchMarkets?status=closed&sort=volume&limit=1')).data)
  const [{ marketId, outcomes } = { marketId: '', outcomes: [] }] = listed
  const outcomeId = outcomes[0]?.outcomeId ?? ''
  expect(await ask(`fetchMarket?outcomeId=${outcomeId}`)).toMatchObject({ data: { marketId } })
  expect(await ask(`fetchOrderBook?outcomeId=${outcomeId}`)).toMatchObject({
    error: { code: 'NOT_FOUND', detail: { kind: 'no_book' } },
  })
  expect(await ask('fetchOrderBook?outcomeId=77777777777')).toMatchObject({
    error: { code: 'NOT_FOUND', detail: { kind: 'unknown_outcome' } },
  })
})
