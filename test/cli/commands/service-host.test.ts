import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hostHere } from '../../../src/cli/commands/service.js'
import { managerOf } from '../../../src/cli/service/files.js'
import { install } from '../../../src/cli/service/service.js'
import { temporaryFolder } from '../../support/engine.js'
import { present } from '../../support/expect.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())

test('a file is read, and where there is none nothing', () => {
  const path = join(folder.path, 'there')
  expect(hostHere.read(path)).toBeUndefined()
  writeFileSync(path, 'text')
  expect(hostHere.read(path)).toBe('text')
})

test.skipIf(process.platform === 'win32')(
  'a link to nothing is left alone, and nothing comes to lie where it leads',
  () => {
    const [link, target] = [join(folder.path, 'pmx-local.service'), join(folder.path, 'elsewhere')]
    symlinkSync(target, link)
    const manager = { ...present(managerOf('linux', '/home/ada', {}, 501)), path: link }
    const run = () => {
      throw new Error('nothing may be run')
    }
    expect(() => install(manager, { words: ['x'], environment: {} }, { ...hostHere, run }, false)).toThrow(
      /was not changed/,
    )
    expect(existsSync(target)).toBe(false)
  },
)
