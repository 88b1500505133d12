import assert from 'node:assert/strict'
import { test } from 'node:test'
// pmxt-core ships the venue's OpenAPI document of `/v3`, in its published part.
import { smarketsApiSpec } from 'pmxt-core/dist/exchanges/smarkets/api.js'
import { described } from './support/openapi.mjs'
import { tableOf } from './support/table.mjs'
import { demoKeys, simulate } from './support/world.mjs'

const document = structuredClone(smarketsApiSpec)
for (const { properties } of schemaOf('/v3/sessions/', 'post', 201).oneOf) {
  // The document's own example has no zone: 2018-01-24T19:49:43.964757.
  delete properties.stop.format
}

const { smarkets } = await simulate()
const keys = (await demoKeys()).smarkets
const venue = described(document, smarkets.api.replace(/\/v3$/, ''))
const table = tableOf('Smarkets, OpenAPI document of pmxt-core')

/** A row of a call that is answered; its body. */
function ask(operation, how = {}, note = '') {
  return table.ok(`${operation} ${note}`.trimEnd(), () => venue.call(operation, how))
}

/** A row of a call that is refused. */
function refuse(operation, status, says, how = {}) {
  return table.refused(`${operation} ${status}`, () => venue.call(operation, { ...how, status }), {
    status,
    says,
  })
}

function schemaOf(path, method, status) {
  return document.paths[path][method].responses[status].content['application/json'].schema
}

async function login() {
  const json = { username: keys.apiKey, password: keys.privateKey, remember: false }
  const { token } = await ask('POST /v3/sessions/', { status: 201, json })
  return { authorization: `Session-Token ${token}` }
}

const order = (contract, price, changes = {}) => ({
  market_id: contract.market_id,
  contract_id: contract.id,
  side: 'buy',
  price,
  quantity: 50_000,
  ...changes,
})

/** A contract that can be bought and sold now, with its book. */
async function tradable() {
  const { events } = await venue.call('GET /v3/events/', { query: '?state=upcoming&limit=1000' })
  const ids = events.filter(({ bettable }) => bettable).map(({ id }) => id)
  const { markets } = await venue.call('GET /v3/events/{event_ids}/markets/', {
    names: { event_ids: ids.slice(0, 20) },
  })
  const names = { market_ids: markets.slice(0, 50).map(({ id }) => id) }
  const { contracts } = await venue.call('GET /v3/markets/{market_ids}/contracts/', { names })
  const books = await venue.call('GET /v3/markets/{market_ids}/quotes/', { names })
  const isMiddle = ({ price }) => price > 2000 && price < 8000
  const found = contracts.find(({ id }) => books[id]?.bids.length > 1 && books[id].offers.some(isMiddle))
  return { ...found, book: books[found.id] }
}

test('events, their markets and contracts', async () => {
  for (const state of ['new', 'upcoming', 'live', 'ended', 'settled', 'cancelled', 'suspended'])
    await ask('GET /v3/events/', { query: `?state=${state}&limit=1000` }, state)
  const { events } = await ask('GET /v3/events/', { query: '?with_new_type=true&limit=1000' }, 'new types')
  const ids = events.filter(({ bettable }) => bettable).map(({ id }) => id)
  const { markets } = await ask('GET /v3/events/{event_ids}/markets/', {
    names: { event_ids: ids.slice(0, 50) },
  })
  const names = { market_ids: markets.slice(0, 50).map(({ id }) => id) }
  const settled = await ask('GET /v3/events/', { query: '?state=settled&limit=50' }, 'settled, of some')
  const over = await ask(
    'GET /v3/events/{event_ids}/markets/',
    { names: { event_ids: settled.events.map(({ id }) => id) } },
    'settled',
  )
  await ask('GET /v3/markets/{market_ids}/contracts/', { names })
  await ask(
    'GET /v3/markets/{market_ids}/contracts/',
    { names: { market_ids: over.markets.slice(0, 50).map(({ id }) => id) } },
    'settled',
  )
  for (const what of ['quotes', 'last_executed_prices', 'volumes'])
    await ask(`GET /v3/markets/{market_ids}/${what}/`, { names })
  await refuse('GET /v3/events/', 400, 'REQUEST_VALIDATION_ERROR', { query: '?state=zz_new' })
  const [tooLarge, invalid] = [
    [414, 'REQUEST_TOO_LARGE'],
    [400, 'REQUEST_VALIDATION_ERROR'],
  ]
  for (const [operation, name, tooMany] of [
    ['GET /v3/events/{event_ids}/markets/', 'event_ids', tooLarge],
    ['GET /v3/markets/{market_ids}/contracts/', 'market_ids', tooLarge],
    ['GET /v3/markets/{market_ids}/quotes/', 'market_ids', invalid],
    ['GET /v3/markets/{market_ids}/last_executed_prices/', 'market_ids', invalid],
    ['GET /v3/markets/{market_ids}/volumes/', 'market_ids', tooLarge],
  ]) {
    await refuse(operation, 400, 'REQUEST_VALIDATION_ERROR', { names: { [name]: 'x' } })
    const many = { [name]: Array.from({ length: 400 }, (_, index) => index + 1) }
    await refuse(operation, ...tooMany, { names: many })
  }
})

