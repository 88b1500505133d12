import type { Members } from './payloads.js'

/** Rows as recorded in October 2026, of orders and fills. */

export function order(overrides: Members = {}): Members {
  return {
    coin: '#1410',
    side: 'B',
    limitPx: '0.0743',
    sz: '5187.0',
    oid: 563_771_939_145,
    timestamp: 1_790_964_336_710,
    triggerCondition: 'N/A',
    isTrigger: false,
    triggerPx: '0.0',
    children: [],
    isPositionTpsl: false,
    reduceOnly: false,
    orderType: 'Limit',
    origSz: '7192.0',
    tif: 'Gtc',
    cloid: null,
    ...overrides,
  }
}

/** A row of the history. */
export function placed(status: string, statusTimestamp: number, overrides: Members = {}): Members {
  return { order: order(overrides), status, statusTimestamp }
}

/** The answer of `orderStatus`. */
export function told(status: string, overrides: Members = {}): Members {
  return { status: 'order', order: placed(status, 1_790_964_514_711, overrides) }
}

export const unknownOid = { status: 'unknownOid' }

export function fill(overrides: Members = {}): Members {
  return {
    coin: '#1411',
    px: '0.39',
    sz: '163.0',
    side: 'B',
    time: 1_790_964_400_000,
    startPosition: '0.0',
    dir: 'Buy',
    closedPnl: '0.0',
    hash: '0xcafa',
    oid: 569_395_819_010,
    crossed: true,
    fee: '0.0',
    tid: 561_715_813_668_267,
    feeToken: 'USDC',
    twapId: null,
    ...overrides,
  }
}

/** What an order is answered with. */
export function answered(...statuses: readonly unknown[]): Members {
  return { status: 'ok', response: { type: 'order', data: { statuses } } }
}
