import { expect, test } from 'vitest'
import { isHandleOf } from '../../../../src/core/trading/records/reconcile-order.js'

test('ids of the venue are the same in any case, client order ids are not', () => {
  const order = { id: '0xAB', clientOrderId: '0xAB' }
  expect(isHandleOf({ handle: { by: 'orderId', value: '0xab' } }, order)).toBe(true)
  expect(isHandleOf({ handle: { by: 'clientOrderId', value: '0xab' } }, order)).toBe(false)
  expect(isHandleOf({ handle: { by: 'clientOrderId', value: '0xAB' } }, order)).toBe(true)
})
