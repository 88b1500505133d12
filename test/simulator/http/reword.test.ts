import { expect, test } from 'vitest'
import { applyFaults, createFaults, type FaultRule } from '../../../src/simulator/faults/faults.js'
import { rewordFrame, rewordJson } from '../../../src/simulator/http/reword.js'

const rule = { kind: 'reword-field', field: 'status' } as const satisfies FaultRule

function bodyOf(body: unknown, more: Partial<FaultRule> = {}): unknown {
  const { text } = rewordJson(JSON.stringify(body), { ...rule, ...more })
  return JSON.parse(text)
}

test('words and numbers of a member are replaced at any depth, each by its kind', () => {
  expect(bodyOf({ status: 'open', rows: [{ status: 2, id: 'open' }, { status: ['open', null] }] })).toEqual({
    status: 'zz_new',
    rows: [{ status: 987, id: 'open' }, { status: ['zz_new', null] }],
  })
  expect(bodyOf({ status: 2 }, { word: '5' })).toEqual({ status: 5 })
  expect(bodyOf({ status: { status: 'open' } })).toEqual({ status: { status: 'zz_new' } })
})

test('only some words are replaced where they are named, in any case and behind any prefix', () => {
  const words = ['open', '2', '']
  for (const sent of ['open', 'OPEN', 'ORDER_STATUS_OPEN', ''])
    expect(bodyOf({ status: sent }, { words }), sent).toEqual({ status: 'zz_new' })
  for (const sent of ['opened', 'v2', 12, true])
    expect(bodyOf({ status: sent }, { words })).toEqual({ status: sent })
  expect(bodyOf({ status: 2 }, { words })).toEqual({ status: 987 })
})

test('what is no JSON, or has nothing to replace, stays to the letter', () => {
  for (const text of ['', 'pong', '{"status":', '{ "id": 1.50 }'])
    expect(rewordJson(text, rule)).toEqual({ text, count: 0 })
})

test('numbers of more digits than a double holds stay as they are', () => {
  const body =
    '{"id":145828000004036463,"status":"open","text":"145828000004036463","dust":-0.12345678901234567890}'
  expect(rewordJson(body, rule).text).toBe(body.replace('open', 'zz_new'))
})

test('frames may have text before their JSON, and several lines', () => {
  expect(rewordFrame('42/markets,["x",{"status":"a"}]', [rule])).toEqual({
    frame: '42/markets,["x",{"status":"zz_new"}]',
    count: 1,
  })
  expect(rewordFrame('{"status":"a"}\n{"status":"b"}', [rule]).count).toBe(2)
})

test('an answer tells how many words were replaced, and rules count them until they are set anew', () => {
  const reply = { status: 200, headers: {}, body: '[{"status":"a"},{"status":"b"}]' }
  expect(applyFaults(reply, [rule], '/')).toMatchObject({
    reply: { body: '[{"status":"zz_new"},{"status":"zz_new"}]' },
    reworded: 2,
  })
  const faults = createFaults(1, [rule])
  const at = { venue: 'kalshi', host: 'api', target: '/' } as const
  expect([
    faults.decide(at),
    faults.decide({ ...at, on: 'frame' }),
    faults.decide({ ...at, on: 'socket' }),
  ]).toEqual([[rule], [rule], []])
  faults.noteReworded(2)
  faults.noteReworded(1)
  expect(faults.reworded).toBe(3)
  faults.set([rule])
  expect(faults.reworded).toBe(0)
})
