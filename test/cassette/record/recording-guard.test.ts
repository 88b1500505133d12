import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { repository, run } from '../../support/daemon.js'
import { temporaryFolder } from '../support/cassettes.js'

const probe = fileURLToPath(new URL('../scripts/guard-probe.mjs', import.meta.url))

test('from inside a replaying process nothing but the loopback can be reached, whatever way is tried', async () => {
  const outfile = join(temporaryFolder(), 'guard.mjs')
  const entry = join(repository, 'src/cassette/record/recording-guard.ts')
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' })
  const ended = await run(process.execPath, [probe, outfile], { environment: process.env })
  expect(ended.stderr).toBe('')
  const { refused, loopback, received, given, afterwards } = JSON.parse(ended.stdout) as {
    refused: Record<string, string>
    loopback: Record<string, string>
    received: string[]
    given: boolean
    afterwards: string
  }
  const { 'localhost with a lookup of its own': deceived, ...ways } = refused
  expect(Object.keys(ways).length).toBeGreaterThan(25)
  expect(Object.entries(ways).filter(([, outcome]) => outcome !== 'refused')).toEqual([])
  // It is led back to the loopback, where nothing listens on that port.
  expect(deceived).toContain('ECONNREFUSED')
  expect(deceived).toContain('127.0.0.1:9')
  expect(received).toEqual(['here', 'here'])
  const { lookup, ...reached } = loopback
  expect(reached).toEqual({ fetch: 'here', 'fetch by name': 'here', undici: 'here', port: 'here' })
  expect(lookup).toMatch(/^(127\.0\.0\.1|::1)$/)
  expect({ given, afterwards: afterwards.split(' ')[0] }).toEqual({ given: true, afterwards: 'failed' })
})
