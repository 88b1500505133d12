import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codeBlocksOf } from '../../support/code-blocks.js'
import {
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

const page = readFileSync(new URL('../../../src/guide/sharing.md', import.meta.url), 'utf8')

describe.skipIf(programs === undefined)(`the guide ${withPostgres}`, () => {
  const shared = useSharedServer()

  test('its roles give and take, or take only', async () => {
    const roles = codeBlocksOf(page).find(({ text }) => text.startsWith('CREATE ROLE'))
    shared.server.run(roles?.text ?? expect.unreachable())
    await shared.open('owner').access(signal)
    const as = (user: string) =>
      shared.open(user, shared.server.address.replace('user=postgres', `user=${user}`))
    const series = newSeries()
    await as('laptop').give(series, partOf(0, 5), signal)
    const ci = as('ci')
    expect((await ci.take(series, minutes(0, 9), signal)).bars).toHaveLength(5)
    await expect(ci.give(series, partOf(5, 6), signal)).rejects.toThrow(/is read-only/)
  })
})
