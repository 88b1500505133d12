import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDeadline } from '../../src/policy/abort.js'
import type { VenueRequest } from '../../src/transport/call-types.js'
import { createLiveWire } from '../../src/transport/live-http.js'
import { createTransport } from '../../src/transport/transport.js'
import { asking, recording } from './support/cassettes.js'

/** What must never be found in a file, each held in another way. */
const canaries = {
  held: 'canary-held-credential-0001',
  request: 'canary-request-credential-0002',
  signature: 'canary-derived-signature-0003',
  token: 'canary-access-token-0004',
  withheld: '0xCa4a7Ca4a7Ca4a7Ca4a7Ca4a7Ca4a7Ca4a7Ca4a7',
}

/** Puts the canary that the path names into the part of its answer that the path names: `/body/held`. */
function startVenue(): Promise<Server> {
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '', 'http://venue.test')
    const [, part, name = ''] = url.pathname.split('/')
    const canary = Object.entries(canaries).find(([known]) => known === name)?.[1] ?? 'none'
    const body = JSON.stringify({ rows: [{ owner: canary }] })
    if (part === 'redirect') {
      reply.writeHead(302, { location: `http://elsewhere.test/?key=${canary}` }).end()
    } else if (part === 'header') {
      reply.writeHead(200, { 'content-type': 'application/json', 'set-cookie': canary, 'x-echo': canary })
      reply.end('{}')
    } else if (part === 'kept-header') {
      reply.writeHead(200, { 'content-type': `application/json; owner=${canary}` }).end('{}')
    } else if (part === 'error') {
      reply.writeHead(401, { 'content-type': 'application/json' })
      reply.end(JSON.stringify({ error: `the key ${canary} is unknown` }))
    } else if (part === 'escaped') {
      const escaped = [...canary].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
      reply.writeHead(200, { 'content-type': 'application/json' }).end(`{"owner":"${escaped.join('')}"}`)
    } else {
      reply.writeHead(200, { 'content-type': 'application/json' }).end(body)
    }
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

let server: Server
let address: string

beforeAll(async () => {
  server = await startVenue()
  // The address of a TCP server is always an object.
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** Sends one request through a recording transport with credentials; what is on disk before and after the end. */
async function recorded(request: VenueRequest) {
  const { session, clock, file, lines } = recording({ recordsPrivate: true })
  session.withhold({ name: 'kalshi.apiKey', value: canaries.held })
  session.withhold({ name: 'the access token', value: canaries.token })
  session.withhold({ name: 'record.withhold[0]', value: canaries.withheld })
  const transport = createTransport({
    wire: session.wire(() =>
      createLiveWire({ userAgent: 'test', mayFollow: (a, b) => a.origin === b.origin }),
    ),
    clock: session.clock,
    random: () => 0,
    wiringOf: () => ({
      hosts: { api: { url: address, limit: { capacity: 9, perSecond: 9, source: 'test' } } },
    }),
    maxBytes: 100_000,
    attemptTimeoutMs: 5_000,
  })
  const secretHeaders = {
    'x-signature': canaries.signature,
    'x-timestamp': '1764000000',
    'x-address': '0xabc',
  }
  const work = async () => {
    const http = transport.bind('kalshi', startDeadline(clock, 5_000), 'interactive')
    return http.send({ ...request, secretHeaders }).catch((error: unknown) => error)
  }
  await session.run(asking('fetchBalance', [], { apiKey: canaries.request }), work)
  const written = readAll(dirname(file))
  await transport.close()
  await session.close()
  return { said: lines.join('\n'), files: written + readAll(dirname(file)), report: session.report() }
}

function readAll(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
}

interface Way {
  readonly request: (canary: string, name: string) => VenueRequest
  /** Where it is found; absent where it is left out beforehand and the rest is recorded. */
  readonly field?: string
}

const reads =
  (part: string) =>
  (_canary: string, name: string): VenueRequest => ({ host: 'api', path: `/${part}/${name}` })
const posts =
  (body: (canary: string) => unknown) =>
  (canary: string): VenueRequest => ({
    host: 'api',
    path: '/x',
    body: body(canary),
    read: true,
  })

const ways: Readonly<Record<string, Way>> = {
  'the path': { request: (canary) => ({ host: 'api', path: `/x/${canary}` }), field: 'path' },
  'a listed query value': {
    request: (canary) => ({ host: 'api', path: '/x', query: { user: canary } }),
    field: 'query[0][1]',
  },
  'a query value that is not listed': {
    request: (canary) => ({ host: 'api', path: '/x', query: { sig: canary } }),
  },
  'a listed member of the body': { request: posts((user) => ({ user })), field: 'body.user' },
  'a member of the body that is not listed': { request: posts((owner) => ({ owner })) },
  'a request header': {
    request: (canary) => ({ host: 'api', path: '/x', headers: { 'x-api-key': canary } }),
  },
  'a response header': { request: reads('header') },
  'a response header that is kept': { request: reads('kept-header'), field: 'headers.content-type' },
  'the response body': { request: reads('body'), field: 'json.rows[0].owner' },
  'the response body with every letter escaped': { request: reads('escaped'), field: 'text' },
  'the text of an error': { request: reads('error'), field: 'json.error' },
  'the target of a redirect': { request: reads('redirect') },
}

describe.each(Object.entries(canaries))('a secret (%s)', (name, canary) => {
  test.each(Object.entries(ways))(
    'does not get into a file by way of %s',
    async (_way, { request, field }) => {
      const { files, said, report } = await recorded(request(canary, name))
      expect(files.toLowerCase()).not.toContain(canary.toLowerCase())
      expect(said.toLowerCase()).not.toContain(canary.toLowerCase())
      if (field === undefined) {
        expect(report).toMatchObject({ entries: 1, withheld: 0 })
      } else {
        expect(report).toMatchObject({ entries: 0, withheld: 1 })
        expect(said).toContain(`"field":"${field}"`)
      }
    },
  )
})

test('what a venue answers to a call with credentials is recorded where nothing in it is secret', async () => {
  const { files, report } = await recorded({ host: 'api', path: '/plain' })
  expect(report).toMatchObject({ entries: 1, withheld: 0 })
  expect(files).toContain('"path":"/plain"')
})

test('a login is no part of a recording: neither what it sends nor the token that it brings', async () => {
  const session = 'canary-session-token-0005'
  const login = {
    host: 'api',
    path: `/login/${session}`,
    body: { user: session },
    isUnrecorded: true,
  } as const
  const { files, report } = await recorded(login)
  expect(files).not.toContain(session)
  const { files: others } = await recorded({ host: 'api', path: '/body/none' })
  expect(others).toContain('/body/none')
  expect(report).toBeDefined()
})
