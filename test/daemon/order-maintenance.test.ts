import { expect, test } from 'vitest'
import type { Reconciled } from '../../src/core/trading/reconcile/reconcile-accounts.js'
import { startOrderCare } from '../../src/daemon/order-maintenance.js'
import { silentLogger } from '../../src/observe/logger.js'
import { fakeClock, settle } from '../support/clock.js'

const equal: Reconciled = {
  venue: 'kalshi',
  unknownOrders: [],
  ended: [],
  missing: [],
  copies: [],
  unchecked: 0,
  positions: [],
}

function careOver(reconcile: () => Promise<readonly Reconciled[]>, resume = async () => undefined) {
  const clock = fakeClock()
  const looks: unknown[] = []
  const told: [fields: object, words: string][] = []
  const warn = (fields: object, words: string): void => void told.push([fields, words])
  const core = {
    async resumeCancels(of?: 'all' | 'abandoned') {
      looks.push(of)
      await resume()
    },
    reconcileOrders: reconcile,
  }
  return { clock, looks, told, end: startOrderCare({ core, clock, log: { ...silentLogger, warn } }) }
}

test('rests of earlier runs are looked after at the start, and those of other processes from then on', async () => {
  const { clock, looks, told, end } = careOver(async () => [equal])
  await clock.advance(65_000)
  expect(looks).toEqual(['all', 'abandoned', 'abandoned'])
  end()
  await clock.advance(65_000)
  expect([looks.length, told]).toEqual([3, []])
})

test('an account that differs from the journal is logged once, with how to list it', async () => {
  const missing = [{ id: 'row', orderId: 'V1', outcomeId: 'M-YES', status: 'open' }] as const
  const { told, clock } = careOver(async () => [equal, { ...equal, venue: 'opinion', missing }])
  await clock.advance(65_000)
  expect(told).toEqual([
    [expect.objectContaining({ venue: 'opinion', missing: 1 }), expect.stringContaining('orders reconcile')],
  ])
})

test('what cannot be read is logged, and keeps nothing from being looked after', async () => {
  const broken = (words: string) => () => Promise.reject(new Error(words))
  const { told, clock, looks } = careOver(broken('no journal'), broken('no venue'))
  await clock.advance(35_000)
  expect(looks).toEqual(['all', 'abandoned'])
  expect(told.map(([fields]) => fields)).toEqual(
    expect.arrayContaining([{ reason: 'no journal' }, { reason: 'no venue' }]),
  )
  const away = careOver(async () => [{ ...equal, because: 'the venue is away' }])
  await settle()
  expect(away.told).toEqual([[expect.objectContaining({ reason: 'the venue is away' }), expect.any(String)]])
})
