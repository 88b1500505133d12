import { createLru } from '../../../policy/lru.js'

/**
 * Notes of accounts on a venue without orders, such as forecasts, by account and subject. Their number is bounded, and the least
 * recently used note is removed.
 */
export interface PaperNotes<Note> {
  get(owner: string, about: string): Note | undefined
  set(owner: string, about: string, note: Note): void
}

/** A kind of notes: its name, and the type of a note. */
export interface NotesOf<Note> {
  readonly name: string
  /** Binds the note's type to its name. */
  readonly sample?: Note
}

const MAX_NOTES = 10_000

/**
 * Creates the store of notes.
 * @param changed called with each note
 */
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