test('a session, money and orders', async () => {
  const headers = await login()
  await ask('GET /v3/accounts/', { headers })
  const contract = await tradable()
  const post = (json, changes) => ({ headers, json: order(contract, json, changes) })
  const { offers, bids } = contract.book
  const rests = await ask('POST /v3/orders/', post(bids.at(-1).price), 'that rests')
  await ask('POST /v3/orders/', post(offers[0].price), 'that takes')
  await ask('POST /v3/orders/', post(offers[0].price, { type: 'immediate_or_cancel' }), 'that takes or goes')
  for (const query of ['', '?state=created', '?state=filled', '?limit=1']) {
    const { orders } = await ask('GET /v3/orders/', { headers, query }, query)
    assert.ok(orders.length > 0, query)
  }
  await refuse('POST /v3/orders/', 400, 'ORDER_INVALID_INVALID_PRICE', post(1234))
  await refuse('POST /v3/orders/', 400, 'REQUEST_VALIDATION_ERROR', post(offers[0].price, { side: 'zz_new' }))
  await refuse(
    'POST /v3/orders/',
    400,
    'ORDER_REJECTED_CONTRACT_NOT_FOUND',
    post(offers[0].price, { contract_id: '1' }),
  )
  await refuse(
    'POST /v3/orders/',
    400,
    'ORDER_REJECTED_MARKET_NOT_FOUND',
    post(offers[0].price, { market_id: '4' }),
  )
  await refuse(
    'POST /v3/orders/',
    400,
    'ORDER_REJECTED_INSUFFICIENT_FUNDS',
    post(bids.at(-1).price, { quantity: 4_000_000_000 }),
  )
  const names = { order_id: rests.order_id }
  await ask('DELETE /v3/orders/{order_id}/', { headers, names })
  await refuse('DELETE /v3/orders/{order_id}/', 404, 'ORDER_CANCEL_REJECTED_NOT_FOUND', { headers, names })
  await ask('DELETE /v3/orders/', { headers })
  for (const operation of ['GET /v3/accounts/', 'GET /v3/orders/', 'DELETE /v3/orders/'])
    await refuse(operation, 401, 'AUTH_REQUIRED')
  await refuse('POST /v3/orders/', 401, 'AUTH_REQUIRED', { json: order(contract, offers[0].price) })
  await refuse('DELETE /v3/orders/{order_id}/', 401, 'AUTH_REQUIRED', { names })
  await ask('DELETE /v3/sessions/', { headers })
  await refuse('DELETE /v3/sessions/', 401, 'INVALID_CREDENTIALS')
  const wrong = { username: keys.apiKey, password: 'wrong' }
  await refuse('POST /v3/sessions/', 401, 'INVALID_CREDENTIALS', { json: wrong })
  await refuse('POST /v3/sessions/', 400, 'REQUEST_VALIDATION_ERROR', { json: {} })
})

test('more calls than the venue takes', async () => {
  const limited = described(document, (await simulate([])).smarkets.api.replace(/\/v3$/, ''))
  const names = { market_ids: '4' }
  const call = (operation, how) => limited.call(operation, how)
  for (let spent = 0; spent < 20; spent += 1) await call('GET /v3/markets/{market_ids}/quotes/', { names })
  for (let spent = 0; spent < 60; spent += 1) await call('GET /v3/events/')
  const of = { status: 429, says: 'RATE_LIMIT_EXCEEDED' }
  const quotes = 'GET /v3/markets/{market_ids}/quotes/'
  await table.refused(`${quotes} 429`, () => call(quotes, { status: 429, names }), of)
  await table.refused('GET /v3/events/ 429', () => call('GET /v3/events/', { status: 429 }), of)
})

test('every operation of the document is played or said not to be', async () => {
  const names = { code: 'GBP', event_ids: '7', start_datetime: '2026-11-01', end_datetime: '2026-11-02' }
  const left = venue.operations.filter((operation) => !venue.answered.has(operation))
  for (const operation of left) {
    const json = operation.startsWith('POST') ? {} : undefined
    await table.okOrNotPlayed(operation, async () => {
      await venue.call(operation, { status: 501, names, json })
      throw new Error('not played')
    })
  }
})
