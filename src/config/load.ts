import { dirname, resolve } from 'node:path'
import stripJsonComments from 'strip-json-comments'
import * as z from 'zod'
import { messageOf } from '../api/envelope/errors.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import { isObject } from '../api/values/json.js'
import { suggestName } from '../api/values/suggest.js'
import { type Config, type ConfigInput, configSchema, hostUrl } from './schema.js'

/** An invalid configuration. The message has one line per problem, each with a fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Layers of settings, strongest first. */
export interface ConfigSources {
  /** Command-line flags. */
  readonly flags: ConfigInput
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Text of the configuration file, with the path for messages. */
  readonly file?: { readonly path: string; readonly text: string } | undefined
  /** Environment variables with host addresses, by venue and host name. The file's value for a venue wins over them. */
  readonly hostVariables?: Partial<Record<VenueId, Readonly<Record<string, readonly string[]>>>>
}

/**
 * Merges flags, environment, file and defaults into one frozen configuration. The first in this order wins.
 * @throws ConfigError with the setting, its value, and a suggestion for unknown names
 */
export function loadConfig({ flags, environment, file, hostVariables = {} }: ConfigSources): Config {
  const layers = [
    fromHostVariables(hostVariables, environment),
    file === undefined ? {} : parseFile(file),
    fromEnvironment(environment),
    flags,
  ]
  const merged = layers.reduce<Record<string, unknown>>((below, above) => merge(below, above), {})
  const result = configSchema.safeParse(merged)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => describe(issue))
    throw new ConfigError(
      [
        'The configuration is invalid:',
        ...lines,
        `Correct the flag, the variable PMX_LOCAL_* or the setting${file === undefined ? ' in config.json' : ` in ${file.path}`}.`,
      ].join('\n'),
    )
  }
  assertSafeBind(result.data)
  return deepFreeze(result.data)
}

function parseFile({ path, text }: { path: string; text: string }): ConfigInput {
  // Editors on Windows write a byte order mark at the start.
  const json = withoutComments(text.replace(/^\uFEFF/, ''))
  try {
    const value: unknown = JSON.parse(json)
    if (isObject(value)) return withFilesBeside(value, dirname(path))
  } catch (error) {
    throw new ConfigError(
      `${path} is not JSON: ${withoutQuote(error, json)}\nCorrect it there, or choose another file with --config.`,
    )
  }
  throw new ConfigError(
    `${path} must contain one JSON object, such as {"server":{"port":3847}}. Correct it there, or choose another file with --config.`,
  )
}

/** Replaces comments and trailing commas with spaces, so that the lines and columns in JSON errors match the text. */
export function withoutComments(text: string): string {
  return stripJsonComments(text, { trailingCommas: true })
}

/** Resolves paths in the file relative to its folder. */
function withFilesBeside(read: object, folder: string): ConfigInput {
  const { venues, shared } = read as { readonly venues?: unknown; readonly shared?: unknown }
  const settings = Array.isArray(shared)
    ? { ...read, shared: shared.map((one: unknown) => withPathsBeside(one, folder)) }
    : read
  if (!isObject(venues)) return settings
  const moved = Object.entries(venues).map(([venue, of]: [string, unknown]): [string, unknown] => {
    const credentials = memberOf(of, 'credentials')
    if (!isObject(of) || !isObject(credentials)) return [venue, of]
    return [venue, { ...of, credentials: withPathsBeside(credentials, folder) }]
  })
  return { ...settings, venues: Object.fromEntries(moved) }
}

/** Does the same for an object's members that are `file:PATH`. */
function withPathsBeside(settings: unknown, folder: string): unknown {
  if (!isObject(settings)) return settings
  const moved = Object.entries(settings).map(([name, value]: [string, unknown]): [string, unknown] => {
    const path = typeof value === 'string' ? /^\s*file:(.*)$/s.exec(value)?.[1]?.trim() : undefined
    return [name, path === undefined || path === '' ? value : `file:${resolve(folder, path)}`]
  })
  return Object.fromEntries(moved)
}

/**
 * Replaces the parser's message with the line of the error. The parser quotes ten characters on both sides, which may be a
 * key.
 */
function withoutQuote(error: unknown, text: string): string {
  const message = messageOf(error)
  const quoting = /, (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message)
  if (quoting === null) return message
  const [, isCut, quoted = ''] = quoting
  const at = text.indexOf(quoted) + (isCut === undefined ? 0 : 10)
  return `${message.slice(0, quoting.index)} in line ${text.slice(0, at).split('\n').length}`
}

