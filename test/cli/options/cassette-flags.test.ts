import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCassetteUse } from '../../../src/cli/options/cassette-flags.js'

describe('the flags about cassettes', () => {
  test.each([
    [{}, undefined],
    [
      { record: 'a.cassette', demo: true },
      { kind: 'record', file: 'a.cassette' },
    ],
    [{ replay: 'a, b.gz' }, { kind: 'replay', files: ['a', 'b.gz'], onRepeat: 'last', time: 'recorded' }],
    [
      { replay: 'a', onRepeat: 'error', clock: 'live' } as const,
      { kind: 'replay', files: ['a'], onRepeat: 'error', time: 'live' },
    ],
  ])('%j mean %j', (flags, use) => {
    expect(readCassetteUse(flags)).toEqual(use)
  })

  test('a comma in the name of a file that is there separates nothing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pmx-flags-'))
    const [one, two] = [join(folder, 'a,b.jsonl'), join(folder, 'c.jsonl')]
    for (const file of [one, `${two}.journal`]) writeFileSync(file, '')
    expect(readCassetteUse({ replay: `${one},${two}` })).toMatchObject({ files: [one, two] })
    expect(readCassetteUse({ replay: join(folder, 'x,b') })).toMatchObject({
      files: [join(folder, 'x'), 'b'],
    })
    rmSync(folder, { recursive: true })
  })

  test.each([
    [{ record: 'a', replay: 'b' }, '--record and --replay cannot be combined'],
    [{ demo: true, replay: 'b' }, '--demo and --replay cannot be combined'],
    [{ seed: '5', replay: 'b' }, '--seed and --replay cannot be combined'],
    [{ clock: 'live' } as const, '--clock needs --replay FILE.'],
    [{ record: 'a', onRepeat: 'last' } as const, '--on-repeat needs --replay FILE'],
    [{ replay: 'a,,b' }, "--replay needs the name of a cassette; got ''."],
    [{ record: '--demo' }, "--record needs the name of a cassette; got '--demo'."],
  ])('%j are refused with the reason', (flags, message) => {
    expect(() => readCassetteUse(flags)).toThrow(message)
  })
})
