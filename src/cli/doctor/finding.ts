/** Severity: fine, worth knowing, or a problem. */
type State = 'ok' | 'note' | 'bad'

/** A finding of `doctor` about one subject. */
export interface DoctorFinding {
  /** Heading of the finding. */
  readonly group: 'machine' | 'files' | 'network' | 'shared' | 'venues'
  /** Subject in a word or two: `node`, `port`, `kalshi api`. */
  readonly check: string
  readonly state: State
  /** The result, in one line. */
  readonly message: string
  /** Command or setting that fixes it. */
  readonly fix?: string
  /** Numbers of the line, for programs. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Creates findings of one group. */
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
