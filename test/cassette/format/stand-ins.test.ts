import { expect, test } from 'vitest'
import { createStandIns } from '../../../src/cassette/format/stand-ins.js'
import { openKey, toValueKey } from '../../../src/cassette/format/value-key.js'

const SAFE = '0x40D7b770b0256896ab47eB0Ccf683F3ec2A4e52d'
const OTHER = '0x55d398326f99059fF775485246999027B3197955'
const USER = 'f2e4daa8-372c-4962-a4e2-f42ee852e84d'

test('an address that an answer brings is another one everywhere, whatever the case of its letters', () => {
  const standIns = createStandIns(openKey)
  const auth = standIns.inAnswer(`{"walletUsers": {"56": "${SAFE}"}, "quoteToken": "${OTHER}"}`, [
    'walletUsers',
  ])
  const { walletUsers, quoteToken } = JSON.parse(auth)
  expect(walletUsers[56]).toMatch(/^0x[0-9a-f]{40}$/)
  expect(walletUsers[56]).not.toBe(SAFE.toLowerCase())
  expect(quoteToken).toBe(OTHER)
  const balance = JSON.parse(standIns.inAnswer(`{"of":["${SAFE.toLowerCase()}"]}`))
  expect(balance).toEqual({ of: [walletUsers[56]] })
  expect(standIns.inCall({ path: `/of/${SAFE}`, values: [['body.maker', SAFE]] })).toEqual({
    path: `/of/${walletUsers[56]}`,
    values: [['body.maker', walletUsers[56]]],
  })
})

test('ids keep their form, and names of people are left out', () => {
  const standIns = createStandIns(openKey)
  const answer = `{"user_id":"${USER}","ownerId":1473204,"account_id": 4711,"size":4711,"left":1473204.5,"email":"a@b.test","proxyWallet":"[withheld:2]","userName":"Ann \\"A\\"","displayName":""}`
  const told = JSON.parse(standIns.inAnswer(answer))
  expect(told).toEqual({
    user_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    ownerId: expect.any(Number),
    account_id: expect.any(Number),
    size: 4711,
    left: 1473204.5,
    email: '[withheld]',
    proxyWallet: '[withheld:2]',
    userName: '[withheld]',
    displayName: '',
  })
  expect([String(told.ownerId).length, String(told.account_id).length]).toEqual([7, 4])
  expect([told.user_id, told.ownerId, told.account_id]).not.toEqual([USER, 1473204, 4711])
  const values = (id: number) => [
    ['body.accountId', id],
    ['body.size', 4711],
  ]
  expect(standIns.inCall({ ownerId: 1473204, size: 4711, values: values(4711) })).toEqual({
    ownerId: told.ownerId,
    size: 4711,
    values: values(told.account_id),
  })
})

test('another key makes other ones, and a text that is no JSON is left as it is', () => {
  const answer = `{"user_id":"${USER}"}`
  const [one, other] = [openKey, toValueKey('1'.repeat(64))].map((key) =>
    createStandIns(key).inAnswer(answer),
  )
  expect(one).not.toBe(other)
  expect(createStandIns(openKey).inAnswer('<html>no</html>')).toBe('<html>no</html>')
  expect(createStandIns(openKey).inCall({ user_id: USER })).toEqual({ user_id: USER })
})

test('an amount that equals the id of the account stays as it is', () => {
  const standIns = createStandIns(openKey)
  const { id } = JSON.parse(standIns.inAnswer('{"id":1473204}', ['id']))
  expect(id).not.toBe(1473204)
  const amounts = {
    makerAmount: 1473204,
    size: '1473204',
    fills: [{ id: 1473204, at: 1473204 }],
    ids: [1473204],
  }
  expect(JSON.parse(standIns.inAnswer(JSON.stringify({ ...amounts, ownerId: 1473204 })))).toEqual({
    ...amounts,
    ownerId: id,
  })
  const values = [
    ['body.order.makerAmount', 1473204],
    ['query.limit', '1473204'],
    ['query.user', '1473204'],
  ]
  const query = [
    ['limit', '1473204'],
    ['makerUserId', '1473204'],
  ]
  expect(standIns.inCall({ path: '/users/1473204/orders', body: amounts, query, values })).toEqual({
    path: `/users/${id}/orders`,
    body: amounts,
    query: [query[0], ['makerUserId', String(id)]],
    values: [...values.slice(0, 2), ['query.user', String(id)]],
  })
})

test('the id of the account is another one wherever a name says whose it is', () => {
  const standIns = createStandIns(openKey)
  const { id } = JSON.parse(standIns.inAnswer('{"id":1473204}', ['id']))
  const told = (value: number) => ({
    user: { name: 'a', id: value },
    maker_user: String(value),
    image: `https://cdn.test/u/${value}/photo.png`,
    message: `User ${value} has too little: 1473204 is needed`,
  })
  expect(JSON.parse(standIns.inAnswer(JSON.stringify(told(1473204))))).toEqual(told(id))
})
