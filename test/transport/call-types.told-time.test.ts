import { expect, test } from 'vitest'
import { startDeadline } from '../../src/policy/abort.js'
import { readVenueTimes } from '../../src/transport/call-types.js'
import { fakeClock } from '../support/clock.js'
import { answer, read, setUp, write } from './transport-world.js'

const NOON = Date.UTC(2026, 10, 21, 12)
const date = (ms: number) => ({ date: new Date(NOON + ms).toUTCString() })

test.each([
  ['the end of the second it names', date(0), { clock: 999, content: 999 }],
  [
    'earlier for its content by an age in a cache',
    { ...date(0), age: '30' },
    { clock: 999, content: -29_001 },
  ],
  ['unchanged by an age that is none', { ...date(0), age: 'old' }, { clock: 999, content: 999 }],
  ['no later for an age below nothing', { ...date(0), age: '-30' }, { clock: 999, content: 999 }],
  ['unchanged by an age without end', { ...date(0), age: 'Infinity' }, { clock: 999, content: 999 }],
  ['untold without a date', {}, undefined],
  ['untold by a date that is none', { date: 'yesterday' }, undefined],
])('the time of an answer is %s', (_what, headers, told) => {
  const after = told && { clock: NOON + told.clock, content: NOON + told.content }
  expect(readVenueTimes(headers)).toEqual(after)
})

test('a cache that writes its own date beside an age does not put the clock of a venue forward', async () => {
  const clock = fakeClock(NOON)
  const times: number[] = []
  const { transport } = setUp({
    clock,
    answers: [answer(200, {}, { ...date(0), age: '300' }), answer(200, {}, { ...date(0), age: '300' })],
    onTime: (at) => times.push(at),
  })
  const http = transport.bind('kalshi', startDeadline(clock, 25_000), 'interactive')
  await http.send(read)
  await http.send(read)
  expect(times).toEqual([NOON + 999, NOON + 999])
  expect(http.venueTime).toBe(NOON + 999 - 300_000)
})

test('a request knows the time that the earliest of its answers tells', async () => {
  const clock = fakeClock(NOON)
  const { transport } = setUp({
    clock,
    answers: [
      answer(200),
      answer(200, {}, date(9_000)),
      answer(200, {}, date(5_000)),
      answer(200, {}, date(7_000)),
    ],
  })
  const http = transport.bind('kalshi', startDeadline(clock, 25_000), 'interactive')
  const told: (number | undefined)[] = []
  for (let call = 0; call < 4; call++) {
    await http.send(read)
    told.push(http.venueTime)
  }
  expect(told).toEqual([undefined, NOON + 9_999, NOON + 5_999, NOON + 5_999])
})

test('a refusal tells the time, which a call that is signed with another time needs; an error of a gateway does not', async () => {
  const clock = fakeClock(NOON)
  const times: number[] = []
  const { transport } = setUp({
    clock,
    answers: [answer(401, {}, date(600_000)), answer(404, {}, date(601_000)), answer(502, {}, date(0))],
    onTime: (at) => times.push(at),
  })
  const http = transport.bind('kalshi', startDeadline(clock, 25_000), 'interactive')
  await expect(http.send(write)).rejects.toThrow()
  // One that the adapter accepts is noted once.
  await http.send({ ...read, accept: [404] })
  await expect(http.send(write)).rejects.toThrow()
  expect(times).toEqual([NOON + 600_999, NOON + 601_999])
})
