import { expect, test } from 'vitest'
import { createStatus } from '../../src/daemon/status.js'
import { fakeClock } from '../support/clock.js'

/** The parts of a daemon that has done nothing yet. */
const core = {
  storeState: () => ({ kind: 'ok' }),
  doubtfulOrders: () => undefined,
  journal: {},
  skippedRows: new Map(),
  tickers: { status: () => ({}) },
  transport: {
    counters: () => new Map(),
    breakers: () => new Map(),
    failovers: () => new Map(),
    budgets: () => new Map(),
  },
}

test.each([
  ['degraded', { kind: 'record', ended: 'no space left on the device' }],
  [undefined, { kind: 'record', ended: undefined }],
  [undefined, { kind: 'replay', unused: { count: 0 }, misses: [] }],
])('the status is %s with a session of %j', (status, report) => {
  const shown = createStatus({
    core,
    clock: fakeClock(),
    instance: { startedAt: 0 },
    cassette: { report: () => report },
    pins: undefined,
    sockets: {},
    sdkLock: () => undefined,
  } as never).status()
  expect((shown as { status?: string }).status).toBe(status)
})
