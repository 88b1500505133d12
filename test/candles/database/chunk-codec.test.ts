import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { barsIn, chunksOf } from '../../../src/candles/database/chunk-codec.js'
import { bar } from '../store-suite.js'

const ever = { from: 0, to: 1e15 }
const bars = Array.from({ length: 100 }, (_, minute) => bar(minute))

test('candles that were just read from a chunk get its bytes, and others do not', () => {
  const [chunk = expect.unreachable()] = chunksOf(bars)
  const text = inflateSync(chunk.body)
  const other = { ...chunk, body: deflateSync(text, { level: 9 }) }
  expect(other.body).not.toEqual(chunk.body)
  expect(barsIn(other, ever)).toEqual(bars)
  expect(chunksOf(bars)[0]?.body).toBe(other.body)
  const changed = [bar(0, 0.25), ...bars.slice(1)]
  const [written = expect.unreachable()] = chunksOf(changed)
  expect(barsIn(written, ever)).toEqual(changed)
})

test('bytes that are longer than the text are not stored again', () => {
  const [chunk = expect.unreachable()] = chunksOf(bars)
  const padded = { ...chunk, body: deflateSync(inflateSync(chunk.body), { level: 0 }) }
  expect(barsIn(padded, ever)).toEqual(bars)
  expect(chunksOf(bars)[0]?.body.length).toBeLessThanOrEqual(chunk.body.length)
})
