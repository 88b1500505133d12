import { expect, test } from 'vitest'
import { createOutput } from '../../../src/cli/output/output.js'

function printed(stderrIsTerminal: boolean, environment: NodeJS.ProcessEnv = { TERM: 'xterm' }) {
  const written: string[] = []
  const stream = (isTTY: boolean) => ({
    isTTY,
    columns: 80,
    write: (text: string) => written.push(text),
    once: () => undefined,
  })
  return { output: createOutput(stream(false), stream(stderrIsTerminal), environment), written }
}

const WIPE = '\r\x1b[2K'

test('a progress line is wiped before whatever follows it, and once', () => {
  const { output, written } = printed(true)
  output.progress('half')
  output.line('a result')
  output.progress('nearly')
  output.note('a warning')
  output.note('another')
  output.progress('nearly')
  output.json({ done: true })
  output.progress(undefined)
  expect(written).toEqual([
    `${WIPE}half`,
    ...[WIPE, 'a result\n'],
    `${WIPE}nearly`,
    ...[WIPE, 'a warning\n', 'another\n'],
    `${WIPE}nearly`,
    ...[WIPE, '{"done":true}\n'],
  ])
})

test('without a terminal, or on one that cannot wipe, there is no progress', () => {
  for (const { output, written } of [printed(false), printed(true, { TERM: 'dumb' })]) {
    output.progress('half')
    expect([output.progressColumns, written]).toEqual([undefined, []])
  }
})
