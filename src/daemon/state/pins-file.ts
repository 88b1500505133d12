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
import { type FileChange, runLocked } from '../lifecycle/state-lock.js'

/** The pins of a state folder; none when nothing was ever pinned. @throws PinsDamaged naming the file */
export function readPins(path: string): readonly Pin[] {
  const text = readFileText(path)
  return text === undefined ? [] : parsePins(text, path)
}

/** {@link readPins} that reads again only when the file is another one. */
export function createPinReader(path: string): () => readonly Pin[] {
  return createFileReader(path, readPins)
}

/** How far the daemon is with what is pinned; nothing when it has not begun. */
export function readCaptures(path: string): readonly Capture[] {
  return parseCaptures(readJson(path))
}

/** Written by the daemon alone. */
export function writeCaptures(path: string, captures: readonly Capture[], ids: Ids): void {
  writeJsonAtomically(path, toCaptureFile(captures), ids.instanceId())
}

/**
 * Changes the pins of a state folder, which must exist, so that two that do it at once do not lose each other's.
 * @param change makes new pins of the present ones; the file is left alone when they are the same list
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
