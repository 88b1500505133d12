import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { CatalogPage, CatalogSearch } from '../../../src/core/cross-venue/catalog/catalog-search.js'
import { listenOnAddress } from '../../../src/daemon/lifecycle/listen.js'
import { createAccess } from '../../../src/http/access/caller-rights.js'
import { hostsFor } from '../../../src/http/access/host-and-origin-checks.js'
import { createListener } from '../../../src/http/listener.js'
import { connectionLimits, createConnections } from '../../../src/http/request/connections.js'
import { createReadyPages } from '../../../src/http/response/ready-pages.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { createTraffic } from '../../../src/observe/traffic.js'
import { acrossWith, pageOf } from '../../support/across.js'
import { fakeClock } from '../../support/clock.js'

const token = 'token-token-token-token'
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const row = Buffer.from('{"id":"ä"}')

interface World {
  readonly requireToken?: boolean
  readonly maxBytes?: number
  /** What the page is now. */
  page: CatalogPage
  /** Headers of pages that still stand. */
  again?: CatalogPage['headers'] | undefined
  fault?: Error
}

/** A server over a catalog whose pages a test sets, with routes that say only that they were asked. */
async function serving(world: World) {
  const heard = { made: 0, routes: 0 }
  const catalogSearch: CatalogSearch = acrossWith({
    pageNow() {
      if (world.fault !== undefined) throw world.fault
      heard.made++
      return world.page
    },
    again: () => world.again,
  })
  const access = createAccess({ token, requireToken: world.requireToken ?? false, apiKeys: [] })
  const { maxBytes } = world
  const pages = createReadyPages({
    catalogSearch,
    access,
    base: { 'x-pmx-version': '1' },
    instanceId: 'instance-1',
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
  const { port, servers } = await listenOnAddress('127.0.0.1', 0, (chosen) =>
    createListener({
      fetch() {
        heard.routes++
        return new Response('routes')
      },
      policy: {
        hosts: hostsFor(['127.0.0.1'], chosen),
        ownOrigins: new Set(),
        otherOrigins: new Set(),
        maxBodyBytes: 1_000,
      },
      ids: {
        requestId: () => 'r',
        instanceId: () => 'i',
        uuid: () => 'u',
        orderName: () => 'o',
        secret: () => 's',
      },
      log: silentLogger,
      readyResponses: { holds: () => false, find: () => undefined },
      pages,
      connections: createConnections(fakeClock(), connectionLimits),
      clock: fakeClock(),
      traffic: createTraffic(),
      requests: { ready: () => undefined },
    }),
  )
  ends.push(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    }
  })
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    new Promise<{ status: number; text: string; headers: Readonly<Record<string, unknown>> }>(
      (resolve, reject) => {
        const sent = httpRequest(
          { port, path, headers, method, host: '127.0.0.1', agent: false },
          (reply) => {
            const chunks: Buffer[] = []
            reply.on('data', (chunk: Buffer) => chunks.push(chunk))
            reply.on('end', () =>
              resolve({
                status: reply.statusCode ?? 0,
                text: Buffer.concat(chunks).toString(),
                headers: reply.headers,
              }),
            )
          },
        )
        sent.on('error', reject)
        sent.end()
      },
    )
  return { heard, pages, ask }
}

const whole = '{"data":[{"id":"ä"}],"meta":{"count":1,"limit":50,"offset":0}}'

