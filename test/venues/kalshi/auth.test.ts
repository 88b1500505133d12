import { constants, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { fakeClock } from '../../support/clock.js'
import { failureOf, present } from '../../support/expect.js'
import { setUpVenue } from '../../support/venue.js'

const balance = present(kalshi.account?.balance)
const answer = { balance: 10_000, balance_dollars: '100.0000', portfolio_value: 0, updated_ts: 1_795_807_000 }
const open = (privateKey: string) =>
  setUpVenue(
    kalshi,
    { 'GET api/portfolio/balance': answer, 'GET api/portfolio/orders': { orders: [] } },
    fakeClock(1_795_807_000_123),
    {
      values: { apiKey: 'a-key', privateKey },
      withheld: false,
    },
  )
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }

test.each([
  ['RSA', rsa, 'sha256', { key: rsa.publicKey, ...pss }],
  ['Ed25519', ed25519, null, { key: ed25519.publicKey }],
] as const)(
  'a call is signed with a key of the kind %s: time, method and path',
  async (_, pair, hash, key) => {
    const { ctx, wire } = open(pemOf(pair.privateKey))
    await balance(ctx)
    const { secretHeaders: sent = {}, group } = wire.calls[0] ?? {}
    expect(group).toBe('accountReads')
    expect([sent['KALSHI-ACCESS-KEY'], sent['KALSHI-ACCESS-TIMESTAMP']]).toEqual(['a-key', '1795807000123'])
    const signature = sent['KALSHI-ACCESS-SIGNATURE'] ?? ''
    expect(Buffer.from(signature, 'base64').toString('base64')).toBe(signature)
    const text = Buffer.from('1795807000123GET/trade-api/v2/portfolio/balance')
    expect(verify(hash, text, key, Buffer.from(signature, 'base64'))).toBe(true)
  },
)

test('a key of another kind is refused by its kind, before anything is sent', async () => {
  const { ctx, wire } = open(pemOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey))
  const error = await failureOf(() => balance(ctx))
  expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', field: 'privateKey' })
  expect(error.message).toMatch(/RSA or Ed25519 private key.*has type ec/)
  expect(wire.calls).toEqual([])
})
