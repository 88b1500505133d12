import { rmSync } from 'node:fs'
import * as z from 'zod'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import { version } from '../../version.js'
import { createJsonExclusively, readJson, writeJsonAtomically } from '../files/private-files.js'
import { isAlive, startTimeOf } from './process-identity.js'

/** What stands in `instance.json`: the daemon that holds a state folder, or is about to. */
const instanceSchema = z.object({
  pid: z.number().int().positive(),
  processStart: z.string().optional(),
  instanceId: z.string().min(1),
  version: z.string(),
  mode: z.string(),
  /** Absent until the daemon listens. */
  port: z.number().int().positive().optional(),
  /** Epoch ms. */
  startedAt: z.number(),
  /** The cassette it records into, as it was named. */
  recording: z.string().optional(),
  /** Asks no venue. */
  offline: z.boolean().optional(),
  /** While a recording is merged into its cassette, which may take minutes: bytes read and written so far. */
  merged: z.number().optional(),
})

export type Instance = z.output<typeof instanceSchema>

/** This process as the holder of a folder or file. */
export function describeOwnInstance(
  mode: string,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
): Instance {
  const processStart = startTimeOf(process.pid)
  return {
    pid: process.pid,
    ...(processStart === undefined ? {} : { processStart }),
    instanceId: ids.instanceId(),
    version,
    mode,
    startedAt: clock.now(),
  }
}

/** The instance recorded in a file, dead or alive. */
export function readInstance(path: string): Instance | undefined {
  const parsed = instanceSchema.safeParse(readJson(path))
  return parsed.success ? parsed.data : undefined
}

/** Whether the recorded process still runs: same id and same start, so a recycled id is somebody else. */
export function isRunning(instance: Pick<Instance, 'pid' | 'processStart'>): boolean {
  if (!isAlive(instance.pid)) return false
  const start = startTimeOf(instance.pid)
  return start === undefined || instance.processStart === undefined || start === instance.processStart
}

export type LockResult = { readonly ok: true } | { readonly ok: false; readonly holder: Instance }

/**
 * Takes a state folder for this process: exactly one of many that try at once gets it. What a dead process left
 * behind is cleared by whoever holds the takeover file, so that two cannot clear each other's claim.
 */
export function acquireInstanceLock(path: string, mine: Instance, ids: Ids): LockResult {
  for (let tries = 0; tries < 200; tries++) {
    if (createJsonExclusively(path, mine, ids.instanceId())) return { ok: true }
    const holder = readInstance(path)
    if (holder !== undefined && isRunning(holder)) return { ok: false, holder }
    clearStale(path, holder, mine, ids)
  }
  throw new Error(`cannot take ${path}: it keeps changing hands`)
}

function clearStale(path: string, seen: Instance | undefined, mine: Instance, ids: Ids): void {
  const takeover = `${path}.takeover`
  if (!createJsonExclusively(takeover, mine, ids.instanceId())) {
    const clearing = readInstance(takeover)
    if (clearing === undefined || !isRunning(clearing)) rmSync(takeover, { force: true })
    return
  }
  try {
    const now = readInstance(path)
    if (now?.instanceId === seen?.instanceId) rmSync(path, { force: true })
  } finally {
    rmSync(takeover, { force: true })
  }
}

/** Adds to the record what is known only once the daemon listens. */
export function updateInstance(path: string, mine: Instance, ids: Ids): void {
  writeJsonAtomically(path, mine, ids.instanceId())
}

/** Gives the folder back, if it is still ours. */
export function releaseFolder(path: string, mine: Instance): void {
  if (readInstance(path)?.instanceId === mine.instanceId) rmSync(path, { force: true })
}
