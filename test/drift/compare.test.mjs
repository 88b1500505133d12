import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { factsOf, npmClients, pythonEnvironments } from './clients.mjs'
import { compareSurfaces, headingsSince, isEmpty } from './compare.mjs'
import { readSurface, routeIn } from './surface.mjs'

const readers = join(import.meta.dirname, '..', 'readers')

const names = fc.uniqueArray(fc.stringMatching(/^[A-Za-z]\w{0,8}$/), { maxLength: 4 })
const lists = fc.dictionary(fc.stringMatching(/^[A-Z]\w{0,4}(\.[a-z]\w{0,4})?$/), names)
const surfaces = fc.record({
  words: lists,
  members: lists,
  routes: names.map((all) => all.map((one) => `/${one}`)),
})

test('a surface has nothing that it has not', () => {
  fc.assert(fc.property(surfaces, (one) => isEmpty(compareSurfaces(one, one))))
})

test('every word and route that is added is named, and nothing else', () => {
  fc.assert(
    fc.property(surfaces, surfaces, (pinned, newest) => {
      const { words, routes, goneRoutes } = compareSurfaces(pinned, newest)
      const expected = Object.entries(newest.words).flatMap(([key, all]) =>
        all
          .filter((word) => !(Object.hasOwn(pinned.words, key) && pinned.words[key].includes(word)))
          .map((word) => ({ key, word })),
      )
      assert.deepEqual(words, expected)
      assert.deepEqual(
        new Set([...routes, ...pinned.routes]),
        new Set([...goneRoutes, ...newest.routes, ...pinned.routes]),
      )
    }),
  )
})

test('declarations, generated enumerations and schemas are read alike', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-surface-'))
  try {
    writeFileSync(
      join(folder, 'index.d.ts'),
      `export interface Market { id: string; note?: string; since: string | undefined; venue: { fee: number } }
       export type Status = 'open' | 'closed'
       export declare const Side: { readonly Yes: 'yes'; readonly No: 'no' }
       export declare class Client { private retry; protected again: number; call: () => void; static one: string; host: string }
       export declare const Calls: { open: (id: string) => void }
       export declare const Xe: z.ZodObject<{ id: z.ZodString }>
       export declare enum Kind { Plain = 'plain' }
       export declare const Row: z.ZodObject<{ id: z.ZodString; note: z.ZodOptional<z.ZodString> }>
       export declare const Order: z.ZodEnum<{ GTC: 'GTC' }>`,
    )
    writeFileSync(
      join(folder, 'index.js'),
      `const Fill = z.object({ id: z.string(), fee: z.string().optional() })
       const Tif = z.enum(["FOK"])
       get(base + '/orders' + '?x=1'); get(\`\${base}/orders/\${id}?x=1\`)
       exports.spec = { paths: { '/v3/events/': { get: { schema: {
         properties: { id: { type: 'string' }, state: { enum: ["new", "live"] }, note: {} }, required: ["id", "state"],
       } } } } }`,
    )
    assert.deepEqual(readSurface(folder), {
      words: {
        Kind: ['plain'],
        'paths./v3/events/.get.schema.properties.state': ['live', 'new'],
        Order: ['GTC'],
        Side: ['no', 'yes'],
        Status: ['closed', 'open'],
        Tif: ['FOK'],
      },
      members: {
        Client: ['host'],
        Fill: ['id'],
        Market: ['id', 'venue'],
        'paths./v3/events/.get.schema': ['id', 'state'],
        'Market.venue': ['fee'],
        Row: ['id'],
      },
      routes: ['/orders', '/orders/{}', '/v3/events/'],
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('routes are told from other texts', () => {
  const routes = { '/orders': '/orders', '{}/posts/{}/': '/posts/{}/', 'events/{ticker}': 'events/{ticker}' }
  for (const [text, route] of Object.entries(routes)) assert.equal(routeIn(text), route)
  for (const text of ['application/json', 'a / b', './file.js', 'word', '/', '//', 'https://example.com/a']) {
    assert.equal(routeIn(text), undefined, text)
  }
})

test('a changelog is read down to the pinned version', () => {
  const changelog =
    '# Changelog\n\n## [2.1.0] - 2026-11-02\n- 1.0.0 was wrong\n\n## 2.0.0 (2026-10-01)\n\n## 1.0.0\n'
  assert.deepEqual(headingsSince(changelog, '1.0.0'), ['[2.1.0] - 2026-11-02', '2.0.0 (2026-10-01)'])
  assert.deepEqual(headingsSince(changelog, '0.9.0'), [])
  assert.deepEqual(headingsSince('', '1.0.0'), [])
})

test('every client of test/readers has a venue', () => {
  const clients = [...npmClients(readers), ...pythonEnvironments(readers).flatMap((one) => one.clients)]
  assert.ok(clients.length > 20)
  assert.deepEqual(
    clients.map(({ name }) => name).filter((name) => factsOf(name).venue === name),
    [],
  )
})
