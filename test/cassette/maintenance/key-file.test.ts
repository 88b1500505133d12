import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseKeys } from '../../../src/cassette/format/value-key.js'
import {
  keyFileOf,
  mergeKeyFiles,
  openKeyOf,
  readKeysOf,
} from '../../../src/cassette/maintenance/key-file.js'
import { temporaryFolder } from '../support/cassettes.js'

const [one, two] = ['1'.repeat(64), '2'.repeat(64)] as const
const idsOf = (file: string) => readKeysOf(file).map(({ id }) => id)

describe('the key file of a cassette', () => {
  test('is made once, for its owner alone, and serves the journal as well', () => {
    const file = join(temporaryFolder(), 'a.jsonl')
    expect(readKeysOf(file)).toEqual([])
    const made = openKeyOf(file, () => one)
    expect(openKeyOf(file, () => two).id).toBe(made.id)
    expect(statSync(keyFileOf(file)).mode & 0o777).toBe(0o600)
    expect(idsOf(`${file}.journal`)).toEqual([made.id])
    // The id says nothing of the key, and other keys make other hashes.
    expect(one).not.toContain(made.id)
    expect(made.hash('0.5')).not.toBe(parseKeys(two, 'x')[0]?.hash('0.5'))
  })

  test('of a merged cassette has the keys of all, each once', () => {
    const folder = temporaryFolder()
    const [a, b, both] = ['a', 'b', 'both'].map((name) => join(folder, name)) as [string, string, string]
    openKeyOf(a, () => one)
    openKeyOf(b, () => two)
    for (let time = 0; time < 2; time++) mergeKeyFiles([a, b], both)
    expect(idsOf(both)).toEqual([...idsOf(a), ...idsOf(b)])
    mergeKeyFiles([join(folder, 'none')], join(folder, 'other'))
    expect(existsSync(join(folder, 'other.key'))).toBe(false)
  })

  test('that holds something else is named, and what it holds is not told', () => {
    const file = join(temporaryFolder(), 'a.jsonl')
    writeFileSync(keyFileOf(file), 'a-secret-of-another-kind')
    const read = () => readKeysOf(file)
    expect(read).toThrow(`${keyFileOf(file)} is not a cassette key (64 hex digits).`)
    expect(read).not.toThrow(/another/)
    expect(readFileSync(keyFileOf(file), 'utf8')).toBe('a-secret-of-another-kind')
  })
})
