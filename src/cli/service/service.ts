import { CommandFailed } from '../output/output.js'
import { MARK, type Manager, type ManagerCommand, type ServiceCommand } from './files.js'

/** The result of a service manager's command. */
export interface Ended {
  /** Exit code, or undefined if the program does not exist. */
  readonly code: number | undefined
  readonly text: string
}

/** The machine functions that a service uses. */
export interface ServiceHost {
  /** Reads a file, or returns undefined if it does not exist. */
  read(path: string): string | undefined
  /** Writes a file, and creates its folder if needed. */
  write(path: string, text: string): void
  remove(path: string): void
  run(step: ManagerCommand): Ended
}

/**
 * Writes the service's file and starts it; replaces an earlier file of pmx-local.
 * @param dryRun only returns what would be done
 * @returns what was done, one line each
 * @throws CommandFailed for a file that belongs to the user, or when a command fails
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
  // A service of the old file ends before the new one is read.
  if (host.read(manager.path) !== undefined) for (const step of manager.uninstall) host.run(step)
  host.write(manager.path, text)
  for (const step of manager.install) assertDone(step, host.run(step))
  return [
    `${manager.path} written. The service is running. It also starts when you log in.`,
    ...(manager.name === 'systemd' ? ["To run it without a login: 'loginctl enable-linger'."] : []),
  ]
}

/** Stops the service and removes its file. @throws CommandFailed without a file, or for one that belongs to the user */
export function uninstall(manager: Manager, host: ServiceHost, dryRun: boolean): readonly string[] {
  assertOurs(manager, host)
  if (host.read(manager.path) === undefined)
    throw new CommandFailed(`The service is not installed: ${manager.path} does not exist.`)
  if (dryRun) return [...manager.uninstall.map((step) => step.join(' ')), `rm ${manager.path}`]
  // A service may be stopped already: a failure to stop it again is ignored.
  for (const step of manager.uninstall) host.run(step)
  host.remove(manager.path)
  if (manager.name === 'systemd') host.run(['systemctl', '--user', 'daemon-reload'])
  return [`${manager.path} and the service were removed. Stored data remains.`]
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
  throw new CommandFailed(`${path} was not written by pmx-local, so it was not changed. Move it aside first.`)
}

function assertDone(step: ManagerCommand, { code, text }: Ended): void {
  if (code === 0) return
  const why = code === undefined ? 'was not found' : `ended with ${code}${text === '' ? '' : `: ${text}`}`
  throw new CommandFailed(`'${step.join(' ')}' ${why}. The file was written. Run that command yourself.`)
}
