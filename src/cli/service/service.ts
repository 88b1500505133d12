import { CommandFailed } from '../output/output.js'
import { MARK, type Manager, type ManagerCommand, type ServiceCommand } from './files.js'

/** What a step of a service manager ended with. */
export interface Ended {
  /** Undefined where the program is not there. */
  readonly code: number | undefined
  readonly text: string
}

/** The machine, as far as a service touches it. */
export interface ServiceHost {
  /** Undefined where there is no such file. */
  read(path: string): string | undefined
  /** Writes a file in a folder that is made if need be. */
  write(path: string, text: string): void
  remove(path: string): void
  run(step: ManagerCommand): Ended
}

/**
 * Writes the service's file and starts it; one that we wrote before is replaced.
 * @param dryRun only tells
 * @returns what was done, a line each
 * @throws CommandFailed where the file is somebody else's, or a step fails
 */
export function install(
  manager: Manager,
  command: ServiceCommand,
  host: ServiceHost,
  dryRun: boolean,
): readonly string[] {
  assertOurs(manager, host)
  const text = manager.text(command)
  if (dryRun)
    return [`${manager.path}:`, '', text, 'Then:', ...manager.install.map((step) => `  ${step.join(' ')}`)]
  // What runs by the old file ends before the new one is read.
  if (host.read(manager.path) !== undefined) for (const step of manager.uninstall) host.run(step)
  host.write(manager.path, text)
  for (const step of manager.install) assertDone(step, host.run(step))
  return [
    `${manager.path} written; the service runs, and starts again when you log in.`,
    ...(manager.name === 'systemd' ? ["Without a login, too: 'loginctl enable-linger'."] : []),
  ]
}

/** Stops the service and takes its file away. @throws CommandFailed where there is none, or it is somebody else's */
export function uninstall(manager: Manager, host: ServiceHost, dryRun: boolean): readonly string[] {
  assertOurs(manager, host)
  if (host.read(manager.path) === undefined)
    throw new CommandFailed(`There is no ${manager.path}: nothing is installed.`)
  if (dryRun) return [...manager.uninstall.map((step) => step.join(' ')), `rm ${manager.path}`]
  // One that was stopped by hand does not run: that it cannot be stopped again is no failure.
  for (const step of manager.uninstall) host.run(step)
  host.remove(manager.path)
  if (manager.name === 'systemd') host.run(['systemctl', '--user', 'daemon-reload'])
  return [`${manager.path} is gone, and the service with it. What it stored stays.`]
}

export interface ServiceStatus {
  readonly path: string
  readonly isInstalled: boolean
  readonly isRunning: boolean
}

export function readServiceStatus(manager: Manager, host: ServiceHost): ServiceStatus {
  const isInstalled = host.read(manager.path)?.includes(MARK) === true
  return { path: manager.path, isInstalled, isRunning: isInstalled && host.run(manager.status).code === 0 }
}

function assertOurs({ path }: Manager, host: ServiceHost): void {
  const there = host.read(path)
  if (there === undefined || there.includes(MARK)) return
  throw new CommandFailed(`${path} was not written by this program and is left alone. Move it away first.`)
}

function assertDone(step: ManagerCommand, { code, text }: Ended): void {
  if (code === 0) return
  const why = code === undefined ? 'is not there' : `ended with ${code}${text === '' ? '' : `: ${text}`}`
  throw new CommandFailed(`'${step.join(' ')}' ${why}. The file is written; run that again by hand.`)
}
