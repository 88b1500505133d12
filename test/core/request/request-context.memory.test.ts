import { expect, test } from 'vitest'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { defineMemoKey } from '../../../src/venue-kit/contract/memo.js'
import { fakeClock } from '../../support/clock.js'
import { json } from '../../support/wire.js'
import { coreOver, fakeVenue } from '../fake-venue.js'

function setUp(answer: unknown = json(200, {})) {
  const clock = fakeClock()
  const { contexts } = coreOver(fakeVenue(), { clock, answers: { 'POST api/page': answer } })
  const open = (secrets: Secrets = noSecrets, id: 'kalshi' | 'polymarket' = 'kalshi') =>
    contexts.open(
      { ...fakeVenue(), id },
      { priority: 'interactive', allowedMs: 25_000, signal: new AbortController().signal, secrets },
    )
  const of = (apiKey: string): Secrets => ({ values: { apiKey }, withheld: false })
  return { clock, contexts, open, of }
}

const fact = defineMemoKey<string>('a fact', 1_000)

test('what is remembered of a venue is for everybody, but what credentials brought is for those who have them', () => {
  const { open, of } = setUp()
  const memos = () =>
    [open(), open(of('mine')), open(of('his')), open(noSecrets, 'polymarket')].map(({ memo }) => memo)
  memos().forEach((memo, index) => {
    memo.set(fact, '', `of ${index}`)
  })
  expect(memos().map((memo) => memo.get(fact, ''))).toEqual(['of 0', 'of 1', 'of 2', 'of 3'])
})

test('what everybody shares is not forgotten because of many who bring credentials', () => {
  const { open, of } = setUp()
  open().memo.set(fact, '', 'shared')
  for (let index = 1; index <= 16; index++) open(of(String(index))).memo.set(fact, '', 'own')
  expect(open().memo.get(fact, '')).toBe('shared')
})

test('rows that could not be read are counted by venue, for whoever looks after the daemon', () => {
  const { contexts, open } = setUp()
  const odd = { path: 'rows[0]', problem: 'odd', fingerprint: 'a' }
  open().omissions.noteRows('GET /rows', new Map([['rows[*]', { seen: 100, malformed: [odd] }]]))
  contexts.noteSkipped('polymarket', 3)
  contexts.noteSkipped('polymarket', 4)
  expect([...contexts.skippedRows]).toEqual([
    ['kalshi', 1],
    ['polymarket', 7],
  ])
})

test('says what its last venue call failed with, and how many there were, here and elsewhere', async () => {
  const { open } = setUp(json(503, {}))
  const ctx = open()
  expect([ctx.trouble, ctx.upstreamCalls]).toEqual([undefined, 0])
  await expect(ctx.http.send({ host: 'api', path: '/page', method: 'POST', body: {} })).rejects.toThrow()
  expect(ctx.trouble).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
  expect(ctx.upstreamCalls).toBe(1)
  ctx.noteSent(2)
  ctx.noteSent(1)
  expect(ctx.upstreamCalls).toBe(4)
})
