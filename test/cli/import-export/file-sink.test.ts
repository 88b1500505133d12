import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import {
  compressPieces,
  isPlainFile,
  writeFileAtomically,
  writeStream,
} from '../../../src/cli/import-export/file-sink.js'
import { temporaryFolder } from '../../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const at = (name: string): string => join(folder.path, name)

test('a file is replaced whole, and who may read it stays as it was', async () => {
  writeFileSync(at('own.csv'), 'old')
  chmodSync(at('own.csv'), 0o640)
  await writeFileAtomically(at('own.csv'), ['new ', Buffer.from('text')])
  expect(readFileSync(at('own.csv'), 'utf8')).toBe('new text')
  expect(statSync(at('own.csv')).mode & 0o777).toBe(0o640)
  expect(isPlainFile(at('own.csv'))).toBe(true)
})

test('the draft of a process that has gone is taken away, that of a living one is left', async () => {
  const { pid } = spawnSync('true')
  const drafts = [`big.csv.${pid}.part`, `big.csv.${process.ppid}.part`]
  for (const draft of drafts) writeFileSync(at(draft), 'half')
  await writeFileAtomically(at('big.csv'), ['whole'])
  expect(drafts.map((draft) => isPlainFile(at(draft)))).toEqual([false, true])
  for (const draft of drafts) rmSync(at(draft), { force: true })
})

test('nothing more is made for a reader that has left', async () => {
  let made = 0
  function* endless(): Generator<string> {
    for (; made < 100; made++) yield 'x'.repeat(100_000)
  }
  // Standard streams fail without ever calling themselves destroyed.
  const stream = Object.assign(new EventEmitter(), {
    write: () => {
      queueMicrotask(() => stream.emit('error', new Error('EPIPE')))
      return false
    },
  })
  await writeStream(stream as unknown as NodeJS.WriteStream, endless())
  expect(made).toBeLessThan(3)
})

test('a link stays a link, and its target gets the text', async () => {
  for (const target of ['there.csv', 'not-yet.csv']) {
    if (target === 'there.csv') writeFileSync(at(target), 'old')
    symlinkSync(target, at(`to-${target}`))
    await writeFileAtomically(at(`to-${target}`), ['new'])
    expect(lstatSync(at(`to-${target}`)).isSymbolicLink()).toBe(true)
    expect(readFileSync(at(target), 'utf8')).toBe('new')
  }
})

test('a pipe is written into, is a pipe afterwards, and is nothing beside which a file could stand', async () => {
  execFileSync('mkfifo', [at('pipe')])
  const reader = spawn('cat', [at('pipe')], { stdio: ['ignore', 'pipe', 'ignore'] })
  let read = ''
  reader.stdout.on('data', (chunk: Buffer) => {
    read += chunk.toString()
  })
  const ended = new Promise((resolve) => reader.on('close', resolve))
  await writeFileAtomically(at('pipe'), ['through the pipe'])
  await ended
  expect(read).toBe('through the pipe')
  expect(lstatSync(at('pipe')).isFIFO()).toBe(true)
  expect(isPlainFile(at('pipe'))).toBe(false)
})

test('what cannot be written leaves what was there, and no draft', async () => {
  writeFileSync(at('kept.csv'), 'old')
  const broken = function* (): Generator<string> {
    yield 'x'.repeat(70_000)
    throw new TypeError('a bug')
  }
  await expect(writeFileAtomically(at('kept.csv'), broken())).rejects.toThrow('a bug')
  await expect(writeFileAtomically(at('kept.csv'), compressPieces(broken()))).rejects.toThrow('a bug')
  expect(readFileSync(at('kept.csv'), 'utf8')).toBe('old')
  expect(readdirSync(folder.path).filter((name) => name.endsWith('.part'))).toEqual([])
  await expect(writeFileAtomically(folder.path, ['x'])).rejects.toThrow(/cannot be written/)
})

test('folders are created, and pieces can be compressed as one file', async () => {
  const path = at('deep/er/text.gz')
  await writeFileAtomically(path, compressPieces(['a'.repeat(100_000), Buffer.from('b')]))
  expect(gunzipSync(readFileSync(path)).toString()).toBe(`${'a'.repeat(100_000)}b`)
})
