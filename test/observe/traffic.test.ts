import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { renderExposition } from '../../src/observe/exposition.js'
import { createTraffic } from '../../src/observe/traffic.js'

function lines(traffic: ReturnType<typeof createTraffic>): string[] {
  return renderExposition(traffic.families()).split('\n')
}

test('requests are counted by what they were for, in seconds', () => {
  const traffic = createTraffic()
  traffic.ready(0.03)
  traffic.answered('candles', 3)
  traffic.answered('candles', 700, 'EXCHANGE_NOT_AVAILABLE')
  const told = lines(traffic)
  expect(told).toEqual(
    expect.arrayContaining([
      'pmx_request_duration_seconds_bucket{route="ready",le="0.00005"} 1',
      'pmx_request_duration_seconds_bucket{route="candles",le="0.005"} 1',
      'pmx_request_duration_seconds_bucket{route="candles",le="1"} 2',
      'pmx_request_duration_seconds_count{route="candles"} 2',
      'pmx_requests_failed_total{route="candles",code="EXCHANGE_NOT_AVAILABLE"} 1',
      'pmx_ready_responses_total 1',
    ]),
  )
})

test('how answers came to be, and what was refused', () => {
  const traffic = createTraffic()
  for (const how of ['hit', 'hit', 'partial']) traffic.cached('kalshi', 'candles', how)
  traffic.refused('host_not_allowed')
  expect(lines(traffic)).toEqual(
    expect.arrayContaining([
      'pmx_cache_responses_total{venue="kalshi",what="candles",result="hit"} 2',
      'pmx_cache_responses_total{venue="kalshi",what="candles",result="partial"} 1',
      'pmx_requests_refused_total{reason="host_not_allowed"} 1',
    ]),
  )
})

test('bytes of a connection count while it is open and after it was closed, once', () => {
  const traffic = createTraffic()
  const socket = Object.assign(new EventEmitter(), { bytesRead: 5, bytesWritten: 10 })
  traffic.connected(socket)
  expect(lines(traffic)).toContain('pmx_bytes_total{direction="out"} 10')
  socket.bytesWritten = 25
  socket.emit('close')
  const told = lines(traffic)
  expect(told).toContain('pmx_bytes_total{direction="out"} 25')
  expect(told).toContain('pmx_bytes_total{direction="in"} 5')
  expect(told).toContain('pmx_connections_open 0')
  expect(told).toContain('pmx_connections_total 1')
})
