import { expect, test } from 'vitest'
import { joinOutcomeHeaders } from '../../../src/http/response/outcome-headers.js'

const one = (outcomeId: string, headers: Readonly<Record<string, string>>) => ({ outcomeId, headers })

test('adds the venue calls, and sends a value of all outcomes once', () => {
  const basis = { 'x-pmx-price-basis': 'trade' }
  expect(
    joinOutcomeHeaders([
      one('kalshi:A', { ...basis, 'x-pmx-upstream-requests': '2' }),
      one('kalshi:B', { ...basis, 'x-pmx-upstream-requests': '1', 'x-pmx-missing': '0-60000' }),
    ]),
  ).toEqual({
    'x-pmx-upstream-requests': '3',
    'x-pmx-price-basis': 'trade',
    'x-pmx-missing': 'kalshi:B 0-60000',
  })
})

test('counts the outcomes that do not fit into a header, which stays ASCII', () => {
  const all = Array.from({ length: 200 }, (_, at) =>
    one(`limitless:ø${at}`, { 'x-pmx-missing': `${at}-60000` }),
  )
  const text = joinOutcomeHeaders(all)['x-pmx-missing'] ?? ''
  expect(text).toMatch(/^limitless:\?0 0-60000; limitless:\?1 1-60000; /)
  expect(text).toMatch(/; \+\d+$/)
  expect(text.length).toBeLessThan(1_010)
})
