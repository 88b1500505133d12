import { mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLogger } from '../../src/daemon/log.js'
import { temporaryFolder } from '../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())

test('a log that could not be written goes on when it can, and says how many lines are missing', () => {
  const path = join(folder.path, 'daemon.log')
  const log = createLogger({ level: 'info', files: [path], console: undefined })
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
