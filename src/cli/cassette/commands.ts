import type { Command } from 'commander'
import type { Output } from '../output.js'

/** `pmx-local cassette ...`: what can be done with the files themselves. */
export function registerCassetteFiles(program: Command, output: Output): void {
  const cassette = program.command('cassette').description('look at cassettes, check, merge and trim them')
  cassette
    .command('lint <files...>')
    .description('look for secrets and damage; exit code 1 when there are any')
    .option('--config <file>', 'configuration whose secrets are searched for')
    .option('--json', 'print the findings as JSON')
    .action(async (files, flags) => (await import('../commands/cassette.js')).lint(files, flags, output))
  cassette
    .command('ls <file>')
    .description('list what a cassette holds, a line an endpoint')
    .option('--json', 'print JSON')
    .action(async (file, flags) => (await import('../commands/cassette.js')).list(file, flags, output))
  cassette
    .command('show <file> [text]')
    .description('print the entries whose call holds a text, such as "kalshi GET api/markets"')
    .option('-n, --nth <n>', 'only the n-th answer of each call, 0 for the first')
    .action(async (file, text, flags) =>
      (await import('../commands/cassette.js')).show(file, text, flags, output),
    )
  cassette
    .command('merge <files...>')
    .description('make one cassette of several: of each call what was recorded last')
    .requiredOption('-o, --out <file>', 'cassette to write (.gz packs it)')
    .action(async (files, flags) => (await import('../commands/cassette.js')).merge(files, flags, output))
  cassette
    .command('prune <file>')
    .description('take entries out of a cassette; all conditions given must hold')
    .option('--unused <list>', 'file of unused calls, as replay --unused-list writes it')
    .option('--venue <id>', 'those of this venue')
    .option('--path <text>', 'those whose path holds this text')
    .action(async (file, flags) => (await import('../commands/cassette.js')).prune(file, flags, output))
  cassette
    .command('verify <file>')
    .description('ask the venues again; exit code 1 when fields are gone or have other types')
    .option('--venue <id>', 'only the calls of this venue')
    .option('--config <file>', 'configuration with addresses, proxies and limits')
    .option('--json', 'print JSON')
    .action(async (file, flags) => (await import('../commands/verify.js')).verify(file, flags, output))
}
