import type { CalledSources, WorldChoice } from '../../daemon/sources/source-set.js'
import { type CassetteFlags, readCassetteUse } from './cassette-flags.js'
import { readFaultFlag } from './fault-flags.js'

/** Flags that select the source of responses. */
export interface WorldFlags extends CassetteFlags {
  readonly demo?: boolean
  readonly seed?: string
}

/** Reads the source of responses from the flags. @throws CommandFailed (usage) for contradicting flags, or invalid faults */
export async function readWorldFlags(flags: WorldFlags): Promise<WorldChoice> {
  const use = readCassetteUse(flags)
  const faults = await readFaultFlag(flags)
  if (use?.kind === 'replay') return { ...use, faults }
  const of: CalledSources = flags.demo === true ? { kind: 'demo', faults } : { kind: 'live' }
  return use === undefined ? of : { ...use, of }
}
