import type { Clock } from '../effects/clock.js'
import type { Ids } from '../effects/ids.js'
import {
  type Capture,
  capturesContent,
  type Pin,
  parseCaptures,
  parsePins,
  pinsContent,
} from '../pins/format.js'
import { textOf, versionOf } from './file-text.js'
import { readJson, writeJsonAtomically } from './files.js'
import { holdFile } from './hold.js'
import type { Instance } from './instance.js'

/** The pins of a state folder; none when nothing was ever pinned. @throws PinsDamaged naming the file */
export function readPins(path: string): readonly Pin[] {
  const text = textOf(path)
  return text === undefined ? [] : parsePins(text, path)
}

/** {@link readPins} that reads again only when the file is another one; one that cannot be read is tried each time. */
export function createPinReader(path: string): () => readonly Pin[] {
  let last: { readonly version: string; readonly pins: readonly Pin[] } | undefined
  return () => {
    const version = versionOf(path)
    if (last?.version !== version) last = { version, pins: readPins(path) }
    return last.pins
  }
}

/** How far the daemon is with what is pinned; nothing when it has not begun. */
export function readCaptures(path: string): readonly Capture[] {
  return parseCaptures(readJson(path))
}

/** Written by the daemon alone. */
export function writeCaptures(path: string, captures: readonly Capture[], ids: Ids): void {
  writeJsonAtomically(path, capturesContent(captures), ids.instanceId())
}

/** The changed pins with what else came out, or who changes them right now. */
export type PinChange<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly holder: Instance }

/**
 * Changes the pins of a state folder, which must exist, so that two that do it at once do not lose each other's.
 * @param change makes new pins of the present ones; the file is left alone when they are the same list
 * @throws PinsDamaged, and then changes nothing
 */
export function changePins<Result>(
  path: string,
  effects: { readonly clock: Clock; readonly ids: Ids },
  change: (pins: readonly Pin[]) => { readonly pins: readonly Pin[]; readonly result: Result },
): PinChange<Result> {
  const held = holdFile(`${path}.lock`, 'pin', effects)
  if (!held.ok) return held
  try {
    const before = readPins(path)
    const { pins, result } = change(before)
    if (pins !== before) writeJsonAtomically(path, pinsContent(pins), effects.ids.instanceId())
    return { ok: true, result }
  } finally {
    held.release()
  }
}
