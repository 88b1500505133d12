import { messageOf, PmxError } from '../api/errors.js'
import type { Clock } from '../effects/clock.js'
import type { Ids } from '../effects/ids.js'
import { type Links, type LinkView, openLinks } from '../matching/links.js'
import { textOf, versionOf } from './file-text.js'
import { writeJsonAtomically } from './files.js'
import { holdFile } from './hold.js'
import type { Instance } from './instance.js'

/**
 * The links of a state folder as they stand, read again only when the file is another one.
 * @returns throws CATALOG_UNAVAILABLE where they cannot be read: what the user said would not be told
 */
export function createLinkReader(path: string): () => LinkView {
  let last: { readonly version: string; readonly links: Links } | undefined
  return () => {
    try {
      const version = versionOf(path)
      if (last?.version !== version) last = { version, links: readLinks(path) }
      return last.links
    } catch (error) {
      throw new PmxError('CATALOG_UNAVAILABLE', messageOf(error), {
        status: 503,
        retryable: false,
        detail: { kind: 'links_unreadable' },
      })
    }
  }
}

/** The links of a state folder, not to be changed; none when nothing was ever linked. @throws LinksDamaged */
export function readLinks(path: string): Links {
  return openLinks({
    read: () => textOf(path),
    write() {
      throw new Error('links that were only read cannot be changed')
    },
  })
}

/** What came out of a change, or who changes them right now. */
export type LinkChange<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly holder: Instance }

/** Changes the links of a state folder, which must exist, one command at a time. @throws LinksDamaged, and then changes nothing */
export function changeLinks<Result>(
  path: string,
  effects: { readonly clock: Clock; readonly ids: Ids },
  change: (links: Links) => Result,
): LinkChange<Result> {
  const held = holdFile(`${path}.lock`, 'link', effects)
  if (!held.ok) return held
  try {
    const links = openLinks({
      read: () => textOf(path),
      write: (text) => writeJsonAtomically(path, JSON.parse(text), effects.ids.instanceId()),
    })
    return { ok: true, result: change(links) }
  } finally {
    held.release()
  }
}
