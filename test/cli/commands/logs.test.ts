import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTailReader } from '../../../src/cli/commands/logs.js'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())
const path = join(home.stateDir, 'daemon.log')
const entry = (level: string, msg: string) =>
  `${JSON.stringify({ level, time: '2026-11-22T12:00:01Z', msg })}\n`

beforeAll(() => mkdirSync(home.stateDir, { recursive: true }))

test('--level leaves out what is below it, and the count is of what is left', async () => {
  writeFileSync(
    path,
    entry('warn', 'one') + entry('info', 'two') + entry('error', 'three') + entry('info', 'four'),
  )
  const { lines } = await home.run(['logs', '--level', 'warn', '-n', '2'])
  expect(lines).toEqual([entry('warn', 'one').trim(), entry('error', 'three').trim()])
})

test('-f goes on with what is written later', async () => {
  const { child, firstLine } = await home.start(['logs', '-f', '--level', 'error'])
  expect(JSON.parse(firstLine)).toMatchObject({ msg: 'three' })
  const next = new Promise<string>((resolve) => child.stdout?.once('data', (text) => resolve(String(text))))
  appendFileSync(path, entry('info', 'five') + entry('error', 'six'))
  expect(JSON.parse(await next)).toMatchObject({ msg: 'six' })
})

test('-f ends when its reader has left', async () => {
  const { child } = await home.start(['logs', '-f'])
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdout?.destroy()
  appendFileSync(path, entry('info', 'for nobody'))
  expect(await ended).toBe(0)
})

test('a tail gives whole lines, also over a file that took the place of the first', () => {
  const file = join(home.stateDir, 'tail.log')
  const tail = createTailReader(file)
  expect(tail.lines()).toEqual([])
  writeFileSync(file, 'öne\ntw')
  expect(tail.lines()).toEqual(['öne'])
  appendFileSync(file, 'o\nthree\n')
  renameSync(file, `${file}.1`)
  writeFileSync(file, 'four\n')
  expect(tail.lines()).toEqual(['two', 'three', 'four'])
  writeFileSync(file, '5\n')
  expect(tail.lines()).toEqual(['5'])
})
