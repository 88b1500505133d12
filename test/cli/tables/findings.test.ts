import { expect, test } from 'vitest'
import type { DoctorFinding } from '../../../src/cli/doctor/finding.js'
import { plainColors } from '../../../src/cli/output/colors.js'
import { renderFindings } from '../../../src/cli/tables/findings.js'

const findings: readonly DoctorFinding[] = [
  { group: 'venues', check: 'kalshi api', state: 'ok', message: 'kalshi.test · 80 ms', fix: 'nothing' },
  { group: 'machine', check: 'node', state: 'ok', message: '20.18.0' },
  {
    group: 'machine',
    check: 'port',
    state: 'bad',
    message: 'Port 3847 is held by another program, whose name this machine does not tell',
    fix: 'pmx-local start --port 3848',
  },
]

test('findings stand in their rooms, wrapped, with what mends them below where something is wrong', () => {
  expect(renderFindings(findings, 60, plainColors)).toEqual([
    'this machine',
    '  ok    node        20.18.0',
    '  BAD   port        Port 3847 is held by another program,',
    '                    whose name this machine does not tell',
    '                    -> pmx-local start --port 3848',
    'venues',
    '  ok    kalshi api  kalshi.test · 80 ms',
  ])
})
