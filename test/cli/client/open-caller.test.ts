import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

describe('while a daemon runs', () => {
  let address = ''
  let port = 0
  beforeAll(async () => {
    mkdirSync(home.stateDir, { recursive: true })
    const config = { security: { requireToken: true } }
    writeFileSync(join(home.stateDir, 'config.json'), JSON.stringify(config))
    const { firstLine } = await home.start(['start', '--demo', '--port', '0', '--json'])
    const told = z.object({ address: z.string(), port: z.number() }).parse(JSON.parse(firstLine))
    address = told.address
    port = told.port
  })

  test('commands ask it, with its token, and get what they would get without it', async () => {
    const words = ['call', 'kalshi', 'fetchSeries', 'limit=2']
    const asked = await home.run([...words, '--verbose', '--url', address])
    expect(asked.code).toBe(0)
    expect(asked.stderr).toContain(`called: ${address}`)
    expect(asked.stderr).toContain('x-pmx-instance: ')
    expect(asked.stderr).toContain('demo mode: all data is simulated')
    const alone = await home.runHere([...words, '--demo'])
    expect(asked.stdout).toBe(alone.stdout)
  })

  test('and it is a demo, what nobody called one is refused with the ways out', async () => {
    for (const words of [
      ['call', 'kalshi', 'has'],
      ['markets', 'kalshi'],
      ['candles', 'kalshi', 'X'],
      ['backfill', 'kalshi', 'X', '--start', '-1d'],
    ]) {
      const { code, stdout, stderr } = await home.runHere(words)
      expect([words[0], code, stdout]).toEqual([words[0], 3, ''])
      expect(stderr).toMatch(/(serves the simulation|is running in demo mode)[\s\S]*'pmx-local stop'/)
    }
  })

  test('what `record --demo` starts asks it as if it had said so itself', async () => {
    const told = (more: number) => ({ PMX_LOCAL_URL: `http://localhost:${port + more}` })
    const { code, stderr } = await home.run(['call', 'kalshi', 'has'], told(0))
    expect(code).toBe(0)
    expect(stderr).toContain('demo mode: all data is simulated')
    expect((await home.run(['call', 'kalshi', 'has'], told(1))).code).toBe(3)
  })

  test('its failures name the request, so that they can be found in its log', async () => {
    const { code, stderr } = await home.runHere(['call', 'kalshi', 'fetchMarket', 'NOPE', '--url', address])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: [\s\S]* {2}MARKET_NOT_FOUND, Kalshi, request id \S+\n$/)
  })

  test('its token is found when it is asked by its address', async () => {
    const { code } = await home.runHere(['call', 'kalshi', 'has', '--url', `127.0.0.1:${port}`])
    expect(code).toBe(0)
  })

  test('--demo asks a world in this process all the same', async () => {
    const { stderr } = await home.runHere(['venues', '--demo', '--verbose'])
    expect(stderr).toContain('called: a simulation in this process')
  })
})

test.runIf(process.platform !== 'win32')('a configured token goes to the loopback only', async () => {
  const heard: unknown[] = []
  const server = createServer((incoming, reply) => {
    heard.push(incoming.headers['x-pmxt-access-token'])
    reply.end('{"success":true,"data":{}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const env = {
    PMXT_ACCESS_TOKEN: 'a-token-of-some-length',
    PMX_LOCAL_STATE_DIR: join(home.stateDir, 'other'),
  }
  await home.run(['call', 'kalshi', 'has', '--url', `localhost:${port}`], env)
  // Another name for this machine, and to us a host like any other.
  await home.run(['call', 'kalshi', 'has', '--url', `0.0.0.0:${port}`], env)
  await new Promise((resolve) => server.close(resolve))
  expect(heard).toEqual(['a-token-of-some-length', undefined])
})
