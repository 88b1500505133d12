import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadConfig } from '../../config/load.js'
import type { Config, ConfigInput } from '../../config/schema.js'
import { type Paths, resolvePaths, stateFilesIn } from '../../daemon/files/state-paths.js'
import { hostVariables } from '../../venues/registry.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import type { CassetteFlags } from './cassette-flags.js'

/** Flags for the folders and settings of the daemon. */
export interface DaemonFlags {
  readonly host?: string
  readonly port?: string
  readonly stateDir?: string
  readonly config?: string
  readonly logLevel?: Config['logLevel']
  readonly sdkVersion?: string
  readonly seed?: string
  /** False with `--no-cache`. */
  readonly cache?: boolean
  readonly offline?: boolean
}

/** Flags of the start command. */
export interface StartFlags extends DaemonFlags, CassetteFlags {
  readonly demo?: boolean
  readonly detach?: boolean
  readonly takeover?: boolean
  /** False with `--no-lock`. */
  readonly lock?: boolean
  readonly json?: boolean
  /** Runs as a child process, which ends with its parent and sends it the report of a replay. */
  readonly attached?: boolean
}

export interface Settings {
  readonly config: Config
  readonly paths: Paths
}

/** Reads the configuration and folders from flags, environment and file. */
export function readSettings(flags: DaemonFlags, environment: NodeJS.ProcessEnv = process.env): Settings {
  const defaults = resolvePaths(environment)
  const early = flags.stateDir ?? environment['PMX_LOCAL_STATE_DIR'] ?? defaults.stateDir
  const file = readFile(flags.config, early)
  const config = loadConfig({ flags: toInput(flags), environment, file, hostVariables })
  return { config, paths: { ...defaults, stateDir: resolve(config.stateDir ?? defaults.stateDir) } }
}

function readFile(given: string | undefined, stateDir: string): { path: string; text: string } | undefined {
  const path = given ?? stateFilesIn(stateDir).config
  if (given === undefined && !existsSync(path)) return undefined
  try {
    return { path, text: readFileSync(path, 'utf8') }
  } catch (error) {
    throw new CommandFailed(
      `The configuration file ${path} cannot be read: ${error instanceof Error ? error.message : ''}`,
    )
  }
}

function toInput(flags: DaemonFlags): ConfigInput {
  return {
    server: {
      ...(flags.host === undefined ? {} : { host: flags.host }),
      ...(flags.port === undefined ? {} : { port: parseWholeNumber(flags.port, '--port') }),
    },
    ...(flags.stateDir === undefined ? {} : { stateDir: flags.stateDir }),
    ...(flags.logLevel === undefined ? {} : { logLevel: flags.logLevel }),
    ...(flags.sdkVersion === undefined ? {} : { sdkVersion: flags.sdkVersion }),
    ...(flags.cache === false ? { cache: { enabled: false } } : {}),
    ...(flags.offline === true ? { offline: true } : {}),
    ...(flags.seed === undefined ? {} : { demo: { seed: parseWholeNumber(flags.seed, '--seed') } }),
  }
}

/** Parses a whole number. @throws CommandFailed (usage) for any other value of the flag */
export function parseWholeNumber(text: string, flag: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : undefined
  if (number !== undefined && Number.isSafeInteger(number)) return number
  throw new CommandFailed(
    number === undefined
      ? `${flag} takes a whole number; got '${text}'`
      : `${flag} takes a whole number up to ${Number.MAX_SAFE_INTEGER}; got a number with ${text.length} digits`,
    exitCodes.usage,
  )
}

/** Parses a price or a price difference, from 0 to 1. @throws CommandFailed (usage) for any other value of the flag */
export function parsePrice(text: string, flag: string): number {
  const number = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (number <= 1) return number
  throw new CommandFailed(`${flag} takes a number from 0 to 1; got '${text}'`, exitCodes.usage)
}
