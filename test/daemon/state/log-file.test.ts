import { mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../../src/daemon/state/log-file.js'
import { createSecretSet } from '../../../src/policy/secrets/secret-set.js'
import { fakeClock } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { secretWritings, writtenSecret } from '../../support/secret-writings.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())

test('a log that could not be written goes on when it can, and says how many lines are missing', () => {
  const path = join(folder.path, 'daemon.log')
  const log = createLogger({
    level: 'info',
    clock: fakeClock(),
    files: [path],
    console: undefined,
    secrets: createSecretSet(),
  })
  mkdirSync(path)
  log.info({}, 'first')
  log.info({}, 'second')
  rmdirSync(path)
  log.info({}, 'third')
  log.info({}, 'fourth')
  const lines = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; lost?: number })
  expect(lines.map(({ msg, lost }) => [msg, lost])).toEqual([
    ['log lines could not be written', 2],
    ['third', undefined],
    ['fourth', undefined],
  ])
})

describe('a line tells no secret that the daemon holds', () => {
  const secrets = createSecretSet()
  secrets.add({ name: 'kalshi.apiKey', value: writtenSecret })
  const shown: string[] = []
  const path = join(folder.path, 'masked.log')
  const log = createLogger({
    level: 'info',
    clock: fakeClock(),
    files: [path],
    console: (line) => shown.push(line),
    secrets,
  })

  test.each([['as it is', (text: string) => text] as const, ...secretWritings])('%s', (_how, write) => {
    const written = write(writtenSecret)
    log.warn({ venue: 'kalshi', detail: { said: [`Key ${written}!`], [written]: 1 } }, `refused: ${written}`)
    const line = readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? ''
    expect([line, shown.at(-1) ?? ''].map((text) => secrets.findIn(text))).toEqual([undefined, undefined])
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', venue: 'kalshi' })
  })

  test('and all of a line that holds none', () => {
    log.info({ venue: 'kalshi', tookMs: 3.5, list: [1, null] }, 'slow request')
    const line = JSON.parse(readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '') as object
    expect(line).toMatchObject({ venue: 'kalshi', tookMs: 3.5, list: [1, null], msg: 'slow request' })
  })

  test('as numbers of a list', () => {
    log.warn({ bytes: [...Buffer.from(writtenSecret)], venue: 'kalshi' }, 'bytes')
    const line = JSON.parse(readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '') as object
    expect(line).toMatchObject({ bytes: expect.stringContaining('redacted') as string, venue: 'kalshi' })
  })
})

describe('a line', () => {
  const shown: string[] = []
  const path = join(folder.path, 'lines.log')
  const clock = fakeClock(Date.UTC(2026, 10, 22, 12, 0, 1))
  const options = {
    clock,
    files: [path],
    console: (line: string) => shown.push(line),
    secrets: createSecretSet(),
  }
  const last = (): string => readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? ''

  test('is one JSON object: level, time, fields as they came, message; and the same for people', () => {
    createLogger({ ...options, level: 'debug' }).debug({ venue: 'kalshi', code: undefined, ms: 3 }, 'slow')
    const time = '2026-11-22T12:00:01.000Z'
    expect(last()).toBe(JSON.stringify({ level: 'debug', time, venue: 'kalshi', ms: 3, msg: 'slow' }))
    expect(shown.at(-1)).toBe('12:00:01 debug slow venue=kalshi ms=3')
  })

  test('never tells what has the name of a secret, however deep', () => {
    const deep = { a: [{ b: { c: { apiKey: 'k', authorization: 'a', tokens: 2 } } }] }
    createLogger({ ...options, level: 'info' }).info({ ...deep, token: 't' }, 'x')
    const kept = { a: [{ b: { c: { apiKey: '[secret]', authorization: '[secret]', tokens: 2 } } }] }
    expect(JSON.parse(last())).toMatchObject({ ...kept, token: '[secret]' })
  })

  test('is written without its fields where they have no form in JSON', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const log = createLogger({ ...options, level: 'info' })
    for (const field of [circle, 1n]) {
      log.error({ field }, 'broken')
      expect(JSON.parse(last())).toMatchObject({
        level: 'error',
        msg: 'broken',
        unwritten: expect.any(String) as string,
      })
    }
  })

  test('below the level is not written, and at silent none is', () => {
    const before = readFileSync(path, 'utf8')
    createLogger({ ...options, level: 'warn' }).info({}, 'no')
    createLogger({ ...options, level: 'silent' }).error({}, 'no')
    expect(readFileSync(path, 'utf8')).toBe(before)
    createLogger({ ...options, level: 'warn' }).warn({}, 'yes')
    expect(readFileSync(path, 'utf8')).not.toBe(before)
  })
})
