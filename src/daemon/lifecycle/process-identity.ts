import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether a process with this id is running (it may belong to another user). Returns false for a zombie process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || linuxStat(pid)?.[0] !== 'Z'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether a process is stopped by a signal or a debugger, or false if the system does not report it. */
export function isStopped(pid: number): boolean {
  return process.platform === 'linux' && /^[Tt]$/.test(linuxStat(pid)?.[0] ?? '')
}

/**
 * Returns a text for the start time of a process. Together with the id it distinguishes a process from a later one with
 * the same id. Returns undefined if the process does not exist or the platform does not report it.
 */
export function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxStartTime(pid)
  if (process.platform === 'win32') return undefined
  try {
    const out = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
    return out === '' ? undefined : out
  } catch {
    return undefined
  }
}

/** Returns field 22 of /proc/<pid>/stat: clock ticks between boot and start. */
function linuxStartTime(pid: number): string | undefined {
  return linuxStat(pid)?.[19]
}

/** Returns the fields of /proc/<pid>/stat from the state on. The process name before them may contain spaces. */
function linuxStat(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
