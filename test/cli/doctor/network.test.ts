import { describe, expect, test } from 'vitest'
import { checkHostNames, checkProxies } from '../../../src/cli/doctor/network.js'
import { loadConfig } from '../../../src/config/load.js'
import { readProxies } from '../../../src/daemon/network/proxies.js'

function proxies(environment: Record<string, string>) {
  const config = loadConfig({ flags: {}, environment: {} })
  return checkProxies(readProxies(config, environment), environment)
}

describe('proxies', () => {
  test('none', () => {
    expect(proxies({})).toMatchObject([{ state: 'ok', message: 'none is set' }])
  })

  test('are shown with where they were set, without their credentials, and with what goes past them', () => {
    const told = proxies({ HTTPS_PROXY: 'http://user:pass-word@proxy.test:3128/', NO_PROXY: 'a.test' })
    expect(told).toMatchObject([
      { state: 'ok', message: 'http://***@proxy.test:3128 by HTTPS_PROXY' },
      { state: 'ok', message: 'NO_PROXY names a.test' },
    ])
    expect(JSON.stringify(told)).not.toMatch(/user|pass-word/)
  })

  test('of another kind are bad', () => {
    expect(proxies({ ALL_PROXY: 'socks5://127.0.0.1:1080' })).toMatchObject([
      { state: 'bad', fix: 'correct or unset ALL_PROXY' },
    ])
  })

  test('authorities that are not there are bad: Node would go on without a word', () => {
    expect(proxies({ NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' })).toMatchObject([
      {},
      { state: 'bad', message: expect.stringContaining('/nowhere/ca.pem') },
    ])
  })
})

describe('names', () => {
  const lost = async () => Promise.reject(new Error('ENOTFOUND'))
  const never = new Promise<never>(() => {})

  test('that are found, once each', async () => {
    const asked: string[] = []
    const resolve = async (name: string) => asked.push(name)
    const { finding, offline } = await checkHostNames(['a.test', 'b.test', 'a.test'], resolve, never)
    expect(asked).toEqual(['a.test', 'b.test'])
    expect([finding.state, finding.message, offline]).toEqual(['ok', '2 names looked up', false])
  })

  test('none of which is found mean that the machine is offline', async () => {
    expect(await checkHostNames(['a.test', 'b.test'], lost, never)).toMatchObject({
      offline: true,
      finding: { state: 'bad', fix: expect.stringContaining('--offline') },
    })
  })

  test('nobody waits for longer than he wants to', async () => {
    expect(await checkHostNames(['a.test'], () => never, Promise.resolve())).toMatchObject({ offline: true })
  })

  test('some of which are lost are named', async () => {
    const resolve = (name: string) => (name === 'b.test' ? lost() : Promise.resolve())
    expect(await checkHostNames(['a.test', 'b.test'], resolve, never)).toMatchObject({
      offline: false,
      finding: { state: 'note', message: 'b.test has no address in DNS', fix: 'getent hosts b.test' },
    })
  })

  test('behind a proxy are its affair', async () => {
    expect(await checkHostNames([], lost, never)).toMatchObject({ offline: false, finding: { state: 'ok' } })
  })
})
