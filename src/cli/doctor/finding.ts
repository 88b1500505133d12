/** Severity: fine, worth knowing, or a problem. */
type State = 'ok' | 'note' | 'bad'

/** A finding of `doctor` about one subject. */
export interface DoctorFinding {
  /** Heading of the finding. */
  readonly group: 'machine' | 'files' | 'network' | 'shared' | 'venues'
  /** The subject in a word or two, such as `node`, `port` or `kalshi api`. */
  readonly check: string
  readonly state: State
  /** The result, in one line. */
  readonly message: string
  /** The command or setting that fixes the problem. */
  readonly fix?: string
  /** The numbers in the line, for programs. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Creates findings for one group. */
export function findingsOf(room: DoctorFinding['group']) {
  const make =
    (state: State) =>
    (subject: string, said: string, more: Pick<DoctorFinding, 'fix' | 'facts'> = {}): DoctorFinding => ({
      group: room,
      check: subject,
      state,
      message: said,
      ...more,
    })
  return { ok: make('ok'), note: make('note'), bad: make('bad') }
}
