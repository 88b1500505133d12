import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import {
  type Capture,
  type Pin,
  parseCaptures,
  parsePins,
  toCaptureFile,
  toPinFile,
} from '../../pins/format.js'
import { createFileReader, readFileText } from '../files/file-version.js'
import { readJson, writeJsonAtomically } from '../files/private-files.js'
import { type FileChange, runLocked } from '../lifecycle/command-locks.js'

/** Reads the pins of a state folder. Empty without a file. @throws PinsDamaged with the path of the file */
export function readPins(path: string): readonly Pin[] {
  const text = readFileText(path)
  return text === undefined ? [] : parsePins(text, path)
}

/** Creates a reader like {@link readPins} that reads the file again only after it was replaced. */
export function createPinReader(path: string): () => readonly Pin[] {
  return createFileReader(path, readPins)
}

/** Reads the capture progress of pinned series. Empty before the first capture. */
export function readCaptures(path: string): readonly Capture[] {
  return parseCaptures(readJson(path))
}

/** Writes the capture progress. Only the daemon calls it. */
export function writeCaptures(path: string, captures: readonly Capture[], ids: Ids): void {
  writeJsonAtomically(path, toCaptureFile(captures), ids.instanceId())
}

/**
 * Changes the pins of a state folder under its lock, so that concurrent changes are not lost. The folder must exist.
 * @param change returns the new pins; the same list leaves the file unchanged
 * @throws PinsDamaged, and then changes nothing
 */
export function changePins<Result>(
  path: string,
  effects: { readonly clock: Clock; readonly ids: Ids },
  change: (pins: readonly Pin[]) => { readonly pins: readonly Pin[]; readonly result: Result },
): FileChange<Result> {
  return runLocked(path, 'pin', effects, () => {
    const before = readPins(path)
    const { pins, result } = change(before)
    if (pins !== before) writeJsonAtomically(path, toPinFile(pins), effects.ids.instanceId())
    return result
  })
}
