import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { barsIn, chunksOf, MAX_CHUNK_CANDLES } from '../../../src/candles/database/chunk-codec.js'
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

test('candles of several chunks that were read get the bytes of their own chunk', () => {
  const chunks = [0, 1, 2].map((at) => {
    const [own = expect.unreachable()] = chunksOf(bars.map((one) => bar(one.timestamp / 60_000 + 100 * at)))
    return { ...own, body: deflateSync(inflateSync(own.body), { level: 9 }) }
  })
  const lists = chunks.map((chunk) => barsIn(chunk, ever))
  expect(lists.map((list) => chunksOf(list)[0]?.body)).toEqual(chunks.map(({ body }) => body))
  expect(chunksOf(lists.flatMap((list) => list.slice(0, 50)))[0]?.body).not.toBe(chunks[0]?.body)
})

test('text that another program wrote in its own way is read, and written again as ours', () => {
  const [chunk = expect.unreachable()] = chunksOf(bars)
  expect(chunksOf(barsIn(chunk, ever))[0]?.body).toBe(chunk.body)
  const bytes = inflateSync(chunk.body)
  const first = Number(bytes[0])
  const begin = bytes.toString('latin1', bars.length, bars.length + first)
  const own = begin.replace(/("open":[^,]*),("high":[^,]*)/, '$2,$1')
  expect(own).not.toBe(begin)
  const other = Buffer.from(bytes)
  other.write(own, bars.length, 'latin1')
  const body = deflateSync(other, { level: 1 })
  const read = barsIn({ ...chunk, body }, ever)
  expect(read).toEqual(bars)
  expect(inflateSync(chunksOf(read)[0]?.body ?? body)).toEqual(bytes)
})

test('bytes that are longer than the text are not stored again', () => {
  const [chunk = expect.unreachable()] = chunksOf(bars)
  const padded = { ...chunk, body: deflateSync(inflateSync(chunk.body), { level: 0 }) }
  expect(barsIn(padded, ever)).toEqual(bars)
  expect(chunksOf(bars)[0]?.body.length).toBeLessThanOrEqual(chunk.body.length)
})

test.each<[string, number]>([
  ['the largest number that a column can have', 2_147_483_647],
  ['more than a chunk can have', MAX_CHUNK_CANDLES + 1],
  ['more than there are', 101],
  ['none', 0],
  ['a negative number', -1],
  ['no number', Number.NaN],
])('a chunk that claims %s is damaged, and costs no memory', (_what, count) => {
  const [chunk = expect.unreachable()] = chunksOf(bars)
  const before = process.memoryUsage().rss
  expect(() => barsIn({ ...chunk, count }, ever)).toThrow('cannot be read')
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6)
})

test('a body is decompressed only as far as its candles can reach', () => {
  const [chunk = expect.unreachable()] = chunksOf(bars)
  const body = deflateSync(Buffer.alloc(256e6), { level: 1 })
  const before = process.memoryUsage().rss
  expect(() => barsIn({ ...chunk, body }, ever)).toThrow('cannot be read')
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6)
})

test('the longest candles fill the largest chunk', () => {
  const price = 0.123_456_789_012_345_6e-200
  const long = Array.from({ length: MAX_CHUNK_CANDLES }, (_, minute) => ({
    ...{ timestamp: 1_700_000_000_000 + minute * 60_000, open: price, high: price, low: price },
    ...{ close: price, volume: 1.234_567_890_123_456_7e300 },
  }))
  const [chunk = expect.unreachable()] = chunksOf(long)
  expect(chunk.count).toBe(MAX_CHUNK_CANDLES)
  expect(barsIn(chunk, ever)).toEqual(long)
})
