import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createChildHome } from '../../../src/cli/process/child-home.js'

test('a command’s home is the user’s own, but for the folder of the SDKs', () => {
  const real = mkdtempSync(join(tmpdir(), 'pmx-real-home-'))
  mkdirSync(join(real, '.pmxt'))
  mkdirSync(join(real, '.config'))
  writeFileSync(join(real, '.config/tool'), 'settings')
  writeFileSync(join(real, '.npmrc'), 'npm')
  const given = { PATH: '/bin', PMXT_BASE_URL: 'x', PMXT_API_KEY: 'y', no_proxy: 'corp.example, localhost' }
  const child = createChildHome(given, real)
  const home = dirname(child.sdkDir)
  expect(readFileSync(join(home, '.config/tool'), 'utf8')).toBe('settings')
  expect(readFileSync(join(home, '.npmrc'), 'utf8')).toBe('npm')
  expect(existsSync(child.sdkDir)).toBe(false)
  expect(lstatSync(home).mode & 0o077).toBe(0)
  expect(child.environment(4000, 'token')).toEqual({
    PATH: '/bin',
    HOME: home,
    USERPROFILE: home,
    PMX_LOCAL_STATE_DIR: child.stateDir,
    PMX_LOCAL_URL: 'http://localhost:4000',
    PMX_LOCAL_TOKEN: 'token',
    // Clients that use a proxy call the daemon without it.
    NO_PROXY: 'corp.example,localhost,127.0.0.1',
    no_proxy: 'corp.example,localhost,127.0.0.1',
  })
  expect(child.giveBack()).toBeUndefined()
  expect(existsSync(home)).toBe(false)
  expect(readFileSync(join(real, '.config/tool'), 'utf8')).toBe('settings')
  rmSync(real, { recursive: true })
})

test('a user without a home gets one all the same', () => {
  const child = createChildHome({}, '/no/such/home')
  expect(existsSync(dirname(child.sdkDir))).toBe(true)
  expect(child.giveBack()).toBeUndefined()
})

test('where HOME is empty, what a command writes stays in the home it got, and not where it was called', () => {
  const child = createChildHome({}, '')
  const written = `pmx-written-${process.pid}`
  writeFileSync(join(dirname(child.sdkDir), written), 'text')
  const left = child.giveBack() ?? 'nowhere'
  const isHere = existsSync(written)
  rmSync(written, { force: true })
  expect(isHere).toBe(false)
  expect(readFileSync(join(left, 'home', written), 'utf8')).toBe('text')
  rmSync(left, { recursive: true })
})

test('what a command writes into its home stays: in the real one, or where it is when the name is taken', () => {
  const real = mkdtempSync(join(tmpdir(), 'pmx-real-home-'))
  writeFileSync(join(real, '.npmrc'), 'npm')
  writeFileSync(join(real, '.gone'), 'mine')
  const child = createChildHome({}, real)
  const home = dirname(child.sdkDir)
  writeFileSync(join(home, 'results.json'), '{}')
  mkdirSync(join(home, '.tool/cache'), { recursive: true })
  writeFileSync(join(home, '.tool/cache/x'), 'x')
  rmSync(join(home, '.gone'))
  rmSync(join(home, '.npmrc'))
  writeFileSync(join(home, '.npmrc'), 'changed by the command')
  mkdirSync(child.stateDir)
  writeFileSync(join(child.stateDir, 'pins.json'), '[]')
  const left = child.giveBack() ?? ''
  expect(readFileSync(join(real, 'results.json'), 'utf8')).toBe('{}')
  expect(readFileSync(join(real, '.tool/cache/x'), 'utf8')).toBe('x')
  expect(readFileSync(join(real, '.npmrc'), 'utf8')).toBe('npm')
  expect(readFileSync(join(real, '.gone'), 'utf8')).toBe('mine')
  expect(readFileSync(join(left, 'home/.npmrc'), 'utf8')).toBe('changed by the command')
  expect(readFileSync(join(left, 'state/pins.json'), 'utf8')).toBe('[]')
  expect(existsSync(join(left, 'home/results.json'))).toBe(false)
  rmSync(real, { recursive: true })
  rmSync(left, { recursive: true })
})
