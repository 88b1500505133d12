import { expect, test } from 'vitest'
import { pmxHeaders } from '../../../src/api/envelope/pmx-headers.js'
import { createContact } from '../../../src/cli/backfill/contact.js'
import { createSeriesFill, waitUntilFinal } from '../../../src/cli/backfill/fill-series.js'
import type { ApiCaller } from '../../../src/cli/client/caller.js'
import { fakeClock, passUntil } from '../../support/clock.js'

const HOUR = 3_600_000
const MINUTE = 60_000

test('candles that are not final when they may be are requested once a minute', async () => {
  const clock = fakeClock()
  const due = clock.now() + MINUTE
  let calls = 0
  const call: ApiCaller['call'] = async () => {
    calls++
    const isFinal = clock.now() >= due + 9 * MINUTE
    return {
      status: 200,
      headers: isFinal ? {} : { [pmxHeaders.finalAfter]: String(due) },
      body: { success: true, data: [] },
    }
  }
  const fill = createSeriesFill(
    { venue: 'hunch', outcomeId: 'yes', resolution: '1h', stepMs: HOUR, start: due - HOUR, end: due },
    0,
  )
  const step = { from: due - HOUR, to: due, steps: 1, candles: 0, provisional: 0, venueCalls: 0, upTo: due }
  fill.steps.set(step.from, { ...step, finalAfter: due })
  const deps = {
    caller: { call } as ApiCaller,
    clock,
    signal: new AbortController().signal,
    contact: createContact(),
    onWait: () => undefined,
  }
  const waiting = waitUntilFinal([fill], deps, { onWait: () => undefined, onFailure: () => undefined })
  for (let passed = 0; passed < 10; passed++) await clock.advance(MINUTE)
  await passUntil(clock, waiting)
  expect(calls).toBe(10)
})
