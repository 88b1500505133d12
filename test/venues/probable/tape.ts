import type { VenueCall } from '../../../src/transport/call-types.js'
import { json, queryOf } from '../../support/wire.js'
import { nativeTrade } from './payloads.js'

export interface TapeOptions {
  /** Largest page; more is refused. */
  readonly maxRows?: number
  /** Offsets above this are refused. */
  readonly maxOffset?: number
}

/** A venue with a list of trades, newest first. */
export function tapeOf(rows: readonly unknown[], { maxRows = 500, maxOffset = 1e9 }: TapeOptions = {}) {
  return (call: VenueCall) => {
    const query = queryOf(call)
    const [limit, offset] = [Number(query['limit']), Number(query['offset'])]
    if (limit > maxRows) return json(400, { error: { code: 'PAS-4000', message: 'limit too large' } })
    if (offset > maxOffset) return json(400, { error: { code: 'PAS-4000', message: 'offset too large' } })
    return rows.slice(offset, offset + limit)
  }
}

/** `count` fills, one a minute, newest first; prices tell them apart. */
export function manyTrades(count: number, overrides: Record<string, unknown> = {}): unknown[] {
  return Array.from({ length: count }, (_unused, n) =>
    nativeTrade(n, { price: (n % 999) / 1000, size: n + 1, ...overrides }),
  )
}
