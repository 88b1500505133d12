import { expect, test } from 'vitest'
import { FRAME_MS, renderProgress } from '../../../src/cli/output/progress-line.js'

test('a line of progress says what, how many venue calls, and how long', () => {
  expect(renderProgress({ what: 'asking kalshi', elapsedMs: 2_400, venueCalls: 12 }, 80)).toBe(
    '⠋ asking kalshi · 12 venue calls · 2.4 s',
  )
  expect(renderProgress({ what: 'asking kalshi', elapsedMs: 480, venueCalls: 1 }, 80)).toContain(
    '· 1 venue call ·',
  )
})

test('calls that are not known are not told', () => {
  expect(renderProgress({ what: 'asking kalshi', elapsedMs: 1_000 }, 80)).toMatch(
    /^\S asking kalshi · 1.0 s$/,
  )
})

test('it moves with every frame and never wraps', () => {
  const lines = [0, 1, 2].map((frame) => renderProgress({ what: 'x', elapsedMs: frame * FRAME_MS }, 80)[0])
  expect(new Set(lines).size).toBe(3)
  expect(renderProgress({ what: 'asking for a long time', elapsedMs: 0 }, 12)).toBe('⠋ asking f…')
})