describe('a page of the catalog', () => {
  test('is told without the routes, and kept from the second time on that it is asked', async () => {
    const world: World = { page: pageOf([row]) }
    const { ask, heard } = await serving(world)
    const first = await ask('/v0/events')
    expect(first).toMatchObject({
      status: 200,
      text: whole,
      headers: {
        'x-pmx-version': '1',
        'content-type': 'application/json; charset=utf-8',
        'x-pmx-list-age': '7',
        'content-length': String(Buffer.byteLength(whole)),
      },
    })
    world.again = { 'x-pmx-list-age': '8' }
    for (let time = 2; time <= 4; time++) {
      const { status, text, headers } = await ask('/v0/events')
      expect({ status, text, etag: headers['etag'] }).toEqual({
        status: 200,
        text: whole,
        etag: first.headers['etag'],
      })
    }
    expect((await ask('/v0/events')).headers['x-pmx-list-age']).toBe('8')
    expect(heard).toEqual({ made: 2, routes: 0 })
  })

  test('is not sent to who holds it, as long as it stands', async () => {
    const world: World = { page: pageOf([row]) }
    const { ask, heard } = await serving(world)
    const { etag } = (await ask('/v0/markets?q=x')).headers as { etag: string }
    world.again = { 'x-pmx-list-age': '9' }
    const held = await ask('/v0/markets?q=x', { 'if-none-match': `"other", W/${etag}` })
    expect(held).toMatchObject({ status: 304, text: '', headers: { etag, 'x-pmx-list-age': '9' } })
    expect(held.headers).not.toHaveProperty('content-length')
    // Of another question, it is another answer.
    expect((await ask('/v0/events?q=x', { 'if-none-match': etag })).status).toBe(200)
    // The lists were read anew.
    world.again = undefined
    world.page = pageOf([row, row], { index: Symbol('new lists') })
    const changed = await ask('/v0/markets?q=x', { 'if-none-match': etag })
    expect(changed).toMatchObject({ status: 200, headers: { 'x-pmx-list-age': '7' } })
    expect(changed.text).toContain('"count":2')
    expect(changed.headers['etag']).not.toBe(etag)
    expect(heard.routes).toBe(0)
  })

  test('that was kept is dropped when its lists were read anew', async () => {
    const world: World = { page: pageOf([row]), again: {} }
    const { ask } = await serving(world)
    for (let time = 0; time < 3; time++) await ask('/v0/events')
    world.again = undefined
    world.page = pageOf([], { index: Symbol('new lists') })
    expect((await ask('/v0/events')).text).toContain('"count":0')
    world.again = {}
    expect((await ask('/v0/events')).text).toContain('"count":0')
  })

  test('is the same again, and has another tag, when a row of it has ended meanwhile', async () => {
    const world: World = { page: pageOf([row, row], { openUntil: 10 }) }
    const { ask } = await serving(world)
    const tag = async () => (await ask('/v0/events')).headers['etag']
    const before = await tag()
    expect(await tag()).toBe(before)
    world.page = pageOf([row], { openFrom: 11, openUntil: 20 })
    expect(await tag()).not.toBe(before)
  })

  test('keeps its letters however short and however long it is, and leaves the longest to the routes', async () => {
    const world: World = { page: pageOf([Buffer.from('"plain"')]), again: {} }
    const { ask, heard, pages } = await serving(world)
    for (const size of [1, 9_000, 20_000, 300_000]) {
      for (const letter of ['a', '選']) {
        world.page = pageOf([
          Buffer.from(JSON.stringify(letter.repeat(Math.floor(size / Buffer.byteLength(letter))))),
        ])
        for (let time = 0; time < 3; time++) {
          const { text } = await ask(`/v0/events?q=${size}${encodeURIComponent(letter)}`)
          expect(JSON.parse(text)).toMatchObject({
            data: [letter.repeat(Math.floor(size / Buffer.byteLength(letter)))],
          })
        }
      }
    }
    expect(heard.routes).toBe(0)
    world.page = pageOf([Buffer.alloc(600_000, 0x31)])
    for (let time = 0; time < 2; time++) expect((await ask('/v0/events?q=long')).text).toBe('routes')
    const made = heard.made
    // The routes tell its tag, and who holds that is told so.
    const query = { limit: 50, offset: 0, closed: false, text: 'long' }
    const etag = pages.note('/v0/events?q=long', { kind: 'event', query }, world.page)
    expect((await ask('/v0/events?q=long', { 'if-none-match': etag })).status).toBe(304)
    expect(heard.made).toBe(made)
  })

  test('takes no more memory than it is given', async () => {
    const world: World = { page: pageOf([Buffer.alloc(30_000, 0x31)]), again: {}, maxBytes: 100_000 }
    const { ask, heard } = await serving(world)
    const askAll = async () => {
      for (let n = 0; n < 6; n++) for (let time = 0; time < 2; time++) await ask(`/v0/events?offset=${n}`)
    }
    await askAll()
    expect(heard.made).toBe(12)
    await ask('/v0/events?offset=5')
    expect(heard.made).toBe(12)
    await ask('/v0/events?offset=0')
    expect(heard.made).toBe(13)
  })
})

describe('the routes are asked', () => {
  test.each([
    ['what is no page', '/v0/events/x'],
    ['what has a slash too many', '/v0/events/'],
    ['what is unknown', '/v0/eventss'],
    ['a parameter that it does not have', '/v0/events?sort=volume'],
    ['a number that is none', '/v0/markets?limit=0'],
  ])('for %s', async (_what, path) => {
    const { ask, heard } = await serving({ page: pageOf([row]), again: {} })
    expect((await ask(path)).text).toBe('routes')
    expect(heard).toEqual({ made: 0, routes: 1 })
  })

  test('for a POST, and for what fails, but not for a HEAD', async () => {
    const world: World = { page: pageOf([row]), again: {} }
    const { ask, heard } = await serving(world)
    await ask('/v0/events', {}, 'HEAD')
    await ask('/v0/events', {}, 'POST')
    expect(heard).toEqual({ made: 1, routes: 1 })
    world.fault = new PmxError('CATALOG_UNAVAILABLE', 'not yet')
    expect((await ask('/v0/events')).text).toBe('routes')
  })

  test('for who does not say who he is where that is wanted, even for what lies ready', async () => {
    const { ask, heard } = await serving({ page: pageOf([row]), again: {}, requireToken: true })
    const proof = { 'x-pmxt-access-token': token }
    for (let time = 0; time < 3; time++) expect((await ask('/v0/events', proof)).text).toBe(whole)
    const { etag } = (await ask('/v0/events', proof)).headers as { etag: string }
    const wrong: Readonly<Record<string, string>>[] = [
      {},
      { 'x-pmxt-access-token': 'wrong' },
      { 'if-none-match': etag },
    ]
    for (const headers of wrong) expect((await ask('/v0/events', headers)).text).toBe('routes')
    expect(heard.routes).toBe(3)
  })
})
