import { expect, test } from 'vitest'
import type { VenueCall } from '../../../../src/transport/call-types.js'
import { polymarket } from '../../../../src/venues/polymarket/index.js'
import { failureOf, present } from '../../../support/expect.js'
import { type Answer, json } from '../../../support/wire.js'
import { signedIn } from '../set-up.js'

const after = present(polymarket.orders?.cancelAfter)

/** Answers in turn; the ids that were sent. */
function beating(...answers: readonly unknown[]) {
  const left = [...answers]
  const sent: unknown[] = []
  const answer: Answer = (call: VenueCall) => {
    sent.push(Object(call.body)['heartbeat_id'])
    return left.shift()
  }
  const { ctx, wire } = signedIn({ 'POST clob/v1/heartbeats': answer })
  return {
    sent,
    wire,
    beat() {
      if (after.kind !== 'heartbeat') throw new Error('the venue wants signs of life')
      return after.beat(ctx)
    },
  }
}

const wrong = (members: object) => json(400, members)

test('each carries the id that the one before was answered with, at first an empty one', async () => {
  const { beat, sent, wire } = beating(
    { heartbeat_id: 'one' },
    { heartbeat_id: 'two' },
    { heartbeat_id: 'three' },
  )
  for (let turn = 0; turn < 3; turn++) await beat()
  expect(sent).toEqual(['', 'one', 'two'])
  const [first] = wire.calls
  expect(Object.keys(first?.secretHeaders ?? {})).toEqual(expect.arrayContaining(['POLY_SIGNATURE']))
})

test('of an earlier run the venue names the id, which is sent then', async () => {
  const refusal = wrong({ error_msg: 'Invalid Heartbeat ID', heartbeat_id: 'nine' })
  const { beat, sent } = beating(refusal, { heartbeat_id: 'ten' }, { heartbeat_id: 'eleven' })
  await beat()
  await beat()
  expect(sent).toEqual(['', 'nine', 'ten'])
})

test('an id that is refused without another one is forgotten, and the first one is sent again', async () => {
  // The venue's OpenAPI document names no id beside the words.
  const { beat, sent } = beating({ heartbeat_id: 'one' }, wrong({ error: 'Invalid Heartbeat ID' }), {
    heartbeat_id: 'two',
  })
  await beat()
  await beat()
  expect(sent).toEqual(['', 'one', ''])
})

test.each([
  [wrong({ error: 'no such key' }), 'no such key'],
  [wrong({ error_msg: 'bad payload' }), 'bad payload'],
  [wrong({}), 'without a reason'],
])('another refusal is an error with the venue’s words', async (answer, words) => {
  const { beat } = beating(answer)
  expect(await failureOf(beat)).toMatchObject({
    code: 'BAD_REQUEST',
    message: `Polymarket refused a heartbeat: ${words}`,
  })
})

test('an id that changes again and again is an error', async () => {
  const { beat } = beating(
    wrong({ heartbeat_id: 'one', error_msg: 'Invalid Heartbeat ID' }),
    wrong({ heartbeat_id: 'two', error_msg: 'Invalid Heartbeat ID' }),
  )
  expect((await failureOf(beat)).message).toContain('another process')
})

test('an answer without an id is a change of shape', async () => {
  const { beat } = beating({ status: 'ok' })
  expect(await failureOf(beat)).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
})
