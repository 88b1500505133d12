import { once } from 'node:events'
import { PassThrough, type Writable } from 'node:stream'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as ws from 'ws'
import { createGathering } from '../../../src/http/socket/gathered-writes.js'
import { countFrameBytes, type TextParts, writeText } from '../../../src/http/socket/text-frame.js'

/** The reader of `ws`, which its types leave out. */
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable }

/** What a client reads who was written to. */
function reader() {
  const socket = new PassThrough()
  const receiver = new Receiver({ isServer: false })
  const heard: string[] = []
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) heard.push(data.toString('utf8'))
  })
  socket.pipe(receiver)
  return {
    socket,
    heard,
    end: () =>
      once(
        receiver.on('finish', () => undefined),
        'finish',
      ),
  }
}

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(125, 126, 65_535, 65_536, 70_000).map((length) => 'x'.repeat(length)),
)

test('a text in parts is read as one message, whatever its length', async () => {
  const parts = fc
    .array(texts, { minLength: 1, maxLength: 4 })
    .map((all) => all.map((text) => Buffer.from(text)) as unknown as TextParts)
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { minLength: 1, maxLength: 3 }), async (frames) => {
      const { socket, heard, end } = reader()
      let sent = 0
      for (const frame of frames) writeText(socket, frame, () => sent++)
      const ended = end()
      socket.end()
      await ended
      expect(heard).toEqual(frames.map((frame) => Buffer.concat(frame).toString('utf8')))
      expect(sent).toBe(frames.length)
    }),
    { numRuns: 50 },
  )
})

test.each([
  [125, 2],
  [126, 4],
  [65_535, 4],
  [65_536, 10],
])('a text of %d bytes has the shortest head there is for it, of %d', (bytes, head) => {
  const written: Uint8Array[] = []
  const write = (chunk: Uint8Array): boolean => written.push(chunk) > 0
  writeText({ write } as Pick<Writable, 'write'>, [Buffer.alloc(bytes)], () => undefined)
  expect(written.map(({ length }) => length)).toEqual([head + bytes])
})

test('the bytes of a text are those of its parts', () => {
  expect(countFrameBytes([Buffer.from('é'), Buffer.from('ab')])).toBe(4)
})

test('what is written in one turn leaves at its end, in one piece for each socket', () => {
  const turns: (() => void)[] = []
  const gather = createGathering((task) => turns.push(task))
  const told: string[] = []
  const socket = (name: string) => ({
    cork: () => told.push(`${name} held`),
    uncork: () => told.push(`${name} let go`),
  })
  const [a, b] = [socket('a'), socket('b')]
  gather(a)
  gather(b)
  gather(a)
  expect([told, turns.length]).toEqual([['a held', 'b held'], 1])
  turns.shift()?.()
  gather(a)
  expect([told.slice(2), turns.length]).toEqual([['a let go', 'b let go', 'a held'], 1])
})
