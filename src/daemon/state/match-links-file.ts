import { messageOf, PmxError } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import { type Links, type LinkView, openLinks } from '../../matching/links.js'
import { createFileReader, readFileText } from '../files/file-version.js'
import { writeJsonAtomically } from '../files/private-files.js'
import { type FileChange, runLocked } from '../lifecycle/command-locks.js'

/**
 * Creates a reader of the links of a state folder, which reads the file again only after it was replaced. The reader throws
 * CATALOG_UNAVAILABLE if the links cannot be read, since the response would lack the user's links.
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

/** Reads the links of a state folder, read-only. Empty without a file. @throws LinksDamaged */
export function readLinks(path: string): Links {
  return openLinks({
    read: () => readFileText(path),
    write() {
      throw new Error('links that were opened read-only cannot be changed')
    },
  })
}

/** Changes the links of a state folder, which must exist, under its lock. @throws LinksDamaged, and then changes nothing */
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
