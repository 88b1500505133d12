import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readCassette, writeCassette } from '../../../src/cassette/format/cassette-file.js'
import { renderCassette } from '../../../src/cassette/format/format.js'
import { cassette, entry, temporaryFolder } from '../support/cassettes.js'

const made = cassette([entry('/b', { price: 0.4 }), entry('/a', [1, 2, 3])])

describe.each(['x.cassette', 'x.cassette.gz'])('a cassette written as %s', (name) => {
  test('reads back, and the same content is the same bytes', () => {
    const path = join(temporaryFolder(), name)
    writeCassette(path, made, 'one')
    const first = readFileSync(path)
    expect(renderCassette(readCassette(path))).toBe(renderCassette(made))
    writeCassette(path, readCassette(path), 'two')
    expect(readFileSync(path).equals(first)).toBe(true)
  })

  test('leaves nothing beside it', () => {
    const folder = temporaryFolder()
    writeCassette(join(folder, name), made, 'one')
    expect(readdirSync(folder)).toEqual([name])
  })

  test('that was cut off is an error, not a short cassette', () => {
    const path = join(temporaryFolder(), name)
    writeCassette(path, made, 'one')
    const whole = readFileSync(path)
    for (const share of [0.3, 0.6, 0.95]) {
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length * share)))
      expect(() => readCassette(path)).toThrow(/cut off|truncated|not a cassette header|not a JSON/)
    }
  })
})

test('a packed cassette names no time and no system', () => {
  const path = join(temporaryFolder(), 'x.gz')
  writeCassette(path, made, 'one')
  const bytes = readFileSync(path)
  expect([...bytes.subarray(4, 8)]).toEqual([0, 0, 0, 0])
  expect(bytes[9]).toBe(255)
  expect(gunzipSync(bytes).toString()).toBe(renderCassette(made))
})

test('a missing file and a folder that cannot be written are told by name', () => {
  const folder = temporaryFolder()
  expect(() => readCassette(join(folder, 'none'))).toThrow(
    `The cassette ${join(folder, 'none')} does not exist.`,
  )
  expect(() => writeCassette(join(folder, 'no/such/x'), made, 'one')).toThrow(/cannot be written: ENOENT/)
})

test('a cassette that is there already is written behind its link, and read by nobody else than before', () => {
  const folder = temporaryFolder()
  const [file, link] = [join(folder, 'real.jsonl'), join(folder, 'link.jsonl')]
  symlinkSync('real.jsonl', link)
  writeCassette(link, cassette([entry('/a', 1)]), 'one')
  chmodSync(file, 0o600)
  writeCassette(link, cassette([entry('/a', 2)]), 'two')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('"json":2')
})
