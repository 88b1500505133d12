import { expect, test } from 'vitest'
import { loadFaces } from '../../../src/simulator/faces/registry.js'
import { answer } from '../../../src/simulator/router.js'
import { defaultSwitches } from '../../../src/simulator/switches.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import { NOON } from '../support/stage.js'

const context = { world: createWorld({ seed: 1 }), now: NOON, switches: defaultSwitches(), random: () => 0 }
const lines = (await loadFaces()).flatMap(({ venue, hosts }) =>
  Object.entries(hosts).flatMap(([name, host]) =>
    (host.notPlayed ?? []).map((line) => ({ venue, name, line, host })),
  ),
)

test.each(lines)('$venue/$name documents $line and its demo leaves it out', ({ line, host }) => {
  const [method = '', pattern = ''] = line.split(' ')
  const path = pattern.replace(/:\w+/g, '7')
  expect(path.startsWith(host.prefix)).toBe(true)
  const request = { method, path, search: '', headers: { authorization: 'Token of-a-reader' }, body: {} }
  const { status, body } = answer(host, request, context)
  expect([status, body]).toEqual([501, JSON.stringify({ error: `not played by the demo venue: ${line}` })])
})
