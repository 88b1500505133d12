import { readFileSync } from 'node:fs'
import { messageOf, PmxError } from '../../api/envelope/errors.js'
import { parseJson } from '../../api/values/json.js'
import { errorCodeOf } from '../../cassette/format/cassette-error.js'
import type { FaultRule } from '../../simulator/faults/faults.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import type { CassetteFlags } from './cassette-flags.js'

/**
 * Returns the rules in `--faults`, either typed or from a file. The file contains JSON, or one or more typed rules per line,
 * where `#` begins a comment. [] without the flag.
 * @throws CommandFailed (usage) for invalid rules, and for live venues, where faults are not possible
 */
export async function readFaultFlag(
  flags: CassetteFlags & { readonly demo?: boolean },
): Promise<readonly FaultRule[]> {
  if (flags.faults === undefined) return []
  if (flags.demo !== true && flags.replay === undefined) {
    throw new CommandFailed(
      '--faults needs --demo or --replay FILE, because live responses are never changed.',
      exitCodes.usage,
    )
  }
  const { parseFaults, readFaults } = await import('../../simulator/faults/fault-rules.js')
  try {
    const text = readIfThere(flags.faults)
    if (text === undefined) return parseFaults(flags.faults)
    return readFaults(parseJson(text)?.value ?? typedRules(text))
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    throw new CommandFailed(`--faults: ${error.message}`, exitCodes.usage)
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // The system does not accept the rules as a file name.
    if (
      errorCodeOf(error) === 'ENOENT' ||
      errorCodeOf(error) === 'ENAMETOOLONG' ||
      errorCodeOf(error) === 'ENOTDIR'
    )
      return undefined
    throw new CommandFailed(`--faults: ${path} cannot be read: ${messageOf(error)}`, exitCodes.usage)
  }
}

function typedRules(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .join(',')
}
