import { messageOf, PmxError } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import { type Links, type LinkView, openLinks } from '../../matching/links.js'
import { createFileReader, readFileText } from '../files/file-version.js'
import { writeJsonAtomically } from '../files/private-files.js'
import { type FileChange, runLocked } from '../lifecycle/state-lock.js'

/**
 * The links of a state folder as they stand, read again only when the file is another one. What is returned throws
 * CATALOG_UNAVAILABLE where they cannot be read: what the user said would not be told.
 */
export function createLinkReader(path: string): () => LinkView {
  const read = createFileReader(path, readLinks)
  return () => {
    try {
      return read()
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
    read: () => readFileText(path),
    write() {
      throw new Error('links that were only read cannot be changed')
    },
  })
}

/** Changes the links of a state folder, which must exist, one command at a time. @throws LinksDamaged, and then changes nothing */
export function changeLinks<Result>(
  path: string,
  effects: { readonly clock: Clock; readonly ids: Ids },
  change: (links: Links) => Result,
): FileChange<Result> {
  return runLocked(path, 'link', effects, () =>
    change(
      openLinks({
        read: () => readFileText(path),
        write: (text) => writeJsonAtomically(path, JSON.parse(text), effects.ids.instanceId()),
      }),
    ),
  )
}
