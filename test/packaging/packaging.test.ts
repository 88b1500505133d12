import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { DAEMON_ENVIRONMENT, DAEMON_NODE_FLAGS } from '../../src/cli/process/detach.js'
import { loadConfig } from '../../src/config/load.js'
import { repository } from '../support/daemon.js'

const read = (path: string): string => readFileSync(join(repository, path), 'utf8')

describe('the container', () => {
  const text = read('Containerfile')
  const stages = text.split(/^FROM /m).slice(1)
  const last = stages.at(-1) ?? ''
  const line = (name: string): string => new RegExp(`^${name} (.*)$`, 'm').exec(last)?.[1] ?? ''

  test('has a file that a linter which is not ours finds nothing to say of', () => {
    expect(validate(text)).toEqual([])
    expect(validate(text.replace('EXPOSE 3847', 'EXPOSE many')).length).toBeGreaterThan(0)
  })

  test('has a small base, and holds the installed package alone', () => {
    for (const stage of stages) expect(stage).toMatch(/^node:24-bookworm-slim\b/)
    expect(stages.length).toBe(2)
    expect(last.match(/^COPY .*/gm)).toEqual([
      'COPY --from=build /opt/pmx-local /opt/pmx-local',
      'COPY src/packaging/container.json /etc/pmx-local/config.json',
    ])
  })

  test('does not run as root, keeps what it stores in a volume, and says whether it is well', () => {
    expect(line('USER')).toBe('node')
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('ENTRYPOINT'))
    expect(line('VOLUME')).toBe('/data')
    expect(last).toContain('PMX_LOCAL_STATE_DIR=/data')
    expect(last).toMatch(/HEALTHCHECK .*\\\n {2}CMD \["node", .*\/health/)
    expect(line('ENTRYPOINT')).toMatch(/^\[".*"\]$/)
  })

  test('has the flags and variables of every daemon that runs in the background', () => {
    for (const flag of DAEMON_NODE_FLAGS) expect(line('ENTRYPOINT')).toContain(`"${flag}"`)
    for (const [name, value] of Object.entries(DAEMON_ENVIRONMENT)) expect(last).toContain(`${name}=${value}`)
  })

  test('starts with settings that the safety rules let pass, and asks everybody for the token', () => {
    const file = { path: 'container.json', text: read('src/packaging/container.json') }
    const { server, security } = loadConfig({ flags: {}, environment: {}, file })
    expect(server).toEqual({ host: '0.0.0.0', port: 3847 })
    expect(security.requireToken).toBe(true)
    const lax = { ...file, text: '{"server":{"host":"0.0.0.0"}}' }
    expect(() => loadConfig({ flags: {}, environment: {}, file: lax })).toThrow('security.requireToken')
  })

  test('is built from what is tracked: neither what was built here nor installed', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['node_modules', '**/node_modules', 'dist', '.git']))
    // The lock file names a package of the repository: the install needs it.
    expect(stages[0]).toContain('COPY test/stubs ./test/stubs')
  })
})

test('the formula of a release has its address and hash, and nothing is left open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-formula-'))
  const tarball = join(folder, 'pmx-local.tgz')
  writeFileSync(tarball, 'bytes')
  const address = 'https://example.org/pmx-local-1.0.0.tgz'
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(repository, '.ci/formula.mjs'), tarball, address],
    {
      encoding: 'utf8',
    },
  )
  rmSync(folder, { recursive: true })
  expect(status).toBe(0)
  expect(stdout).toContain(`url "${address}"`)
  expect(stdout).toContain(`sha256 "${createHash('sha256').update('bytes').digest('hex')}"`)
  expect(stdout).not.toMatch(/@[A-Z0-9]+@/)
})