/** Environment variables, each with its setting. */
export const environmentSettings = {
  PMX_LOCAL_HOST: 'server.host',
  PMX_LOCAL_PORT: 'server.port',
  PMX_LOCAL_STATE_DIR: 'stateDir',
  PMX_LOCAL_LOG_LEVEL: 'logLevel',
  PMXT_LOG_LEVEL: 'logLevel',
  PMXT_ACCESS_TOKEN: 'security.token',
  PMX_LOCAL_CASSETTE_KEY: 'record.key',
} as const

function fromEnvironment(environment: ConfigSources['environment']): Record<string, unknown> {
  let settings: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(environmentSettings)) {
    const value = environment[name]
    if (value === undefined || value === '') continue
    const typed = path === 'server.port' && /^\d+$/.test(value) ? Number(value) : value
    // The first variable of a setting wins: those of this program come before the SDK's.
    settings = merge(nest(path.split('.'), typed), settings)
  }
  return settings
}

function fromHostVariables(
  venues: NonNullable<ConfigSources['hostVariables']>,
  environment: ConfigSources['environment'],
): Record<string, unknown> {
  let settings: Record<string, unknown> = {}
  for (const [venue, hosts] of Object.entries(venues)) {
    for (const [host, names] of Object.entries(hosts)) {
      const given = names.find((name) => (environment[name]?.trim() ?? '') !== '')
      if (given === undefined) continue
      const address = environment[given]?.trim() ?? ''
      // The message does not contain the value, which may hold a key.
      if (!hostUrl.safeParse(address).success)
        throw new ConfigError(`${given} must be an http, https, ws or wss address. Change or unset it.`)
      settings = merge(settings, nest(['venues', venue, 'hosts', host], address))
    }
  }
  return settings
}

function nest(path: readonly string[], value: unknown): Record<string, unknown> {
  const [head = '', ...rest] = path
  return { [head]: rest.length === 0 ? value : nest(rest, value) }
}

/** Merges objects member by member. Any other value in a stronger layer replaces the value below it. */
function merge(below: object, above: object): Record<string, unknown> {
  // A map, because assigning a member called __proto__ would drop it without an error.
  const result = new Map<string, unknown>(Object.entries(below))
  for (const [name, value] of Object.entries(above)) {
    if (value === undefined) continue
    const known = result.get(name)
    result.set(name, isObject(known) && isObject(value) ? merge(known, value) : value)
  }
  return Object.fromEntries(result)
}

/** Kinds of names in the parts of the configuration with fixed member names. */
const kinds: Readonly<Record<string, string>> = { venues: 'venue', feeds: 'feed' }

function describe(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(issue.path)
    const where = path === '' ? '' : `${path}.`
    const what = kinds[path] ?? 'setting'
    return issue.keys.map((key) => `  ${where}${key}: no such ${what}${suggestName(key, known)}`).join('\n')
  }
  return `  ${path}: ${issue.message}`
}

/** Lists the names allowed at a path of the schema, for suggestions. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  const json: unknown = z.toJSONSchema(configSchema, { io: 'input' })
  const node = path.reduce<unknown>((at, part) => {
    const properties = memberOf(at, 'properties')
    return memberOf(properties, String(part)) ?? memberOf(at, 'additionalProperties') ?? memberOf(at, 'items')
  }, json)
  const properties = memberOf(node, 'properties')
  const names = memberOf(memberOf(node, 'propertyNames'), 'enum')
  if (Array.isArray(names)) return names.map(String)
  return isObject(properties) ? Object.keys(properties) : []
}

function memberOf(node: unknown, name: string): unknown {
  return isObject(node) ? Reflect.get(node, name) : undefined
}

const loopbackHosts = new Set(['127.0.0.1', '::1', 'localhost'])

/** Checks that a daemon on a public address has a token and the names it is called by. */
function assertSafeBind({ server, security }: Config): void {
  if (loopbackHosts.has(server.host)) return
  const missing = [
    ...(security.requireToken || security.apiKeys.length > 0
      ? []
      : ['security.requireToken: true (or apiKeys)']),
    ...(security.allowHosts.length > 0 ? [] : ['security.allowHosts: ["the-name-clients-use"]']),
  ]
  if (missing.length === 0) return
  throw new ConfigError(
    [
      `server.host ${server.host} is open to other machines. This needs ${missing.join(' and ')}.`,
      'In a container, keep that address and publish the port on the loopback interface only:',
      '  ports: ["127.0.0.1:3847:3847"]',
    ].join('\n'),
  )
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) deepFreeze(member)
    Object.freeze(value)
  }
  return value
}
