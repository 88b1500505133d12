import { posix } from 'node:path'

/** Files for service managers: a systemd user unit, or a launchd agent. */

/** This line marks files that pmx-local wrote. Files without it belong to the user. */
export const MARK = "Written by 'pmx-local service install'; 'pmx-local service uninstall' removes it."

const LABEL = 'pmx-local'

export interface ServiceCommand {
  /** Program and arguments. */
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** A command for the service manager: the program and its arguments. */
export type ManagerCommand = readonly string[]

export interface Manager {
  readonly name: 'systemd' | 'launchd'
  /** The path of the file, below the user's home. */
  readonly path: string
  readonly text: (command: ServiceCommand) => string
  readonly install: readonly ManagerCommand[]
  readonly uninstall: readonly ManagerCommand[]
  readonly status: ManagerCommand
}

/**
 * Returns the service manager of a platform, or undefined for an unsupported platform.
 * @param user number of the user, for launchd
 */
export function managerOf(
  platform: NodeJS.Platform,
  home: string,
  environment: Readonly<Record<string, string | undefined>>,
  user: number,
): Manager | undefined {
  if (platform === 'linux') {
    const unit = `${LABEL}.service`
    const config = environment['XDG_CONFIG_HOME'] || posix.join(home, '.config')
    return {
      name: 'systemd',
      path: posix.join(config, 'systemd', 'user', unit),
      text: systemdUnit,
      install: [
        ['systemctl', '--user', 'daemon-reload'],
        ['systemctl', '--user', 'enable', '--now', unit],
      ],
      uninstall: [['systemctl', '--user', 'disable', '--now', unit]],
      status: ['systemctl', '--user', 'is-active', unit],
    }
  }
  if (platform === 'darwin') {
    const path = posix.join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`)
    return {
      name: 'launchd',
      path,
      text: launchAgent,
      install: [['launchctl', 'bootstrap', `gui/${user}`, path]],
      uninstall: [['launchctl', 'bootout', `gui/${user}/${LABEL}`]],
      status: ['launchctl', 'print', `gui/${user}/${LABEL}`],
    }
  }
  return undefined
}

function systemdUnit({ words, environment }: ServiceCommand): string {
  const variables = Object.entries(environment).map(
    ([name, value]) => `Environment=${unitWord(`${name}=${value}`)}`,
  )
  return `# ${MARK}
[Unit]
Description=pmx-local: one local API over prediction markets
After=network.target

[Service]
ExecStart=${words.map(unitWord).join(' ')}
${variables.join('\n')}
Restart=on-failure
RestartSec=5
# A restart does not fix wrong usage, a running daemon or a port in use.
RestartPreventExitStatus=2 3 4
NoNewPrivileges=yes
PrivateTmp=yes

[Install]
WantedBy=default.target
`
}

/** Renders a word in a unit, quoted and with systemd's special characters escaped. */
function unitWord(text: string): string {
  const literal = text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')
    .replaceAll('\n', '\\n')
  return `"${literal}"`
}

function launchAgent({ words, environment }: ServiceCommand): string {
  const strings = words.map((word) => `    <string>${xml(word)}</string>`)
  const variables = Object.entries(environment).map(
    ([name, value]) => `    <key>${xml(name)}</key>\n    <string>${xml(value)}</string>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${MARK} -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${strings.join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables.join('\n')}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
`
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Renders the command for Windows, where the user runs it for the Task Scheduler. */
export function renderTaskCommand({ words }: ServiceCommand): string {
  // schtasks reads the command as one word, so quotes within it are escaped.
  const command = words.map((word) => `\\"${word}\\"`).join(' ')
  return `schtasks /Create /TN ${LABEL} /SC ONLOGON /TR "${command}"`
}
