import { rmSync } from 'node:fs'
import { request } from 'node:http'
import * as z from 'zod'
import type { Ids } from '../../effects/ids.js'
import { ensurePrivateDir, readJson, writeJsonAtomically } from '../files/private-files.js'
import { isAlive } from './process-identity.js'

/** Schema of the SDKs' lock file, by which a keyless client finds its server (api/README.md, "Finding the daemon"). */
const lockSchema = z.looseObject({
  port: z.number().int().positive(),
  pid: z.number().int().positive(),
  accessToken: z.string().optional(),
  version: z.string().optional(),
  timestamp: z.number().optional(),
})

/** Suffix of the version in the lock of every pmx-local. */
export const OWN_SUFFIX = '-pmxlocal'

export type SdkLock = z.output<typeof lockSchema>

export function readSdkLock(path: string): SdkLock | undefined {
  const parsed = lockSchema.safeParse(readJson(path))
  return parsed.success ? parsed.data : undefined
}

export type LockOutcome =
  | { readonly kind: 'written' }
  /** A live server holds it and was not replaced. */
  | { readonly kind: 'held'; readonly by: SdkLock }
  /** This daemon replaced a server that responds: an SDK's own, or any other at the user's request. */
  | { readonly kind: 'taken_over'; readonly from: SdkLock; readonly isOfSdk: boolean }

/**
 * Writes the lock unless another pmx-local that responds holds it; with `takeover`, always. A server that an SDK starts
 * calls live venues, regardless of this daemon's mode, so it always loses the lock.
 */
export async function writeSdkLock(
  folder: string,
  path: string,
  lock: SdkLock,
  options: { readonly takeover: boolean; readonly ids: Ids },
): Promise<LockOutcome> {
  const known = readSdkLock(path)
  const holder = known === undefined || known.pid === lock.pid ? undefined : await holderIn(known)
  const isOfSdk = holder?.isOfSdk === true
  if (holder !== undefined && !isOfSdk && !options.takeover) return { kind: 'held', by: holder.lock }
  ensurePrivateDir(folder)
  writeJsonAtomically(path, lock, options.ids.instanceId())
  return holder === undefined ? { kind: 'written' } : { kind: 'taken_over', from: holder.lock, isOfSdk }
}

/** Removes the lock if it still belongs to this daemon. */
export function removeSdkLock(path: string, mine: SdkLock): void {
  const now = readSdkLock(path)
  if (now?.pid === mine.pid && now.port === mine.port) rmSync(path, { force: true })
}

/** Returns the server of a lock if it runs and responds. */
async function holderIn(lock: SdkLock): Promise<{ lock: SdkLock; isOfSdk: boolean } | undefined> {
  const health = isAlive(lock.pid) ? await probeHealth(lock.port) : undefined
  if (health === undefined) return undefined
  return { lock, isOfSdk: health.instanceId === undefined && lock.version?.endsWith(OWN_SUFFIX) !== true }
}

/** Response of `/health` on a loopback port within a second. */
export interface HealthProbe {
  readonly status: string
  /** Set only by pmx-local. */
  readonly instanceId: string | undefined
}

const healthSchema = z.object({ status: z.string(), instanceId: z.string().optional() })

/** Returns the health of the server on a loopback port, or undefined without a valid response in time. */
export async function probeHealth(port: number, timeoutMs = 1_000): Promise<HealthProbe | undefined> {
  const result = await probePort(port, timeoutMs)
  return typeof result === 'string' ? undefined : result
}

/**
 * Probes a loopback port. `refused`: nothing listens there. `silent`: a server accepts the connection and sends no valid
 * response in time, as a busy daemon does.
 */
export function probePort(port: number, timeoutMs: number): Promise<HealthProbe | 'refused' | 'silent'> {
  return new Promise((resolve) => {
    const give = (value: HealthProbe | undefined): void => resolve(value ?? 'silent')
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: '/health',
        timeout: timeoutMs,
        headers: { host: `127.0.0.1:${port}` },
      },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (chunk: string) => {
          text += chunk
          if (text.length > 10_000) call.destroy()
        })
        reply.on('end', () => give(readHealth(text)))
        reply.on('error', () => give(undefined))
      },
    )
    call.on('timeout', () => call.destroy())
    call.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'silent'),
    )
    call.on('close', () => give(undefined))
    call.end()
  })
}

function readHealth(text: string): HealthProbe | undefined {
  try {
    const parsed = healthSchema.safeParse(JSON.parse(text))
    if (!parsed.success) return undefined
    return { status: parsed.data.status, instanceId: parsed.data.instanceId }
  } catch {
    return undefined
  }
}
