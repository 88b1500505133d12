import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkNode, checkPort, checkSdks, checkUnread } from '../../../src/cli/doctor/machine.js'
import { loadConfig } from '../../../src/config/load.js'

const folder = mkdtempSync(join(tmpdir(), 'pmx-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['20.18.0', 'ok'],
  ['20.17.9', 'bad'],
  ['18.20.0', 'bad'],
  ['22.1.0', 'ok'],
  ['100.0.0', 'ok'],
])('Node %s is %s', (version, state) => {
  expect(checkNode(version)).toMatchObject({ state, message: expect.stringContaining(version) })
})

describe('clients', () => {
  test('are found in the folder and above it', () => {
    const inner = join(folder, 'a', 'b')
    mkdirSync(join(folder, 'node_modules', 'pmxtjs'), { recursive: true })
    mkdirSync(inner, { recursive: true })
    writeFileSync(join(folder, 'node_modules', 'pmxtjs', 'package.json'), '{"version":"2.99.1"}')
    expect(checkSdks(inner, {})).toMatchObject([
      { state: 'ok', message: expect.stringContaining('pmxtjs 2.99.1') },
    ])
  })

  test('that are sent elsewhere are noticed, with the way back', () => {
    const [, pointed] = checkSdks(folder, { PMXT_API_KEY: 'k-secret-value', PMXT_BASE_URL: '' })
    expect(pointed).toMatchObject({ state: 'note', fix: 'unset PMXT_API_KEY' })
    expect(JSON.stringify(pointed)).not.toContain('k-secret-value')
  })
})

describe('variables of upstream that move orders', () => {
  test('are not read, and named with the setting that is', () => {
    const found = checkUnread({
      LIMITLESS_BASE_URL: 'https://user:k-secret-value@elsewhere.example',
      RAIN_ENVIRONMENT: 'production',
      KALSHI_BASE_URL: ' ',
      KALSHI_DEMO_API_KEY: 'read',
    })
    expect(found.map(({ state, fix: mend }) => [state, mend])).toEqual([
      ['note', 'unset LIMITLESS_BASE_URL'],
      ['note', 'unset RAIN_ENVIRONMENT'],
    ])
    expect(found[0]?.message).toContain('venues.limitless.hosts.api')
    expect(JSON.stringify(found)).not.toContain('k-secret-value')
  })

  test('name hosts that their venues have', async () => {
    const { declaredOf, loadVenue, servedVenueIds } = await import('../../../src/venues/registry.js')
    for (const id of servedVenueIds) {
      const { hosts = {} } = (await loadVenue(id)) ?? {}
      for (const host of Object.values(declaredOf(id)?.unread ?? {}))
        if (host !== false) expect(Object.keys(hosts), id).toContain(host)
    }
  })
})

describe('the port', () => {
  const paths = { stateDir: join(folder, 'state'), sdkDir: join(folder, '.pmxt') }
  const on = (port: number) => ({
    config: loadConfig({ flags: { server: { port } }, environment: {} }),
    paths,
  })

  test('that another program holds is bad, says who, and names a free one', async () => {
    const server = createServer((_asked, answer) => answer.end('no'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const finding = await checkPort(on(port))
    expect(finding).toMatchObject({
      state: 'bad',
      message: expect.stringMatching(new RegExp(`^Port ${port} is in use by another program`)),
      fix: `pmx-local start --port ${port + 1}`,
    })
    await new Promise((resolve) => server.close(resolve))
    expect(await checkPort(on(port))).toMatchObject({ state: 'ok', message: expect.stringContaining('free') })
  })

  test('of choice needs no looking', async () => {
    expect(await checkPort(on(0))).toMatchObject({ state: 'ok' })
  })
})
