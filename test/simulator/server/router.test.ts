import { expect, test } from 'vitest'
import { Refusal, type Reply, toJsonReply } from '../../../src/simulator/http/reply.js'
import { type MockCall, type MockHost, route } from '../../../src/simulator/mock-kit/mock-venue.js'
import { answer } from '../../../src/simulator/server/router.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import { contextOf } from '../support/context.js'

const seen = ({ params, query }: MockCall): Reply =>
  toJsonReply({
    params,
    a: query.all('a'),
    list: query.list('l'),
    number: query.number('n'),
    flag: query.flag('f'),
  })

const host: MockHost = {
  prefix: '',
  routes: [
    route('GET', '/things/fixed', () => toJsonReply('fixed')),
    route('GET', '/things/:id', seen),
    route('POST', '/things/:id/parts/:part', seen),
    route('GET', '/refused', () => {
      throw new Refusal(toJsonReply('no', 418))
    }),
  ],
  notImplemented: ['GET /things/menu', 'GET /refused/:id', 'GET /things/:other', 'POST /orders'],
  notFound: () => toJsonReply('nothing', 404),
  wrongMethod: () => toJsonReply('method', 405),
}

const context = contextOf(createWorld({ seed: 1 }), 0)

function ask(method: string, path: string, search = ''): unknown {
  const reply = answer(host, { method, path, search, headers: {}, body: undefined }, context)
  return [reply.status, JSON.parse(reply.body)]
}

test('fixed paths win over names that stand after them, names are decoded', () => {
  expect(ask('GET', '/things/fixed')).toEqual([200, 'fixed'])
  expect(ask('GET', '/things/a%2Fb')).toMatchObject([200, { params: { id: 'a/b' } }])
  expect(ask('POST', '/things/1/parts/2')).toMatchObject([200, { params: { id: '1', part: '2' } }])
})

test('queries are read as lists, numbers and flags', () => {
  expect(ask('GET', '/things/1', 'a=1&a=2&l=x,%20y,&n=4.5&f=true')).toEqual([
    200,
    { params: { id: '1' }, a: ['1', '2'], list: ['x', 'y'], number: 4.5, flag: true },
  ])
  expect(ask('GET', '/things/1', 'n=four&f=maybe')).toMatchObject([200, { number: 'bad' }])
})

test('unknown paths, other methods, broken escapes and refusals are answers', () => {
  expect(ask('GET', '/nothing')).toEqual([404, 'nothing'])
  expect(ask('DELETE', '/things/1')).toEqual([405, 'method'])
  expect(ask('GET', '/things/%E0%A4%A')).toEqual([404, 'nothing'])
  expect(ask('GET', '/things/')).toEqual([404, 'nothing'])
  expect(ask('GET', '/refused')).toEqual([418, 'no'])
})

test('what is documented and left out answers 501, beside what is played and never instead of it', () => {
  const told = (line: string): unknown => [501, { error: `not implemented by the mock venue: ${line}` }]
  expect(ask('GET', '/things/menu')).toEqual(told('GET /things/menu'))
  expect(ask('GET', '/refused/7')).toEqual(told('GET /refused/:id'))
  expect(ask('POST', '/orders')).toEqual(told('POST /orders'))
  expect(ask('GET', '/things/1')).toMatchObject([200, { params: { id: '1' } }])
  expect(ask('GET', '/refused')).toEqual([418, 'no'])
  expect(ask('GET', '/orders')).toEqual([405, 'method'])
})
