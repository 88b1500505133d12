import type { PmxError } from '../../api/envelope/errors.js'

/** Hears what a feed brings, until it stops listening or the feed has ended. Must not throw. */
export interface FeedListener<Item> {
  next(item: Item): void
  /** Nothing more will come; why. */
  ended(error: PmxError): void
}

/** What all who watch the same share. */
export interface SharedStream<Item> {
  /** The newest one, while it is believed; undefined before the first, and while nobody knows what was missed. */
  readonly current: Item | undefined
  /** Told of the current item by whoever calls, not by this. Returns what stops it. */
  listen(listener: FeedListener<Item>): () => void
  publish(item: Item): void
  /** What was told last may not be true any more; listeners are told `item` in its place, which says so. */
  doubt(item?: Item): void
  /** The current one as it is known to be now, which is no news. */
  renew(item: Item): void
  /** Tells all listeners why, once. */
  end(error: PmxError): void
}

export interface FeedOwner {
  /** Somebody comes. */
  onListen(): void
  /** The last listener has gone. */
  onIdle(): void
  /** It has ended by itself. */
  onEnd(): void
}

export function createFeed<Item>(owner: FeedOwner): SharedStream<Item> {
  const listeners = new Set<FeedListener<Item>>()
  let current: Item | undefined
  return {
    get current() {
      return current
    },
    listen(listener) {
      owner.onListen()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) owner.onIdle()
      }
    },
    publish(item) {
      current = item
      for (const listener of [...listeners]) listener.next(item)
    },
    doubt(item) {
      current = undefined
      if (item !== undefined) for (const listener of [...listeners]) listener.next(item)
    },
    renew(item) {
      current = item
    },
    end(error) {
      current = undefined
      const told = [...listeners]
      listeners.clear()
      owner.onEnd()
      for (const listener of told) listener.ended(error)
    },
  }
}
