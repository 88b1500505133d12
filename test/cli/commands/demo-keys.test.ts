import { createPrivateKey } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { credentialNames } from '../../../src/api/arguments/credentials.js'
import { mockVenueIds } from '../../../src/simulator/mock-venues/registry.js'
import { credentialVariablesOf, loadVenue } from '../../../src/venues/registry.js'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const keys = z.record(z.string(), z.partialRecord(z.enum(credentialNames), z.string().min(1)))

test('every venue that takes orders with keys has some, the same in every run', async () => {
  const [first, second] = [await home.run(['demo-keys', '--json']), await home.run(['demo-keys', '--json'])]
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(second.stdout).toBe(first.stdout)
  const told = Object.keys(keys.parse(JSON.parse(first.stdout)))
  for (const id of mockVenueIds) {
    const venue = await loadVenue(id)
    // What Metaculus needs is lent by the daemon: it asks for a token even to be read.
    if (venue?.orders !== undefined && id !== 'metaculus') expect(told).toContain(id)
  }
})

test('a shell reads them under the names that the daemon reads', async () => {
  const { stdout } = await home.run(['demo-keys', 'kalshi'])
  const [variable] = credentialVariablesOf('kalshi').apiKey ?? []
  const [comment, apiKey, begin] = stdout.split('\n')
  expect(comment).toBe('# kalshi')
  expect(apiKey).toMatch(new RegExp(`^export ${variable}='[0-9a-f-]{36}'$`))
  expect(begin).toBe("export KALSHI_PRIVATE_KEY='-----BEGIN PRIVATE KEY-----")
  expect(stdout.trimEnd().endsWith("-----END PRIVATE KEY-----'")).toBe(true)
  const json = keys.parse(JSON.parse((await home.run(['demo-keys', 'kalshi', '--json'])).stdout))
  expect(Object.keys(json)).toEqual(['kalshi'])
})

test('a venue with keys of several kinds lends one of each', async () => {
  const lent = async (...args: string[]) =>
    keys.parse(JSON.parse((await home.run(['demo-keys', '--json', ...args])).stdout))
  const other = await lent('--kind', 'ed25519')
  expect(Object.keys(other).toSorted()).toEqual(['kalshi', 'kalshi-demo'])
  expect(createPrivateKey(other['kalshi']?.privateKey ?? '').asymmetricKeyType).toBe('ed25519')
  const usual = await lent('kalshi')
  expect(createPrivateKey(usual['kalshi']?.privateKey ?? '').asymmetricKeyType).toBe('rsa')
  expect(other['kalshi']?.apiKey).not.toBe(usual['kalshi']?.apiKey)
})

test('a venue that opens an account for any token says so', async () => {
  const said = 'Any token of 8 or more letters, digits, - and _ opens an account'
  const { code, stderr } = await home.run(['demo-keys', 'metaculus'])
  expect(code).toBe(2)
  expect(stderr).toContain(`metaculus has no fixed key. ${said}`)
  expect((await home.run(['demo-keys'])).stdout).toContain(`# metaculus: ${said}`)
})

describe('what goes wrong', () => {
  test.each([
    [['kalshi', '--kind', 'rot13'], "The kind of key 'rot13' does not exist for kalshi; there are: ed25519."],
    [
      ['opinion', '--kind', 'ed25519'],
      "The kind of key 'ed25519' does not exist for opinion; there are no other kinds.",
    ],
    [['--kind', 'rot13'], "The kind of key 'rot13' does not exist; there are: "],
  ])('%j is wrong usage', async (args, said) => {
    const { code, stderr } = await home.run(['demo-keys', ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(said)
  })

  test.each([
    ['a name of no venue', 'kalshy', "No such venue: 'kalshy' (did you mean 'kalshi'?)"],
    ['a venue without accounts', 'rain', 'The simulation of rain has no accounts'],
  ])('%s is wrong usage', async (_what, name, said) => {
    const { code, stderr } = await home.run(['demo-keys', name])
    expect(code).toBe(2)
    expect(stderr).toContain(said)
  })
})
