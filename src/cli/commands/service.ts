import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { addDaemonFlags, type Register } from '../options/command.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { DAEMON_ENVIRONMENT, DAEMON_NODE_FLAGS } from '../process/detach.js'
import { type Manager, managerOf, renderTaskCommand, type ServiceCommand } from '../service/files.js'
import { install, readServiceStatus, type ServiceHost, uninstall } from '../service/service.js'

interface ServiceFlags {
  readonly stateDir?: string
  readonly config?: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

export const serviceCommand: Register = (program, output) => {
  const service = program.command('service').description('Run the daemon whenever you are logged in')
  const below = (name: string, does: string): Command =>
    addDaemonFlags(service.command(name).description(does))
  below('install', 'Install and start a systemd user unit or a launchd agent')
    .option('--dry-run', 'Only show the files and commands')
    .action((flags) => begin(flags, output))
  below('uninstall', 'Stop the service and remove its file')
    .option('--dry-run', 'Only show the commands')
    .action((flags) => {
      for (const line of uninstall(managerHere(commandHere(flags)), hostHere, flags.dryRun === true))
        output.line(line)
    })
  below('status', 'Show the state of the service (exit code 3 if it is not running)').action((flags) =>
    status(flags, output),
  )
}

function begin(flags: ServiceFlags, output: Output): void {
  const command = commandHere(flags)
  const manager = managerHere(command)
  if (command.words.some((word) => /[\\/]_npx[\\/]/.test(word)))
    output.note(
      'This copy of pmx-local is in the npx cache, which may be cleared. Install it first: npm install --global pmx-local',
    )
  for (const line of install(manager, command, hostHere, flags.dryRun === true)) output.line(line)
}

function status(flags: ServiceFlags, output: Output): void {
  const told = readServiceStatus(managerHere(commandHere(flags)), hostHere)
  if (!told.isRunning) process.exitCode = exitCodes.notAsExpected
  if (flags.json === true) output.json(told)
  else if (!told.isInstalled) output.line("Not installed. 'pmx-local service install' installs it.")
  else output.line(`${told.path}: installed and ${told.isRunning ? 'running' : 'not running'}`)
}

/** Returns the command line of the current program. */
function commandHere({ stateDir, config }: ServiceFlags): ServiceCommand {
  const flags = [
    ...(stateDir === undefined ? [] : ['--state-dir', resolve(stateDir)]),
    ...(config === undefined ? [] : ['--config', resolve(config)]),
  ]
  const script = resolve(process.argv[1] ?? '')
  return {
    words: [process.execPath, ...DAEMON_NODE_FLAGS, script, 'start', ...flags],
    environment: DAEMON_ENVIRONMENT,
  }
}

/** Returns the service manager of this machine. @throws CommandFailed without a known manager, with an alternative */
function managerHere(command: ServiceCommand): Manager {
  const home = process.env['HOME'] || homedir()
  const manager = managerOf(process.platform, home, process.env, process.getuid?.() ?? 0)
  if (manager !== undefined) return manager
  throw new CommandFailed(
    process.platform === 'win32'
      ? `Windows has no services for single users. Use the Task Scheduler to start it at each logon:\n  ${renderTaskCommand(command)}`
      : `pmx-local does not support a service manager on ${process.platform}. Start the daemon with 'pmx-local start --detach'.`,
  )
}

export const hostHere: ServiceHost = {
  read(path) {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      if (!(error instanceof Error && Reflect.get(error, 'code') === 'ENOENT')) throw error
      // A dangling link belongs to the user: a write would create a file at its target.
      return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : ''
    }
  },
  write(path, text) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  },
  remove: (path) => rmSync(path, { force: true }),
  run([program = '', ...args]) {
    const { status: code, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    return { code: error === undefined ? (code ?? undefined) : undefined, text: (stderr ?? '').trim() }
  },
}
