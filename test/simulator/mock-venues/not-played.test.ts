import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../src/simulator/http/reply.js'
import type { MockHost } from '../../../src/simulator/mock-kit/mock-venue.js'
import { loadMockVenues } from '../../../src/simulator/mock-venues/registry.js'
import { answer } from '../../../src/simulator/server/router.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import { contextOf } from '../support/context.js'
import { NOON } from '../support/stage.js'

const context = contextOf(createWorld({ seed: 1 }), NOON)
const hosts = (await loadMockVenues()).flatMap(({ venue, hosts }) =>
  Object.entries(hosts).map(([name, host]) => ({ venue, name, host })),
)
const lines = hosts.flatMap((one) => (one.host.notImplemented ?? []).map((line) => ({ ...one, line })))

function ask(host: MockHost, line: string): Reply {
  const [method = '', pattern = ''] = line.split(' ')
  const path = pattern.replace(/:\w+/g, '7')
  const request = { method, path, search: '', headers: { authorization: 'Token of-a-reader' }, body: {} }
  return answer(host, request, context)
}

test.each(lines)('$venue/$name documents $line and its demo leaves it out', ({ line, host }) => {
  expect(line.split(' ')[1]?.startsWith(host.prefix)).toBe(true)
  const { status, body } = ask(host, line)
  expect([status, body]).toEqual([
    501,
    JSON.stringify({ error: `not implemented by the mock venue: ${line}` }),
  ])
})

describe.each(hosts)('$venue/$name', ({ host }) => {
  const played = host.routes.map(({ method, segments }) => `${method} /${segments.join('/')}`)

  test('plays what it has a route for', () => {
    const answered = played.map((line) => [line, ask(host, line).status === 501])
    expect(answered).toEqual(played.map((line) => [line, false]))
  })

  test('has each path once', () => {
    const nameless = [...played, ...(host.notImplemented ?? [])].map((line) => line.replace(/:\w+/g, ':'))
    expect(nameless.filter((line, index) => nameless.indexOf(line) !== index)).toEqual([])
  })
})
