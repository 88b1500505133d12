import { expect, test } from 'vitest'
import { createRequestLog } from '../../../src/http/request/request-log.js'
import { createSecretSet } from '../../../src/policy/secrets/secret-set.js'
import { fakeClock } from '../../support/clock.js'

function open(held: readonly string[] = []) {
  const clock = fakeClock()
  const secrets = createSecretSet()
  for (const value of held) secrets.add({ name: 'held', value })
  return { clock, log: createRequestLog(clock, secrets) }
}

const answered = { method: 'GET', target: '/api/kalshi/has', status: 200, tookMs: 2 }

test('tells the last requests, the newest first, and forgets those before', () => {
  const { log } = open()
  for (let n = 0; n < 1_000; n++) log.note({ ...answered, target: `/api/kalshi/has?n=${n}` })
  const recent = log.recent()
  expect(recent).toHaveLength(300)
  expect(recent[0]?.target).toBe('/api/kalshi/has?n=999')
  expect(recent.at(-1)?.target).toBe('/api/kalshi/has?n=700')
})

test('counts the answers of each venue, and those that cost it no call', () => {
  const { log } = open()
  log.ready('GET', '/api/kalshi/fetchOHLCV?outcomeId=x', 'bot', false)
  log.note({ ...answered, calls: '0' })
  log.note({ ...answered, calls: '2' })
  log.note({ ...answered, target: '/api/KALSHI/has', calls: '1' })
  log.note({ ...answered, status: 502, calls: '1' })
  log.note({ ...answered, target: '/api/nobody/has' })
  log.note({ ...answered, target: '/v0/events?query=x' })
  expect(Object.fromEntries(log.served())).toEqual({ kalshi: { answers: 4, withoutCall: 2 } })
})

test('an answer that lay ready is told as one', () => {
  const { log, clock } = open()
  log.ready('GET', '/api/kalshi/fetchOHLCV?outcomeId=x', 'bot/1', true)
  expect(log.recent()).toEqual([
    {
      at: clock.now(),
      method: 'GET',
      target: '/api/kalshi/fetchOHLCV?outcomeId=x',
      status: 200,
      tookMs: 0,
      client: 'bot/1',
      byPage: true,
      cache: 'hit',
      calls: 0,
    },
  ])
})

test('tells no secret: neither what the daemon holds, nor what bears the name of one', () => {
  const { log } = open(['held-secret-held-secret'])
  const own = 'own-own-own-own'
  log.note({ ...answered, target: `/api/kalshi/has?q=held-secret-held-secret&apiKey=${own}` })
  log.note({ ...answered, target: `/api/kalshi/has?private%4Bey=${own}&x-access-token=${own}` })
  log.note({
    ...answered,
    client: 'bot held-secret-held-secret',
    body: JSON.stringify({ args: [{ id: 'x', apiSecret: own }], credentials: { apiKey: own } }),
  })
  const text = JSON.stringify(log.recent())
  expect(text).not.toContain('held-secret')
  expect(text).not.toContain(own)
  expect(log.recent()[0]?.args).toEqual([{ id: 'x', apiSecret: '***' }])
})

test.each([
  'credentials[apiKey]',
  'credentials.apiKey',
  'x-api-key',
  'user_api_key',
  'mnemonic',
  'key',
  'access_key',
  'pk',
  'auth',
  'jwt',
  'sig',
  'session',
  'sessionId',
  'cookie',
  'signature',
])('a value under the name %s is a secret, in a query and in an argument', (name) => {
  const { log } = open()
  log.note({ ...answered, target: `/api/kalshi/has?limit=1&${encodeURIComponent(name)}=own` })
  log.note({ ...answered, body: JSON.stringify({ args: [{ limit: 1, [name]: 'own' }] }) })
  const [posted, got] = log.recent()
  expect(posted?.args).toEqual([{ limit: 1, [name]: '***' }])
  expect(got?.target).toBe(`/api/kalshi/has?limit=1&${encodeURIComponent(name)}=***`)
})

test('credentials that stand among the arguments are not told, whatever their members are called', () => {
  const { log } = open()
  log.note({ ...answered, body: JSON.stringify({ args: [{ credentials: { pin: 'own' } }] }) })
  expect(log.recent()[0]?.args).toEqual([{ credentials: '***' }])
})

test('what is long is cut, and no long body is kept', () => {
  const { log } = open()
  log.note({ ...answered, target: `/api/kalshi/has?q=${'x'.repeat(20_000)}`, body: 'x'.repeat(20_000) })
  expect(JSON.stringify(log.recent()).length).toBeLessThan(1_500)
})
