import type { Clock } from '../../effects/clock.js'
import { createFeed, type SharedStream } from './shared-stream.js'

/** What nobody watches any more is kept so long: who watches in a loop comes back at once. */
const LINGER_MS = 5_000

/** Something that all who watch it share. */
export interface TopicEntry<Item> {
  readonly feed: SharedStream<Item>
  close(): void
}

/** What is watched, by name: made by whoever comes first, closed a while after the last one has gone. */
export interface Entries {
  /** What stands under a name is always made by the same caller: the name begins with its kind. */
  of<Item, Made extends TopicEntry<Item>>(
    name: string,
    make: (feed: SharedStream<Item>) => Omit<Made, 'feed'>,
  ): Made
  has(name: string): boolean
  /** Closes it now, unless another one has the name by then. */
  drop(name: string, entry: TopicEntry<unknown>): void
  close(): void
}

export function createEntries(clock: Pick<Clock, 'setTimer'>): Entries {
  const entries = new Map<string, TopicEntry<unknown>>()

  return {
    of<Item, Made extends TopicEntry<Item>>(
      name: string,
      make: (feed: SharedStream<Item>) => Omit<Made, 'feed'>,
    ): Made {
      const known = entries.get(name)
      if (known !== undefined) return known as TopicEntry<Item> as Made
      let cancel: (() => void) | undefined
      const over = (): void => {
        cancel?.()
        if (entries.get(name) === entry) entries.delete(name)
        entry.close()
      }
      const feed = createFeed<Item>({
        onListen: () => cancel?.(),
        onIdle() {
          cancel = clock.setTimer(LINGER_MS, over)
        },
        onEnd: over,
      })
      const entry = { ...make(feed), feed } as Made
      entries.set(name, entry)
      return entry
    },
    has: (name) => entries.has(name),
    drop(name, entry) {
      if (entries.get(name) !== entry) return
      entries.delete(name)
      entry.close()
    },
    close() {
      for (const entry of entries.values()) entry.close()
      entries.clear()
    },
  }
}
