import { expect, test } from 'vitest'
import { createSystemIds } from '../../src/effects/ids.js'

test('request ids are short, safe in a header and never repeat', () => {
  const ids = createSystemIds()
  const seen = new Set(Array.from({ length: 1_000 }, () => ids.requestId()))
  expect(seen.size).toBe(1_000)
  for (const id of seen) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-z]{1,3}$/)
})

test('two processes do not share request ids', () => {
  expect(createSystemIds().requestId()).not.toBe(createSystemIds().requestId())
})

test('secrets are 256 bits of hex, instance ids are UUIDs, and neither repeats', () => {
  const ids = createSystemIds()
  expect(ids.secret()).toMatch(/^[0-9a-f]{64}$/)
  expect(ids.secret()).not.toBe(ids.secret())
  expect(ids.instanceId()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(ids.instanceId()).not.toBe(ids.instanceId())
})
