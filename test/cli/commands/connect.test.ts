import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { cli, run, startDaemonProcess, testHome } from '../../support/daemon.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A client as the SDKs are: it reads the lock file of its home at each call, and its orders need the token. */
const client = `
  const { readFileSync } = require('node:fs')
  const lock = JSON.parse(readFileSync(process.env.HOME + '/.pmxt/server.lock', 'utf8'))
  const ask = (path, args) => fetch('http://localhost:' + lock.port + '/api/kalshi/' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pmxt-access-token': lock.accessToken ?? '' },
    body: JSON.stringify({ args }),
  }).then((reply) => reply.status)
  process.kill(lock.pid, 0)
  ask('fetchBalance', []).then((status) => {
    console.log(JSON.stringify({ status, version: lock.version, base: process.env.PMXT_BASE_URL ?? null }))
    process.exitCode = 7
  })
`

function homeOf() {
  const home = testHome()
  cleanups.push(() => home.remove())
  return home
}

test('a command finds a daemon that has no lock file, by the URL and its token, and has its own exit code', async () => {
  const daemonHome = homeOf()
  daemonHome.environment['PMX_LOCAL_TOKEN'] = 'the-token'
  const daemon = await startDaemonProcess(daemonHome, ['--demo', '--no-lock'])
  cleanups.push(() => daemon.stop())
  const home = homeOf()
  const environment = { ...home.environment, PMXT_BASE_URL: 'http://elsewhere.example' }
  const words = ['connect', daemon.address, '--token', 'the-token', '--', process.execPath, '-e', client]
  const ran = await run(process.execPath, [cli, ...words], { environment })
  expect(ran.stderr).toBe('')
  expect(JSON.parse(ran.stdout)).toMatchObject({
    status: 200,
    version: expect.stringMatching(/-pmxlocal$/),
    base: null,
  })
  expect(ran.code).toBe(7)
})

test.each([
  ['an address elsewhere', 'http://10.0.0.1:3847', 'Not an address on this machine'],
  ['no URL', 'localhost', 'Not an address on this machine'],
  ['nobody', 'http://localhost:1', 'No server responds'],
])('%s is refused, and nothing is run', async (_what, url, said) => {
  const words = ['connect', url, '--', process.execPath, '-e', 'console.log("ran")']
  const ran = await run(process.execPath, [cli, ...words], { environment: homeOf().environment })
  expect(ran.stderr).toContain(said)
  expect([ran.stdout, ran.code === 0]).toEqual(['', false])
})

test('the own server of an SDK is refused: its orders are real', async () => {
  const server = createServer((_request, reply) => void reply.end('{"status":"ok"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => server.close(resolve)))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const words = ['connect', url, '--', process.execPath, '-e', 'console.log("ran")']
  const ran = await run(process.execPath, [cli, ...words], { environment: homeOf().environment })
  expect(ran.stderr).toContain('is not pmx-local')
  expect(ran.stdout).toBe('')
})
