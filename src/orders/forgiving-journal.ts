import type { OrderJournal } from './journal.js'

/**
 * Creates a view of a partly unusable journal, for cancels. Rows that cannot be read are treated as absent, and outcomes that
 * cannot be written are dropped. Orders are never placed with this view.
 */
export function createForgivingJournal(journal: OrderJournal): OrderJournal {
  function or<Result>(otherwise: Result, work: () => Result): Result {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  return {
    ...journal,
    open: () => journal.open().catch(() => undefined),
    // A transaction may not begin, and each part of the work is forgiving.
    transact: (work) => work(),
    recordOutcome: (...settled) => or(undefined, () => journal.recordOutcome(...settled)),
    answered: (id) => or(undefined, () => journal.answered(id)),
    byKey: (...asked) => or(undefined, () => journal.byKey(...asked)),
    findRow: (...asked) => or(undefined, () => journal.findRow(...asked)),
    unanswered: (...asked) => or([], () => journal.unanswered(...asked)),
    rowsOf: (...asked) => or([], () => journal.rowsOf(...asked)),
    row: (id) => or(undefined, () => journal.row(id)),
    listUnknown: () => or([], () => journal.listUnknown()),
    openRests: () => or([], () => journal.openRests()),
    openOrders: () => or([], () => journal.openOrders()),
    sentSince: (at) => or([], () => journal.sentSince(at)),
    settledBetween: (...times) => or([], () => journal.settledBetween(...times)),
    filledBy: (...asked) => or([], () => journal.filledBy(...asked)),
    newestAt: () => or(undefined, () => journal.newestAt()),
    list: (query) => or([], () => journal.list(query)),
    noteEarlyCancel: (...noted) => or(undefined, () => journal.noteEarlyCancel(...noted)),
    earlyCancel: (...asked) => or(undefined, () => journal.earlyCancel(...asked)),
    noteCopiesChecked: (...checked) => or(undefined, () => journal.noteCopiesChecked(...checked)),
    listCopiesChecked: (after) => or({ ids: [], last: after }, () => journal.listCopiesChecked(after)),
    hasAccount: (...asked) => or(false, () => journal.hasAccount(...asked)),
    renameAccount: (...names) => or(undefined, () => journal.renameAccount(...names)),
    prune: (before) => or(0, () => journal.prune(before)),
  }
}
