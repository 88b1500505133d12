import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../src/config/load.js'
import { readPostgresAddress } from '../../src/tiers/postgres/connection/address.js'
import { codeBlocksOf } from '../support/code-blocks.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'src/guide/sharing.md'), 'utf8')
const blocks = codeBlocksOf(page)

interface Service {
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly ports: readonly string[]
  readonly volumes: readonly string[]
}

const yaml = blocks
  .filter(({ language }) => language === 'yaml')
  .map(({ text }) => parse(text, { strict: true }))
const compose = yaml.find((file) => file.services !== undefined) as {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, unknown>>
}
const service = Object.values(compose.services)[0] ?? expect.unreachable()
const [, name = '', major = ''] = /^(\w+):(\d+)$/.exec(service.image) ?? []

/**
 * Variables of the image: "Environment Variables" of docker-library/docs, postgres/content.md. Those with `_FILE` are read from a file
 * ("Docker Secrets" there).
 */
const variables = [
  ...['POSTGRES_DB', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_INITDB_ARGS'].flatMap((one) => [
    one,
    `${one}_FILE`,
  ]),
  ...['POSTGRES_INITDB_WALDIR', 'POSTGRES_HOST_AUTH_METHOD', 'PGDATA'],
]

/** Texts of the source in which the daemon reads its environment. */
function sourceText(folder = join(root, 'src')): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

describe('the compose file of the guide', () => {
  test('has only the members that Compose knows', () => {
    expect(Object.keys(compose).sort()).toEqual(['secrets', 'services', 'volumes'])
    expect(Object.keys(compose.services)).toHaveLength(1)
    expect(Object.keys(service).sort()).toEqual(
      ['environment', 'image', 'ports', 'restart', 'secrets', 'volumes'].sort(),
    )
  })

  test('sets variables that the image or the program has', () => {
    const source = sourceText()
    for (const variable of Object.keys(service.environment))
      expect(variables.includes(variable) || source.includes(`'${variable}'`), variable).toBe(true)
    for (const [variable] of page.matchAll(/PMX_LOCAL_\w+/g))
      expect(source.includes(variable), variable).toBe(true)
  })

  test('uses a version that the text and the doctor accept', () => {
    const [, oldest] = /You need PostgreSQL (\d+) or later/.exec(page) ?? []
    expect(name).toBe('postgres')
    expect(Number(major)).toBeGreaterThanOrEqual(Number(oldest))
    const doctor = readFileSync(join(root, 'src/cli/doctor/shared.ts'), 'utf8')
    expect(doctor).toContain(`use PostgreSQL ${oldest} or later`)
    expect(doctor).toContain(`MIN_VERSION = ${oldest}0_000`)
  })

  test('stores its data and its password where the image looks for them', () => {
    const [volume = '', place] = service.volumes[0]?.split(':') ?? []
    expect(Object.keys(compose.volumes)).toEqual([volume])
    // From version 18 on the image has its data one folder higher: docker-library/postgres, pull request 1259.
    expect(place).toBe(Number(major) >= 18 ? '/var/lib/postgresql' : '/var/lib/postgresql/data')
    expect(Object.keys(compose.secrets)).toEqual(service.secrets)
    expect(service.environment['POSTGRES_PASSWORD_FILE']).toBe(`/run/secrets/${service.secrets[0]}`)
    const file = Object.values(compose.secrets)[0]?.file.replace('./', '') ?? expect.unreachable()
    expect(page.replace(/^```[\s\S]*?^```$/gm, '')).toContain(`\`${file}\``)
  })

  test('listens where the address of the text connects, on the loopback only', () => {
    const [written] = /postgres:\/\/[^']+/.exec(page) ?? []
    const address = readPostgresAddress(written ?? expect.unreachable())
    expect(service.ports).toEqual([`127.0.0.1:${address.port}:5432`])
    expect(address.host).toBe('localhost')
    expect(address.user).toBe(service.environment['POSTGRES_USER'])
    expect(address.database).toBe(service.environment['POSTGRES_DB'])
  })
})

test('the settings of the guide are those of the program', () => {
  const settings = blocks.filter(({ language }) => language === 'json')
  expect(settings.length).toBeGreaterThan(1)
  for (const { text } of settings)
    expect(() =>
      loadConfig({ flags: {}, environment: {}, file: { path: '/config.json', text } }),
    ).not.toThrow()
})
