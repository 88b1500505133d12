import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSecretFile } from '../../../src/daemon/files/secret-file.js'
import { temporaryFolder } from '../../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())

test('a file of a secret tells its text, who owns it and who may read it', () => {
  const path = join(folder.path, 'key')
  writeFileSync(path, 'a key\n')
  chmodSync(path, 0o640)
  expect(readSecretFile(path)).toEqual({ text: 'a key\n', mode: 0o640, isOwn: true })
})

test('what is too long for a key, or not there, is not read', () => {
  const path = join(folder.path, 'long')
  writeFileSync(path, 'x'.repeat(100_001))
  expect(() => readSecretFile(path)).toThrow('is not a key')
  expect(() => readSecretFile(join(folder.path, 'none'))).toThrow('ENOENT')
})
