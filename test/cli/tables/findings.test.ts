import { expect, test } from 'vitest'
import type { Finding } from '../../../src/cli/doctor/finding.js'
import { plain } from '../../../src/cli/output/colors.js'
import { findingLines } from '../../../src/cli/tables/findings.js'

const findings: readonly Finding[] = [
  { room: 'venues', subject: 'kalshi api', state: 'ok', said: 'kalshi.test · 80 ms', mend: 'nothing' },
  { room: 'machine', subject: 'node', state: 'ok', said: '20.18.0' },
  {
    room: 'machine',
    subject: 'port',
    state: 'bad',
    said: 'Port 3847 is held by another program, whose name this machine does not tell',
    mend: 'pmx-local start --port 3848',
  },
]

test('findings stand in their rooms, wrapped, with what mends them below where something is wrong', () => {
  expect(findingLines(findings, 60, plain)).toEqual([
    'this machine',
    '  ok    node        20.18.0',
    '  BAD   port        Port 3847 is held by another program,',
    '                    whose name this machine does not tell',
    '                    -> pmx-local start --port 3848',
    'venues',
    '  ok    kalshi api  kalshi.test · 80 ms',
  ])
})
