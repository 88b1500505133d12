import { win32 } from 'node:path'

/** How a program is started. */
export interface Startable {
  readonly file: string
  readonly args: readonly string[]
  /** Whether the arguments are already one command line, which must not be quoted again. */
  readonly isVerbatim: boolean
}

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  isFile(path: string): boolean
}

/**
 * Resolves a typed program name. On Windows many programs are scripts (`npm.cmd`), which only the command interpreter can
 * run, and users omit the extension. On other systems the name is not changed.
 */
export function toStartable(program: string, args: readonly string[], machine: Machine): Startable {
  const asTyped = { file: program, args, isVerbatim: false }
  if (machine.platform !== 'win32') return asTyped
  const found = findOnWindows(program, machine)
  if (found === undefined || !/\.(cmd|bat)$/i.test(found))
    return found === undefined ? asTyped : { ...asTyped, file: found }
  // The interpreter parses the line, and the script's own call parses its arguments again.
  const line = [
    escapedForShell(found),
    ...args.map((arg) => escapedForShell(escapedForShell(quoted(arg)))),
  ].join(' ')
  const interpreter = variable(machine, 'ComSpec') ?? 'cmd.exe'
  return { file: interpreter, args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true }
}

/** Finds a program's file by the folders and extensions that Windows uses. */
function findOnWindows(program: string, machine: Machine): string | undefined {
  const endings = (variable(machine, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD')
    .split(';')
    .filter((ending) => ending !== '')
  const names = win32.extname(program) === '' ? endings.map((ending) => program + ending) : [program]
  const hasFolder = /[\\/]/.test(program)
  const folders = hasFolder
    ? ['']
    : (variable(machine, 'Path') ?? '').split(';').filter((folder) => folder !== '')
  return folders
    .flatMap((folder) => names.map((name) => (folder === '' ? name : win32.join(folder, name))))
    .find((path) => machine.isFile(path))
}

/** Reads a variable. Names are case-insensitive on Windows. */
function variable({ environment }: Machine, name: string): string | undefined {
  const key = Object.keys(environment).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : environment[key]
}

/** Quotes an argument by the rules of Windows programs, where backslashes are special only before a quote. */
function quoted(arg: string): string {
  return `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`
}

/** Escapes every character that is special to the interpreter. */
function escapedForShell(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&')
}
