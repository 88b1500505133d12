import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const shown = z.array(
  z.object({
    marketId: z.string(),
    eventId: z.string(),
    outcomes: z.array(z.object({ outcomeId: z.string() })),
  }),
)
const summary = z.object({
  ended: z.string(),
  outcomes: z.array(z.object({ outcomeId: z.string(), candles: z.number(), venueCalls: z.number() })),
})

async function someMarket() {
  const words = ['markets', 'polymarket', 'election', '-n', '1', '--sort', 'volume', '--demo', '--json']
  const [market] = shown.parse(JSON.parse((await home.runHere(words)).stdout))
  if (market === undefined) throw new Error('the demo world has no election')
  return market
}

const fill = (id: string, ...flags: string[]) =>
  home.runHere(['backfill', 'polymarket', id, '-r', '1h', '--start', '2026-11-01', '--demo', ...flags])

describe('without a daemon', () => {
  test('a market is stored for good: the second time costs the venue nothing', async () => {
    const { marketId, outcomes } = await someMarket()
    const first = summary.parse(JSON.parse((await fill(marketId, '--end', '2026-11-10', '--json')).stdout))
    expect(first.ended).toBe('done')
    expect(first.outcomes.map(({ outcomeId }) => outcomeId)).toEqual(
      outcomes.map(({ outcomeId }) => outcomeId),
    )
    const again = summary.parse(JSON.parse((await fill(marketId, '--end', '2026-11-10', '--json')).stdout))
    expect(again.outcomes.map(({ candles }) => candles)).toEqual(first.outcomes.map(({ candles }) => candles))
    expect(again.outcomes.map(({ venueCalls }) => venueCalls)).toEqual(outcomes.map(() => 0))
  })

  test('an outcome goes straight, in one line where nobody watches', async () => {
    const { outcomes } = await someMarket()
    const { code, lines, stderr } = await fill(outcomes[0]?.outcomeId ?? '', '--end', '2026-11-10')
    expect([code, stderr]).toEqual([0, ''])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /^polymarket \d+: \d+ 1h candles, 2026-11-01 00:00 to 2026-11-10 01:00, \d+ venue calls$/,
    )
  })

  test('an event is all outcomes of its markets', async () => {
    const { eventId, outcomes } = await someMarket()
    const { outcomes: filled } = summary.parse(
      JSON.parse((await fill(eventId, '--end', '2026-11-02', '--json')).stdout),
    )
    expect(filled.map(({ outcomeId }) => outcomeId)).toEqual(
      expect.arrayContaining(outcomes.map(({ outcomeId }) => outcomeId)),
    )
  })
})

describe('what goes wrong', () => {
  test('an id that nothing has is the error of the API', async () => {
    const { code, stderr } = await fill('12345')
    expect(code).toBe(1)
    expect(stderr).toContain('is a Polymarket market or event id, not an outcome id')
  })

  test('a start after the end is a usage error', async () => {
    const { code, stderr } = await fill('12345', '--end', '2026-10-01')
    expect(code).toBe(2)
    expect(stderr).toContain('is after the end')
  })
})
