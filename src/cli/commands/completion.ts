import { Argument } from 'commander'
import { renderCompletionScript, type Shell, shells } from '../completion/scripts.js'
import { commandWordsOf } from '../completion/words.js'
import type { Register } from '../options/command.js'

export const completionCommand: Register = (program, output) => {
  program
    .command('completion')
    .description('Print a shell script that completes commands, flags, venues and values')
    .addArgument(new Argument('<shell>', 'whose script').choices(shells))
    .addHelpText('after', '\nFor the current shell: source <(pmx-local completion bash)')
    .action((shell: Shell) => output.line(renderCompletionScript(shell, commandWordsOf(program)).trimEnd()))
}
