import { describe, expect, test } from 'vitest'
import { hosts } from '../../../src/venues/polymarket/hosts.js'

/** Requests per sliding 10 s as published (src/venues/polymarket/README.md), or as measured where nothing is. */
const limits: Readonly<Record<string, number>> = {
  gamma: 4_000,
  'gamma events': 500,
  'gamma markets': 300,
  'gamma search': 350,
  clob: 9_000,
  'clob book': 1_500,
  'clob books': 500,
  'clob history': 1_000,
  'clob lists': 500,
  'clob balance': 200,
  'clob keys': 100,
  'clob order': 900,
  'clob place': 5_000,
  'clob cancel': 5_000,
  data: 800,
  'data tradesV2': 200,
  'data positionsV2': 200,
  'data historyV2': 200,
}

// Sockets are not counted by calls.
const { stream: _stream, ...counted } = hosts
const buckets = Object.entries(counted).flatMap(([host, { limit, groups }]) => [
  { name: host, limit },
  ...Object.entries(groups).map(([group, groupLimit]) => ({ name: `${host} ${group}`, limit: groupLimit })),
])

describe('every bucket stays inside the venue limit of ten seconds', () => {
  test.each(buckets)('$name', ({ name, limit }) => {
    expect(limit.capacity + limit.perSecond * 10).toBeLessThanOrEqual(limits[name] ?? 0)
  })

  test.each([
    ['place', 40, 60],
    ['cancel', 80, 120],
  ] as const)('%s stays below the bucket of each signer of the standard tier', (group, perSecond, burst) => {
    const bucket = hosts.clob.groups[group]
    expect(bucket.perSecond).toBeLessThan(perSecond)
    expect(bucket.capacity).toBeLessThan(burst)
  })

  test('events and markets together stay inside their common limit of 900', () => {
    const { events, markets } = hosts.gamma.groups
    const together = events.capacity + events.perSecond * 10 + markets.capacity + markets.perSecond * 10
    expect(together).toBeLessThanOrEqual(900)
  })
})
