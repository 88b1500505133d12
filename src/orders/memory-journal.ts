import type { Journal, JournalRow } from './journal.js'

/** Rows kept: those of whole days of a busy bot. */
const MOST_ROWS = 50_000

/** A journal without a file, for cassettes and for daemons that keep none: it ends with the process. */
export function createMemoryJournal(): Journal {
  const rows = new Map<string, JournalRow>()
  const newestFirst = (): JournalRow[] => [...rows.values()].reverse()
  const isInDoubt = ({ outcome }: JournalRow): boolean =>
    outcome.state === 'sending' || outcome.state === 'unknown'

  function change(id: string, changes: Partial<JournalRow>): void {
    const row = rows.get(id)
    if (row !== undefined) rows.set(id, { ...row, ...changes })
  }

  function makeRoom(): void {
    if (rows.size < MOST_ROWS) return
    const oldest = [...rows.values()].find((row) => !isInDoubt(row))
    if (oldest !== undefined) rows.delete(oldest.id)
  }

  return {
    intend(intent) {
      makeRoom()
      rows.set(intent.id, { ...intent, outcome: { state: 'sending' }, isAnswered: false })
    },
    settle: (id, outcome, settledAt) => change(id, { outcome, settledAt }),
    answered: (id) => change(id, { isAnswered: true }),
    row: (id) => rows.get(id),
    byKey: (venue, account, key, since) =>
      newestFirst().find(
        (row) => row.venue === venue && row.account === account && row.key === key && row.at >= since,
      ),
    unanswered: (venue, account, fingerprint, since) =>
      newestFirst().find(
        (row) =>
          !row.isAnswered &&
          row.venue === venue &&
          row.account === account &&
          row.fingerprint === fingerprint &&
          row.at >= since,
      ),
    inDoubt: () => [...rows.values()].filter(isInDoubt),
    costsSince: (at) =>
      [...rows.values()]
        .filter(
          ({ outcome, ...row }) => row.at >= at && outcome.state !== 'refused' && outcome.state !== 'absent',
        )
        .map(({ cost }) => cost),
    list: ({ venue, limit }) =>
      newestFirst()
        .filter((row) => venue === undefined || row.venue === venue)
        .slice(0, limit),
    close: () => undefined,
  }
}
