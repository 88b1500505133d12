import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SharedListName } from '../../../../src/catalog/shared/list-tier.js'
import { programs, signal, useSharedServer, withPostgres } from '../support/shared-server.js'

const body = new Uint8Array([0, 1, 255, 10])

describe.skipIf(programs === undefined)(`lists of venues ${withPostgres}`, () => {
  const shared = useSharedServer()
  const list: SharedListName = { venue: 'kalshi', status: 'active' }

  test('come back with their responses, the newest one, once they were read to their end', async () => {
    const [one, two] = [shared.open('one').lists, shared.open('two').lists]
    const [older, newer] = [
      { id: randomUUID(), beganAt: 1_000 },
      { id: randomUUID(), beganAt: 2_000 },
    ]
    await one.addResponse(newer.id, 'a', new Uint8Array(), signal)
    await one.addResponse(newer.id, 'a', body, signal)
    expect(await two.find(list, 0, signal)).toBeUndefined()
    await one.publish(list, newer, signal)
    await one.publish(list, older, signal)
    await one.publish({ ...list, status: 'closed' }, { id: randomUUID(), beganAt: 9_000 }, signal)
    expect(await two.find(list, 1_999.5, signal)).toEqual(newer)
    expect(await two.find(list, 2_000, signal)).toBeUndefined()
    expect(new Uint8Array((await two.response(newer.id, 'a', signal)) ?? [])).toEqual(body)
    expect(await two.response(newer.id, 'b', signal)).toBeUndefined()
    expect(await two.response(older.id, 'a', signal)).toBeUndefined()
  })

  test('that were replaced stay for those who read them, and leave afterwards, as do those of dead daemons', async () => {
    const { lists } = shared.open('three')
    const { query } = shared.server
    const name: SharedListName = { venue: 'polymarket', status: 'active' }
    const [old, dead, present] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [old, dead, present]) await lists.addResponse(id, 'a', body, signal)
    await lists.publish(name, { id: old, beganAt: 1 }, signal)
    await lists.publish(name, { id: randomUUID(), beganAt: 2 }, signal)
    expect(await lists.response(old, 'a', signal)).toBeDefined()
    query("UPDATE pmx_local.lists SET ended_at = ended_at - interval '21 min'")
    query("UPDATE pmx_local.list_responses SET added_at = added_at - interval '21 min'")
    await lists.publish(name, { id: present, beganAt: 3 }, signal)
    const left = await Promise.all([old, dead, present].map((id) => lists.response(id, 'a', signal)))
    expect(left.map((found) => found !== undefined)).toEqual([false, false, true])
  })

  test('are forgotten with the other data of a daemon', async () => {
    const rogue = shared.open('rogue')
    const id = randomUUID()
    await rogue.lists.addResponse(id, 'a', body, signal)
    await rogue.lists.publish({ venue: 'myriad', status: 'active' }, { id, beganAt: 5 }, signal)
    expect(await shared.open('admin').forgetBy('rogue', signal)).toMatchObject({ lists: 1 })
    expect(await rogue.lists.find({ venue: 'myriad', status: 'active' }, 0, signal)).toBeUndefined()
    expect(await rogue.lists.response(id, 'a', signal)).toBeUndefined()
  })
})
