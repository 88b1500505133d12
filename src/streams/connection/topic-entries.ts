import type { Clock } from '../../effects/clock.js'
import { createFeed, type SharedStream } from './shared-stream.js'

/** Time before an entry without watchers is closed, because watchers in a loop return immediately. */
const LINGER_MS = 5_000

/** An entry shared by all its watchers. */
export interface TopicEntry<Item> {
  readonly feed: SharedStream<Item>
  close(): void
}

/** The watched entries by name. The first watcher creates an entry, and it closes some time after the last one leaves. */
export interface Entries {
  /** Returns the entry with a name. Each name has one creator, because it begins with its kind. */
  of<Item, Made extends TopicEntry<Item>>(
    name: string,
    make: (feed: SharedStream<Item>) => Omit<Made, 'feed'>,
  ): Made
  has(name: string): boolean
  /** Closes an entry now, unless the name belongs to another entry in the meantime. */
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
