import { describe, expect, test } from 'vitest'
import {
  createSecretSet,
  MAX_SCANNED_LENGTH,
  maskValue,
  secretsOf,
} from '../../../src/policy/secrets/secret-set.js'

const secret = 'hunter2-hunter2-hunter2'

function knowing(...values: readonly string[]) {
  const secrets = createSecretSet()
  for (const value of values) secrets.add({ name: 'key', value })
  return secrets
}

test('secrets that pass are looked for in many texts by working them out once, and are not remembered', () => {
  const set = knowing('another-secret-of-somebody')
  let reads = 0
  const passing = {
    name: 'signature',
    get value() {
      reads++
      return secret
    },
  }
  const sought = set.findingAlso([passing])
  const once = reads
  for (let row = 0; row < 10; row++) expect(sought.findIn(`row ${row}`)).toBeUndefined()
  expect(sought.findIn(`x${secret}`)).toBe('signature')
  expect(sought.findIn('another-secret-of-somebody')).toBe('key')
  expect(reads).toBe(once)
  expect(set.findIn(secret)).toBeUndefined()
})

test.each([
  ['over the members of an object', '{"a": "hunter2", "b": "hunter2", "c" : "hunter2"}'],
  ['over the items of a list', '["hunter2","hunter2","hunter2"]'],
  ['by blanks of every kind', 'hun\u00a0ter2\u3000hun\u1680ter2 hunt\u2003er\n2'],
  ['by what nobody sees', 'hun\u00adter2\u200bhun\ufeffter2\u2060hunter2'],
  ['in capitals', 'HUNTER2.HUNTER2.HUNTER2'],
])('a secret is found that is split %s', (_how, text) => {
  expect(knowing(secret).findIn(text)).toBe('key')
})

test('a value that is too short to be looked for is not remembered, and one that is known stays', () => {
  const secrets = createSecretSet(2)
  expect(secrets.add({ name: 'short', value: ' 7 chars ' })).toBe(false)
  for (const name of ['first', 'first', 'second', 'third'])
    expect(secrets.add({ name, value: `the secret ${name}` })).toBe(true)
  expect(secrets.findIn('the secret first')).toBeUndefined()
  expect(secrets.findIn('the secret second')).toBe('second')
  expect(secrets.findIn('the secret third')).toBe('third')
  expect(secrets.mask('the secret first')).toContain('first')
})

test('of credentials all is secret but what is open: names of accounts, addresses, nothing', () => {
  const address = `0x${'Ab'.repeat(20)}`
  expect(
    secretsOf('kalshi', {
      apiKey: 'key',
      digits: 7,
      empty: '',
      flag: true,
      funderAddress: 'me',
      walletAddress: 'me',
      signatureType: 1,
      baseUrl: 'https://x.test',
      any: address,
      longer: `${address}0`,
      within: `x${address}`,
    }),
  ).toEqual([
    { name: 'kalshi.apiKey', value: 'key' },
    { name: 'kalshi.digits', value: '7' },
    { name: 'kalshi.longer', value: `${address}0` },
    { name: 'kalshi.within', value: `x${address}` },
  ])
  expect(secretsOf('kalshi', undefined)).toEqual([])
})

test('of a value its texts and names are told without secrets, and the rest as it is', () => {
  const value = { [`a ${secret}`]: [1, null, true, `b ${secret} c`, { d: undefined }], e: 2 }
  expect(maskValue(value, knowing(secret))).toEqual({
    'a ***': [1, null, true, 'b *** c', { d: undefined }],
    e: 2,
  })
  expect(maskValue(undefined, knowing(secret))).toBeUndefined()
  expect(maskValue(7, knowing(secret))).toBe(7)
})

test('all that stands in a text is cut out, beginnings and other forms, and what stands between is told', () => {
  const hex = Buffer.from(secret).toString('hex')
  expect(knowing(secret).mask(`a ${secret} b ${secret.slice(0, 12)} c ${hex.toUpperCase()} d ${hex} e`)).toBe(
    'a *** b *** c *** d *** e',
  )
  expect(knowing(secret).mask(`a ${secret.slice(0, 7)} b`)).toBe(`a ${secret.slice(0, 7)} b`)
  expect(knowing(secret).mask(`\u0130 ${hex}`)).toContain('redacted')
})

test('an ending of a secret is cut out like a beginning', () => {
  const own = 'Zq3vX8wLp0RtKs5YbN2c'
  const { mask } = knowing(own)
  for (let length = 8; length < own.length; length++)
    expect(mask(`a ${own.slice(-length)} b`)).toBe('a *** b')
  expect(mask(`a ${own.slice(-7)} b`)).toBe(`a ${own.slice(-7)} b`)
  expect(mask(`${own.slice(0, 8)}${own.slice(-8)} ${own.slice(-9)}`)).toBe('*** ***')
})

test('the last line of a key file, which all of them have, is no ending', () => {
  const lines = ['-----BEGIN PRIVATE KEY-----', 'MIGHAgEAMBMGByqGSM49AgEG', '-----END PRIVATE KEY-----']
  const { mask } = knowing(lines.join('\n'))
  expect(mask('a key file ends with -----END PRIVATE KEY-----')).toBe(
    'a key file ends with -----END PRIVATE KEY-----',
  )
  expect(mask('told: M49AgEG')).toBe('told: M49AgEG')
  expect(mask('told: SM49AgEG')).toBe('told: ***')
})

/** Far more time than it takes: `npm run mutate` counts every step of it. */
describe('a text that is told', () => {
  test('is looked through to its end however its quotes stand', () => {
    const text = '\\"'.repeat(200_000)
    expect(knowing(secret).findIn(text)).toBeUndefined()
    expect(knowing(secret).findIn(`${text}${secret}`)).toBe('key')
  })

  test('ends where nobody reads on', () => {
    const told = knowing(secret).mask('x'.repeat(3_000_000))
    expect(told === `${'x'.repeat(MAX_SCANNED_LENGTH)}...`).toBe(true)
  })

  test('ends with no beginning of a secret', () => {
    for (let left = 0; left <= secret.length - 8; left++) {
      const text = `${'x'.repeat(MAX_SCANNED_LENGTH - secret.length + left)}${secret}${'y'.repeat(100)}`
      expect(knowing(secret).mask(text).includes(secret.slice(0, 8))).toBe(false)
    }
  })

  test('is told as it is where there are no secrets', () => {
    const text = `{"a": "${'\\"'.repeat(200_000)}"}`
    expect(knowing().mask(text) === text).toBe(true)
  })
})
