import { describe, expect, test } from 'vitest'
import { createOutbox } from '../../../src/http/socket/outbox.js'
import { createSocketCounts } from '../../../src/http/socket/socket-counters.js'
import { countFrameBytes, type TextParts } from '../../../src/http/socket/text-frame.js'
import { fakeClock } from '../../support/clock.js'

function client(limits = { fullBytes: 10, mostWaitingBytes: 30, stallMs: 20_000 }) {
  const clock = fakeClock()
  const counts = createSocketCounts()
  const got: string[] = []
  const under: { text: TextParts; sent: () => void }[] = []
  let refused: string | undefined
  const outbox = createOutbox(
    {
      send: (text, sent) => under.push({ text, sent }),
      get bufferedBytes() {
        return under.reduce((sum, { text }) => sum + countFrameBytes(text), 0)
      },
      refuse(reason) {
        refused = reason
      },
    },
    clock,
    counts,
    limits,
  )
  /** The client reads what is under way. */
  const read = (most = Number.POSITIVE_INFINITY): void => {
    for (let count = 0; count < most; count++) {
      const first = under.shift()
      if (first === undefined) return
      got.push(Buffer.concat(first.text).toString())
      first.sent()
    }
  }
  return { clock, counts, outbox, got, read, refused: () => refused }
}

const text =
  (told: string): (() => TextParts) =>
  () => [Buffer.from(told)]

describe('what goes to a client', () => {
  test('is sent at once while he reads', () => {
    const { outbox, read, got, counts } = client()
    outbox.put('hello')
    outbox.putNewest('1', 'a', text('book a1'))
    read()
    outbox.putNewest('1', 'a', text('book a2'))
    read()
    expect([got, counts.conflated]).toEqual([['hello', 'book a1', 'book a2'], 0])
  })

  test('is the newest book of each, made when there is room for it, for who reads slowly', () => {
    const { outbox, read, got, counts } = client()
    outbox.put('0123456789')
    for (let turn = 1; turn <= 50; turn++) {
      outbox.putNewest('1', 'a', text(`a${turn}`))
      outbox.putNewest('1', 'b', text(`b${turn}`))
    }
    read()
    expect([got, counts.conflated]).toEqual([['0123456789', 'a50', 'b50'], 98])
  })

  test('that must arrive does, in its order, and before books that wait', () => {
    const { outbox, read, got } = client()
    outbox.put('0123456789')
    outbox.putNewest('1', 'a', text('book'))
    outbox.put('trade 1')
    outbox.put('trade 2')
    read()
    expect(got).toEqual(['0123456789', 'trade 1', 'trade 2', 'book'])
  })

  test('is bounded: who lets too much pile up is sent away with a reason, and gets nothing more', () => {
    const { outbox, counts, read, got, refused } = client()
    outbox.put('0123456789')
    for (let turn = 0; turn < 4; turn++) outbox.put('trade 0123')
    expect([refused(), counts.tooSlow]).toEqual(['the client reads too slowly', 1])
    outbox.putNewest('1', 'a', text('book'))
    read()
    expect(got).toEqual(['0123456789'])
  })

  test('waits 20 s for a client who reads nothing, and longer for one who reads a little', async () => {
    const silent = client()
    silent.outbox.put('0123456789')
    silent.outbox.putNewest('1', 'a', text('book'))
    await silent.clock.advance(19_999)
    expect(silent.refused()).toBeUndefined()
    await silent.clock.advance(1)
    expect(silent.refused()).toBe('the client read nothing for 20 s')

    const slow = client()
    for (let turn = 0; turn < 3; turn++) slow.outbox.put('0123456789')
    await slow.clock.advance(15_000)
    slow.read(1)
    slow.outbox.putNewest('1', 'a', text('book'))
    await slow.clock.advance(15_000)
    expect(slow.refused()).toBeUndefined()
  })

  test('of a subscription that has ended is forgotten', () => {
    const { outbox, read, got } = client()
    outbox.put('0123456789')
    outbox.putNewest('1', 'a', text('of 1'))
    outbox.putNewest('11', 'a', text('of 11'))
    outbox.forget('1')
    read()
    expect(got).toEqual(['0123456789', 'of 11'])
  })

  test('may wait up to the bound again once what waited has left', () => {
    const { outbox, read, refused, got } = client()
    for (let round = 0; round < 3; round++) {
      outbox.put('0123456789')
      for (let turn = 0; turn < 3; turn++) outbox.put('0123456789')
      read()
    }
    expect([refused(), got.length]).toEqual([undefined, 12])
  })

  test('is watched only while something waits: who has read all may be silent for as long as he likes', async () => {
    const { clock, outbox, read, refused } = client()
    outbox.put('0123456789')
    outbox.putNewest('1', 'a', text('book'))
    await clock.advance(15_000)
    read()
    outbox.put('0123456789')
    await clock.advance(60_000)
    expect(refused()).toBeUndefined()

    // Since something waits again, he has the whole time again.
    outbox.putNewest('1', 'a', text('book'))
    await clock.advance(19_999)
    expect(refused()).toBeUndefined()
    await clock.advance(1)
    expect(refused()).toBe('the client read nothing for 20 s')
  })

  test('is nothing after the end, and nobody is sent away for it', async () => {
    const { clock, counts, outbox, read, got, refused } = client()
    outbox.put('0123456789')
    outbox.put('trade')
    outbox.putNewest('1', 'a', text('book'))
    outbox.close()
    outbox.put('later')
    outbox.putNewest('1', 'b', text('later'))
    read()
    outbox.put('later')
    outbox.putNewest('1', 'b', text('later'))
    read()
    await clock.advance(60_000)
    expect([got, refused(), counts.frames, counts.tooSlow]).toEqual([['0123456789'], undefined, 1, 0])
  })

  test('waits behind what waits already, also where there is room for a moment', () => {
    const { outbox, read, got, counts } = client()
    outbox.put('0123456789')
    outbox.putNewest('1', 'a', text('0123456789'))
    outbox.putNewest('1', 'b', text('book b'))
    read(1)
    outbox.put('trade')
    read()
    expect([got, counts.frames]).toEqual([['0123456789', '0123456789', 'trade', 'book b'], 4])
  })
})
