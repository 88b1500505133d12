import { rmSync } from 'node:fs'
import * as z from 'zod'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import { version } from '../../version.js'
import { createJsonExclusively, readJson, writeJsonAtomically } from '../files/private-files.js'
import { isAlive, startTimeOf } from './process-identity.js'

/** Schema of `instance.json`: the process that holds a state folder. */
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
  /** The cassette it records into, as given on the command line. */
  recording: z.string().optional(),
  /** Whether calls to venues are off. */
  offline: z.boolean().optional(),
  /** Bytes read and written while a recording is merged into its cassette, which may take minutes. */
  merged: z.number().optional(),
})

export type Instance = z.output<typeof instanceSchema>

/** Describes this process as the holder of a folder or file. */
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

/** Reads the instance recorded in a file, whether or not its process runs. */
export function readInstance(path: string): Instance | undefined {
  const parsed = instanceSchema.safeParse(readJson(path))
  return parsed.success ? parsed.data : undefined
}

/** Whether the recorded process still runs. Process id and start time must match, since the system reuses ids. */
export function isRunning(instance: Pick<Instance, 'pid' | 'processStart'>): boolean {
  if (!isAlive(instance.pid)) return false
  const start = startTimeOf(instance.pid)
  return start === undefined || instance.processStart === undefined || start === instance.processStart
}

export type LockResult = { readonly ok: true } | { readonly ok: false; readonly holder: Instance }

/**
 * Acquires a state folder for this process. If several processes try at the same time, exactly one succeeds. The lock of
 * a dead process is removed only by the holder of the takeover file, so that two processes cannot remove each other's
 * lock.
 */
export function acquireInstanceLock(path: string, mine: Instance, ids: Ids): LockResult {
  for (let tries = 0; tries < 200; tries++) {
    if (createJsonExclusively(path, mine, ids.instanceId())) return { ok: true }
    const holder = readInstance(path)
    if (holder !== undefined && isRunning(holder)) return { ok: false, holder }
    clearStale(path, holder, mine, ids)
  }
  throw new Error(`cannot lock ${path}: other processes keep taking it`)
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

/** Adds the facts that are known only after the daemon listens. */
export function updateInstance(path: string, mine: Instance, ids: Ids): void {
  writeJsonAtomically(path, mine, ids.instanceId())
}

/** Releases the folder if this process still holds it. */
export function releaseFolder(path: string, mine: Instance): void {
  if (readInstance(path)?.instanceId === mine.instanceId) rmSync(path, { force: true })
}
