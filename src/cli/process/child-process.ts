import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { constants } from 'node:os'
import { setImmediate as waitForTurn } from 'node:timers/promises'
import type { Output } from '../output/output.js'
import { toStartable } from './program.js'

/** A shell's exit codes for a command that does not exist, and for one that cannot be run. */
const NOT_FOUND = 127
const NOT_RUNNABLE = 126

/** Runs the command with the same input and output. Signals to this process are forwarded to it. */
export async function runChild(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  signals: Signals,
  output: Output,
): Promise<number> {
  // From Node 22 on, the start may take no turn of the event loop: a signal that came meanwhile is delivered in this one.
  await waitForTurn()
  const early = signals.first()
  if (early !== undefined) return codeOfSignal(early)
  const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
  const started = toStartable(program, args, { platform: process.platform, environment, isFile })
  const child = spawn(started.file, started.args, {
    env: environment,
    stdio: 'inherit',
    windowsVerbatimArguments: started.isVerbatim,
  })
  signals.forwardTo(child)
  return new Promise<number>((resolve) => {
    child.on('error', (error) => {
      output.note(`${program} cannot be run: ${error.message}`)
      resolve('code' in error && error.code === 'ENOENT' ? NOT_FOUND : NOT_RUNNABLE)
    })
    child.on('close', (code, signal) => resolve(code ?? codeOfSignal(signal ?? 'SIGKILL')))
  })
}

function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

/** Signals that would otherwise end this process and not the command. */
const endingSignals: readonly NodeJS.Signals[] =
  process.platform === 'win32'
    ? ['SIGINT', 'SIGTERM', 'SIGHUP']
    : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM']

/** Signals that a terminal sends to the command as well. */
const fromTerminal: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT']

interface Signals {
  /** The first signal that arrived before the command started. */
  first(): NodeJS.Signals | undefined
  forwardTo(child: ChildProcess): void
}

export function listenForSignals(): Signals {
  let first: NodeJS.Signals | undefined
  let running: ChildProcess | undefined
  for (const signal of endingSignals) {
    process.on(signal, () => {
      const hasIt = process.stdin.isTTY === true && fromTerminal.includes(signal)
      if (running === undefined) first ??= signal
      else if (!hasIt) running.kill(signal)
    })
  }
  return {
    first: () => first,
    forwardTo(child) {
      running = child
    },
  }
}
