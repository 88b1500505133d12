import { describe, expect, test } from 'vitest'
import { createSecretSet, LONGEST_TOLD } from '../../src/policy/secret-set.js'

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

/** Far more time than it takes: `npm run mutate` counts every step of it. */
describe('a text that is told', () => {
  test('is looked through to its end however its quotes stand', { timeout: 20_000 }, () => {
    const text = '\\"'.repeat(200_000)
    expect(knowing(secret).findIn(text)).toBeUndefined()
    expect(knowing(secret).findIn(`${text}${secret}`)).toBe('key')
  })

  test('ends where nobody reads on', { timeout: 20_000 }, () => {
    const told = knowing(secret).mask('x'.repeat(3_000_000))
    expect(told === `${'x'.repeat(LONGEST_TOLD)}...`).toBe(true)
  })

  test('ends with no beginning of a secret', { timeout: 20_000 }, () => {
    for (let left = 0; left <= secret.length - 8; left++) {
      const text = `${'x'.repeat(LONGEST_TOLD - secret.length + left)}${secret}${'y'.repeat(100)}`
      expect(knowing(secret).mask(text).includes(secret.slice(0, 8))).toBe(false)
    }
  })

  test('is told as it is where there are no secrets', { timeout: 20_000 }, () => {
    const text = `{"a": "${'\\"'.repeat(200_000)}"}`
    expect(knowing().mask(text) === text).toBe(true)
  })
})
