import { createServer } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { cliHome, endOf } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const addresses = z.record(z.string(), z.record(z.string(), z.url()))

test('the world runs alone, answers as the venues do, and ends cleanly at a signal', async () => {
  const { child, firstLine } = await home.start(['simulate', '--json', '--venues', 'kalshi'])
  const urls = addresses.parse(JSON.parse(firstLine))
  expect(Object.keys(urls)).toEqual(['kalshi'])
  const reply = await fetch(`${urls['kalshi']?.['api']}/exchange/status`)
  expect(reply.status).toBe(200)
  expect(urls['kalshi']?.['stream']).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/)
  expect(await endOf(child, 'SIGINT')).toBe(0)
})

test('faults are played', async () => {
  const { firstLine } = await home.start([
    'simulate',
    '--json',
    '--venues',
    'kalshi',
    '--faults',
    'kalshi:503',
  ])
  const urls = addresses.parse(JSON.parse(firstLine))
  const reply = await fetch(`${urls['kalshi']?.['api']}/exchange/status`)
  expect(reply.status).toBe(503)
})

test('without --json there is a table of base URLs', async () => {
  const { firstLine } = await home.start(['simulate', '--rhythm', 'metronome'])
  expect(firstLine).toMatch(/^venue +host +base URL$/)
})

describe('what goes wrong', () => {
  test('a taken port is exit code 4', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { code, stderr } = await home.run(['simulate', '--port', String(port)])
    await new Promise((resolve) => server.close(resolve))
    expect(code).toBe(4)
    expect(stderr).toMatch(
      new RegExp(`^error: The port ${port} is taken by another program \\(pid ${process.pid}, `),
    )
  })

  test.each([
    ['a venue it does not play', ['--venues', 'kalsh'], "did you mean 'kalshi'"],
    ['a fault that does not exist', ['--faults', 'kalshi:html-wal'], "did you mean 'html-wall'"],
    ['a rhythm that does not exist', ['--rhythm', 'waltz'], 'Allowed choices are natural, metronome'],
    ['too few ports', ['--port', '65530'], 'not enough ports from 65530 up'],
    ['a port that is no number', ['--port', 'x'], '--port takes a whole number'],
  ])('%s is a usage error', async (_name, flags, message) => {
    const { code, stdout, stderr } = await home.run(['simulate', ...flags])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})
