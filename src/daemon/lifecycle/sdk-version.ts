import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as z from 'zod'
import { readJson } from '../files/private-files.js'
import { OWN_SUFFIX } from './sdk-lockfile.js'

/** The upstream version whose API this daemon follows. Clients expect it when no other version is installed. */
const DOCUMENTED_VERSION = '2.54.0'

/**
 * Returns the version for the lock file, so that clients of this folder accept the server. It is the version of the
 * installed pmxt-core, otherwise the documented version (api/README.md, "Finding the daemon").
 */
export function lockVersion(configured: string | undefined, folder: string): string {
  const version = configured ?? installedCoreVersion(folder) ?? DOCUMENTED_VERSION
  return `${version}${OWN_SUFFIX}`
}

function installedCoreVersion(folder: string): string | undefined {
  return /^\d+\.\d+\.\d+/.exec(findInstalledVersion('pmxt-core', folder) ?? '')?.[0]
}

/** Finds the version of a package that a program in this folder would load, or undefined if there is none. */
export function findInstalledVersion(name: string, folder: string): string | undefined {
  const from = createRequire(join(folder, 'package.json'))
  for (const base of from.resolve.paths(name) ?? []) {
    const parsed = z.object({ version: z.string() }).safeParse(readJson(join(base, name, 'package.json')))
    if (parsed.success) return parsed.data.version
  }
  return undefined
}
