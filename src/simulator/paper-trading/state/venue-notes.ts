import { createLru } from '../../../policy/lru.js'

/**
 * What accounts told a venue that has no orders, such as forecasts: by account, and by what it is about. Bounded: the
 * one unseen for longest is forgotten.
 */
export interface PaperNotes<Note> {
  get(owner: string, about: string): Note | undefined
  set(owner: string, about: string, note: Note): void
}

/** A kind of notes: its name, and the type of what is noted. */
export interface NotesOf<Note> {
  readonly name: string
  /** Ties the type to the name. */
  readonly sample?: Note
}

const MAX_NOTES = 10_000

/** @param changed called with each note */
export function createNotes(changed: () => void) {
  const kept = createLru<object>(MAX_NOTES)
  return function notes<Note extends object>({ name }: NotesOf<Note>): PaperNotes<Note> {
    const keyOf = (owner: string, about: string): string => JSON.stringify([name, owner, about])
    return {
      // `set` is the only writer and takes the same kind.
      get: (owner, about) => kept.get(keyOf(owner, about)) as Note | undefined,
      set(owner, about, note) {
        kept.set(keyOf(owner, about), note)
        changed()
      },
    }
  }
}
